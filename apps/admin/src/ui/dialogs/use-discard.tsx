import { type ReactNode, useState } from "react";
import { Confirm } from "./confirm.tsx";

/**
 * Asks before a dialog is closed that has unsaved input.
 *
 * @param isChanged whether there is input that would be lost
 * @param onClose closes the dialog
 * @returns what the dialog gets: its handler, whether Esc may close it, and the question
 */
export function useDiscard(
  isChanged: boolean,
  onClose: () => void,
): { readonly close: () => void; readonly closeOnEscape: boolean; readonly question: ReactNode } {
  const [asks, setAsks] = useState(false);
  // Both dialogs listen for Esc, so neither may react within the same event.
  const ask = (asks: boolean) => setTimeout(() => setAsks(asks));
  return {
    close: () => (isChanged ? ask(true) : onClose()),
    closeOnEscape: !asks,
    question: <DiscardQuestion opened={asks} onKeep={() => ask(false)} onDiscard={onClose} />,
  };
}

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
