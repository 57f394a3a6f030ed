import { Button, Group } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";

interface UndoProps {
  /** What was done. */
  readonly text: string;
  readonly label?: string;
  /** Undoes it. If it rejects, the error has already been shown. */
  readonly undo: () => Promise<unknown>;
  readonly onUndone: () => void;
}

interface Offer extends Pick<UndoProps, "text" | "undo"> {
  /** Of the notification; it replaces an earlier one with the same id. */
  readonly id: string;
  /** Whether it stays for longer, because what was done is hard to find again. */
  readonly isLong?: boolean;
}

/** Offers in a notification to undo what was done. */
export function offerUndo({ id, text, undo, isLong = false }: Offer): void {
  notifications.hide(id);
  notifications.show({
    id,
    autoClose: isLong ? 20_000 : 10_000,
    message: <Undo text={text} undo={undo} onUndone={() => notifications.hide(id)} />,
  });
}

/** The content of a notification with a button that undoes the action. */
function Undo({ text, label = "Undo", undo, onUndone }: UndoProps) {
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
