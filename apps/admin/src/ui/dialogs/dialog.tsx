import { Modal, type ModalProps } from "@mantine/core";
import { FocusContent } from "./focus-content.tsx";
import { InertPage } from "./inert-page.ts";
import { ReturnFocus } from "./use-return-focus.ts";

/** A dialog. When it closes, the element that opened it gets the focus back, also if another dialog was in between. */
export function Dialog({ children, ...props }: ModalProps) {
  return (
    <>
      {props.opened && <InertPage />}
      {props.opened && <ReturnFocus />}
      <Modal {...props} returnFocus={false}>
        {props.opened && <FocusContent />}
        {children}
      </Modal>
    </>
  );
}
