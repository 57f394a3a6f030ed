import { type RefObject, useEffect, useRef } from "react";
import { focusHeadingIfLost } from "../../ui/heading-focus.ts";

/**
 * Focuses the current candidate when a focused one leaves the queue, or the page's heading after the last one. Without
 * a focus in the queue, its keys work everywhere on the page, and nothing is focused.
 */
export function useFocusInQueue(list: RefObject<HTMLElement | null>, current: number): void {
  const focused = useRef<Element | null>(null);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (list.current?.contains(target as Node)) focused.current = target as Element;
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, [list]);
  useEffect(() => {
    if (focused.current === null || focused.current.isConnected) return;
    focused.current = null;
    if (document.activeElement !== document.body) return;
    const row = list.current?.children[current];
    // An admin who may not merge has no buttons.
    (row?.querySelector("button") ?? row?.querySelector("a"))?.focus();
  });
  useEffect(
    () => () => {
      if (focused.current !== null) focusHeadingIfLost();
    },
    [],
  );
}
