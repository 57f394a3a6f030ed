import { useBlocker } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { DiscardQuestion } from "./discard-question.tsx";

/**
 * Asks before unsaved input is lost by a navigation: Esc, a link, the Back button or the palette. Works for forms
 * that the URL opens and closes. The browser itself asks before the window is reloaded or closed.
 */
export function ConfirmDiscard({ isChanged }: { readonly isChanged: boolean }) {
  const [asks, setAsks] = useState(false);
  const answer = useRef<((stays: boolean) => void) | null>(null);
  // Both the question and the panel listen for Esc, so neither may react within the same event.
  const ask = () =>
    new Promise<boolean>((resolve) => {
      answer.current = resolve;
      setTimeout(() => setAsks(true));
    });
  const decide = (stays: boolean) => {
    setAsks(false);
    answer.current?.(stays);
    setTimeout(() => {
      answer.current = null;
    });
  };
  useBlocker({
    shouldBlockFn: () => (answer.current === null ? ask() : true),
    enableBeforeUnload: isChanged,
    disabled: !isChanged,
  });
  return (
    <DiscardQuestion opened={asks} onKeep={() => decide(true)} onDiscard={() => decide(false)} />
  );
}
