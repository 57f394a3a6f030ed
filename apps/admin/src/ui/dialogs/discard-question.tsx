import { Confirm } from "./confirm.tsx";

const IDLE = { isPending: false, error: null };

interface DiscardQuestionProps {
  readonly opened: boolean;
  readonly onKeep: () => void;
  readonly onDiscard: () => void;
}

/** Asks before unsaved input is discarded. */
export function DiscardQuestion({ opened, onKeep, onDiscard }: DiscardQuestionProps) {
  return (
    <Confirm
      opened={opened}
      onClose={onKeep}
      title="Discard what you typed?"
      cancel="Keep editing"
      action="Discard"
      change={IDLE}
      onConfirm={onDiscard}
    >
      Your changes are not saved.
    </Confirm>
  );
}
