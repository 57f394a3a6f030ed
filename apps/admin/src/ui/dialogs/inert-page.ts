import { useEffect, useLayoutEffect } from "react";

/** Open dialogs and drawers. One may open another. */
let opened = 0;

/**
 * Takes the page behind an open dialog or drawer out of the Tab order. Mantine keeps the focus inside only once it is there,
 * some frames later.
 */
export function InertPage(): null {
  useEffect(() => {
    const page = document.getElementById("root");
    opened++;
    page?.toggleAttribute("inert", true);
    document.addEventListener("keydown", holdTab, { capture: true });
  }, []);
  // Of several dialogs that close at once, all end before one of them returns the focus to the page.
  useLayoutEffect(
    () => () => {
      opened--;
      document.getElementById("root")?.toggleAttribute("inert", opened > 0);
      if (opened === 0) document.removeEventListener("keydown", holdTab, { capture: true });
    },
    [],
  );
  return null;
}

/** Until the dialog is there, Tab would leave the page for the controls of the browser. */
function holdTab(event: KeyboardEvent): void {
  const isThere = document.querySelector("[role=dialog][aria-modal=true]") !== null;
  if (event.key === "Tab" && !isThere) event.preventDefault();
}
