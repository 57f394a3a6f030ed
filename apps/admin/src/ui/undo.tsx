import { Button, Group } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";

interface UndoProps {
  /** What was done. */
  readonly text: string;
  readonly label?: string;
  /** Takes it back; a failure has been told when it rejects. */
  readonly undo: () => Promise<unknown>;
  readonly onUndone: () => void;
}

/** A notification's words with a button that takes back what was done. */
export function Undo({ text, label = "Undo", undo, onUndone }: UndoProps) {
  const change = useMutation({ mutationFn: undo, onSuccess: onUndone });
  return (
    <Group justify="space-between" wrap="nowrap">
      <span>{text}</span>
      <Button
        size="compact-sm"
        variant="light"
        loading={change.isPending}
        onClick={() => change.mutate()}
      >
        {label}
      </Button>
    </Group>
  );
}
