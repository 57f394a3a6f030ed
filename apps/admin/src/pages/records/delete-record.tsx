import { api } from "../../api.ts";
import { type ObjectType, TYPES } from "../../object-types.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { Confirm } from "../../ui/confirm.tsx";
import { useChange } from "../../ui/use-change.ts";
import { OUTDATED_BY_RECORDS } from "./form/use-record-form.ts";

interface DeleteRecordProps {
  readonly type: ObjectType;
  /** What to delete; null while nothing is. */
  readonly record: { readonly id: number; readonly name: string } | null;
  readonly onClose: () => void;
  readonly onDone?: () => void;
}

/** Moves a record to the bin, once its name has been typed. */
export function DeleteRecord({ type, record, onClose, onDone }: DeleteRecordProps) {
  const projectId = useProjectId();
  const singular = TYPES[type].singular;
  const change = useChange(api.records.delete.mutationOptions(), {
    outdates: OUTDATED_BY_RECORDS,
    showsError: true,
    done: `${singular} moved to the bin`,
    onDone: () => {
      onClose();
      onDone?.();
    },
  });
  const close = () => {
    change.reset();
    onClose();
  };
  return (
    <Confirm
      opened={record !== null}
      onClose={close}
      title={`Delete this ${singular.toLowerCase()}?`}
      // What one could not type is not asked for.
      {...(record ? { name: record.name.trim().replaceAll(/\s+/g, " ") } : {})}
      action={`Delete ${singular.toLowerCase()}`}
      change={change}
      onConfirm={() => record && change.mutate({ projectId, type, id: record.id })}
    >
      It goes to the bin, where it can be restored with its associations for 90 days. Until then it
      is found nowhere else.
    </Confirm>
  );
}
