import { Button, Group } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";

interface UndoProps {
  /** What was done. */
  readonly text: string;
  readonly label?: string;
  /** Undoes it. If it rejects, the error has already been shown. */
  readonly undo: () => Promise<unknown>;
  readonly onUndone: () => void;
}

/** The content of a notification with a button that undoes the action. */
export function Undo({ text, label = "Undo", undo, onUndone }: UndoProps) {
  const change = useMutation({ mutationFn: undo, onSuccess: onUndone });
  return (
    <Group justify="space-between" wrap="nowrap">
      <span>{text}</span>
      <Button
        size="compact-sm"
        flex="none"
        variant="light"
        loading={change.isPending}
        onClick={() => change.mutate()}
      >
        {label}
      </Button>
    </Group>
  );
}
