import { useEffect } from "react";

/** The element that had the focus last. It may have been removed since. */
let lastFocused: Element | null = null;
globalThis.document?.addEventListener("focusin", ({ target }) => {
  lastFocused = target instanceof Element ? target : null;
});

/**
 * Returns the focus to the element that opened a dialog. Needed for dialogs that are mounted on opening: Mantine returns
 * the focus only for dialogs that stay mounted. If the content takes the focus in an effect, render ReturnFocus before
 * it instead.
 */
export function useReturnFocus(): void {
  useEffect(() => {
    // Without animations, a menu is removed at the moment in which its item opens the dialog.
    const isLost = document.activeElement === document.body;
    const opener = openerOf(isLost ? lastFocused : document.activeElement);
    return () => opener?.focus();
  }, []);
}

/** Returns the focus like `useReturnFocus`. Comes before the dialog, because effects of children run first. */
export function ReturnFocus(): null {
  useReturnFocus();
  return null;
}

/** A menu item no longer exists when the dialog closes, so its menu's button gets the focus. */
function openerOf(active: Element | null): HTMLElement | null {
  const button = active?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  if (button) return document.getElementById(button);
  return active instanceof HTMLElement ? active : null;
}
