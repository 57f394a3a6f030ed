import { Modal, type ModalProps } from "@mantine/core";
import { useEffect, useRef } from "react";
import { Address } from "../values/address.tsx";
import { InertPage } from "./inert-page.ts";
import { ReturnFocus } from "./use-return-focus.ts";

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
  /** Returns what gets the focus; the first field of what asks for none if not given. */
  readonly find?: (body: HTMLElement) => HTMLElement | null;
}

/**
 * Gives the focus to the content of a dialog that has opened, also if it loads later. Mantine gives it to the button that
 * closes the dialog, unless an element has `data-autofocus` by then. Comes first in the content.
 */
export function FocusContent({ find = firstOf }: FocusContentProps) {
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
    // From then on, the admin decides.
    for (const event of ["keydown", "pointerdown"])
      dialog.addEventListener(event, stop, { capture: true, once: true });
    return stop;
  }, [find]);
  return <span ref={marker} hidden />;
}

/** Returns the element that asks for the focus. */
export function asking(body: HTMLElement): HTMLElement | null {
  return body.querySelector<HTMLElement>("[data-autofocus]");
}

/** Returns what gets the focus: the element that asks for it, or the first field, of radio buttons the chosen one. */
function firstOf(body: HTMLElement): HTMLElement | null {
  const asks = asking(body);
  if (asks !== null) return asks;
  const fields = [...body.querySelectorAll<HTMLElement>(FIELDS)];
  const first = fields.find((one) => !one.matches(":disabled") && one.checkVisibility());
  if (!first?.matches("[type=radio]")) return first ?? null;
  return body.querySelector<HTMLElement>("[type=radio]:checked:enabled") ?? first;
}
