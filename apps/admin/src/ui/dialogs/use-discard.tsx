import { type ReactNode, useState } from "react";
import { DiscardQuestion } from "./discard-question.tsx";

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
