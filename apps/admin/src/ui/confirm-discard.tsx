import { useBlocker } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { Confirm } from "./confirm.tsx";

const NOTHING_RUNS = { isPending: false, error: null };

/**
 * Asks before what is typed into a form is lost: by Esc, a link, the Back button or the palette, as long as the
 * form is closed by its address; the browser itself asks before the window is loaded anew or closed.
 */
export function ConfirmDiscard({ isChanged }: { readonly isChanged: boolean }) {
  const [asks, setAsks] = useState(false);
  const answer = useRef<((stays: boolean) => void) | null>(null);
  // A key that closes the question or the panel is heard by both of them, so neither follows within its event.
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
    <Confirm
      opened={asks}
      onClose={() => decide(true)}
      title="Discard what you typed?"
      cancel="Keep editing"
      action="Discard"
      change={NOTHING_RUNS}
      onConfirm={() => decide(false)}
    >
      The form has changes that are not saved.
    </Confirm>
  );
}
