import { Modal, type ModalProps } from "@mantine/core";
import { useReturnFocus } from "./use-return-focus.ts";

/** A dialog. When it closes, the element that opened it gets the focus back, also if another dialog was in between. */
export function Dialog(props: ModalProps) {
  return (
    <>
      {/* Before the content, which may take the focus in an effect. */}
      {props.opened && <ReturnFocus />}
      <Modal {...props} returnFocus={false} />
    </>
  );
}

function ReturnFocus() {
  useReturnFocus();
  return null;
}
