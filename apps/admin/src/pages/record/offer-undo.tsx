import { notifications } from "@mantine/notifications";
import { Undo } from "../../ui/undo.tsx";
import type { NamedRecord } from "./record-model.ts";

/** Offers to undo a change of an association. Only the last change of each record offers it. */
export function offerUndo(
  done: "Added" | "Removed",
  { type, id, name }: NamedRecord,
  undo: () => Promise<unknown>,
): void {
  const notice = `association ${type} ${id}`;
  notifications.hide(notice);
  notifications.show({
    id: notice,
    autoClose: 10_000,
    message: (
      <Undo
        text={`${done} ${name.trim()}.`}
        undo={undo}
        onUndone={() => notifications.hide(notice)}
      />
    ),
  });
}
