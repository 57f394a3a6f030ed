import { type RefObject, useEffect, useRef } from "react";
import { focusHeadingIfLost, hasNoFocus } from "../../ui/pages/heading-focus.ts";

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
    // A click on an empty place takes the focus away.
    const forget = () => {
      if (document.activeElement === document.body && focused.current?.isConnected === true)
        focused.current = null;
    };
    document.addEventListener("focusin", note);
    document.addEventListener("pointerup", forget);
    return () => {
      document.removeEventListener("focusin", note);
      document.removeEventListener("pointerup", forget);
    };
  }, [list]);
  useEffect(() => {
    if (focused.current === null || focused.current.isConnected) return;
    focused.current = null;
    if (!hasNoFocus()) return;
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
