import { useEffect } from "react";

/**
 * Gives the focus back to what opened a dialog, when the dialog is mounted anew each time it is opened:
 * Mantine does so only for one that stays mounted.
 */
export function useReturnFocus(): void {
  useEffect(() => {
    const opener = openerOf(document.activeElement);
    return () => opener?.focus();
  }, []);
}

/** An item of a menu is gone by then, and the menu's button is there. */
function openerOf(active: Element | null): HTMLElement | null {
  const button = active?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  if (button) return document.getElementById(button);
  return active instanceof HTMLElement ? active : null;
}
