import { Modal, type ModalProps } from "@mantine/core";
import { useEffect, useLayoutEffect, useRef } from "react";
import { Address } from "../values/address.tsx";

/** A dialog. When it closes, the element that opened it gets the focus back, also if another dialog was in between. */
export function Dialog({ children, title, ...props }: ModalProps) {
  return (
    <>
      {props.opened && <InertPage />}
      {props.opened && <ReturnFocus />}
      <Modal
        {...props}
        title={typeof title === "string" ? <Address>{title}</Address> : title}
        returnFocus={false}
      >
        {props.opened && <FocusContent />}
        {children}
      </Modal>
    </>
  );
}

const FIELDS = "input, select, textarea, button, a[href]";

interface FocusContentProps {
  /** Returns the element to focus. By default: the element with `data-autofocus`, otherwise the first field. */
  readonly find?: (body: HTMLElement) => HTMLElement | null;
}

/**
 * Gives the focus to the content of a dialog that has opened, also if it loads later. Mantine gives it to the button that
 * closes the dialog, unless an element has `data-autofocus` by then. Comes first in the content.
 */
export function FocusContent({ find = findFirstFocus }: FocusContentProps) {
  const marker = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const body = marker.current?.parentElement;
    const dialog = body?.closest("[role=dialog]");
    if (!body || !dialog) return;
    const focusContent = () => {
      const { activeElement } = document;
      if (dialog.contains(activeElement) && !body.contains(activeElement)) find(body)?.focus();
    };
    const observer = new MutationObserver(focusContent);
    const stop = () => {
      observer.disconnect();
      dialog.removeEventListener("focusin", focusContent);
    };
    observer.observe(body, { childList: true, subtree: true });
    dialog.addEventListener("focusin", focusContent);
    // After the first key or click, the admin moves the focus.
    for (const event of ["keydown", "pointerdown"])
      dialog.addEventListener(event, stop, { capture: true, once: true });
    return stop;
  }, [find]);
  return <span ref={marker} hidden />;
}

/** Returns the element with `data-autofocus`. */
export function findAutofocus(body: HTMLElement): HTMLElement | null {
  return body.querySelector<HTMLElement>("[data-autofocus]");
}

/** Returns the element to focus: the one with `data-autofocus`, or the first field. Of radio buttons, the chosen one. */
function findFirstFocus(body: HTMLElement): HTMLElement | null {
  const asks = findAutofocus(body);
  if (asks !== null) return asks;
  const fields = [...body.querySelectorAll<HTMLElement>(FIELDS)];
  const first = fields.find((one) => !one.matches(":disabled") && one.checkVisibility());
  if (!first?.matches("[type=radio]")) return first ?? null;
  return body.querySelector<HTMLElement>("[type=radio]:checked:enabled") ?? first;
}

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
    const opener = findOpener(isLost ? lastFocused : document.activeElement);
    return () => opener?.focus();
  }, []);
}

/** Returns the focus like `useReturnFocus`. Comes before the dialog, because effects of children run first. */
export function ReturnFocus(): null {
  useReturnFocus();
  return null;
}

/** A menu item no longer exists when the dialog closes, so its menu's button gets the focus. */
function findOpener(active: Element | null): HTMLElement | null {
  const button = active?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  if (button) return document.getElementById(button);
  return active instanceof HTMLElement ? active : null;
}

/**
 * z-index of the dialogs that belong to no page: above every form, also one of a page that was opened later, and below
 * their own menus. Dialogs of one z-index lie in the order in which their components were mounted.
 */
export const ABOVE_FORMS = 250;
