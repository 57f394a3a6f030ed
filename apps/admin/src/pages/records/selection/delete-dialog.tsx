import { typeNames } from "../../../object-types.ts";
import { Confirm } from "../../../ui/dialogs/confirm.tsx";
import type { DialogProps } from "./edit-dialog.tsx";
import { countedRecords, useStart } from "./selected.ts";

/** Asks before the selected records are moved to the bin. */
export function DeleteDialog({ selected, onStarted, onClose }: DialogProps) {
  const { change, start } = useStart(selected, onStarted);
  const { count, type } = selected;
  const counted = countedRecords(count, type);
  return (
    <Confirm
      opened
      onClose={onClose}
      title={`Delete ${typeNames(type).label.toLowerCase()}?`}
      action={`Delete ${counted}`}
      change={change}
      onConfirm={() => start({ kind: "delete" })}
    >
      {counted} will move to the bin, where each is kept for 90 days. For 7 days, Undo brings all of
      them back with their associations.
    </Confirm>
  );
}
