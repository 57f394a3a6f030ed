import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { api } from "../../api.ts";
import { type ObjectType, TYPES } from "../../object-types.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { Confirm } from "../../ui/confirm.tsx";
import { Undo } from "../../ui/undo.tsx";
import { useChange } from "../../ui/use-change.ts";
import { refreshRecords } from "./invalidated.ts";

interface DeleteRecordProps {
  readonly type: ObjectType;
  /** What to delete; null while nothing is. */
  readonly record: { readonly id: number; readonly name: string } | null;
  readonly onClose: () => void;
  /** Leaves what shows the record, before that is read anew. */
  readonly onDeleted?: () => Promise<unknown>;
  readonly onRestored?: (id: number) => Promise<unknown>;
}

/** Milliseconds for which a deleted record can be restored without a way through the bin. */
const OFFER = 20_000;

/** Moves a record to the bin, once its name has been typed, and offers to restore it. */
export function DeleteRecord(props: DeleteRecordProps) {
  const { type, record, onClose, onDeleted, onRestored } = props;
  const projectId = useProjectId();
  const client = useQueryClient();
  const noun = TYPES[type].singular.toLowerCase();
  // What one could not type is not asked for.
  const name = record?.name.trim().replaceAll(/\s+/g, " ") ?? "";
  const restoring = useChange(api.records.restore.mutationOptions());
  const deleting = useChange(api.records.delete.mutationOptions(), {
    showsError: true,
    onDone: async (_, deleted) => {
      onClose();
      await onDeleted?.();
      client.removeQueries({ queryKey: api.records.read.queryKey(deleted) });
      offerRestore(name, deleted);
      await refreshRecords(client);
    },
  });

  async function restore(deleted: Parameters<typeof restoring.mutateAsync>[0]) {
    await restoring.mutateAsync(deleted);
    await refreshRecords(client);
    await onRestored?.(deleted.id);
  }

  function offerRestore(name: string, deleted: Parameters<typeof restore>[0]) {
    const notice = `deleted ${deleted.id}`;
    notifications.show({
      id: notice,
      autoClose: OFFER,
      message: (
        <Undo
          text={`Moved ${name} to the bin.`}
          label="Restore"
          undo={() => restore(deleted)}
          onUndone={() => notifications.hide(notice)}
        />
      ),
    });
  }

  return (
    <Confirm
      opened={record !== null}
      onClose={() => {
        deleting.reset();
        onClose();
      }}
      title={`Delete this ${noun}?`}
      name={name}
      action={`Delete ${noun}`}
      change={deleting}
      onConfirm={() => record && deleting.mutate({ projectId, type, id: record.id })}
    >
      It goes to the bin, where it can be restored with its associations for 90 days. Until then it
      is found nowhere else, and its unique values are free for others.
    </Confirm>
  );
}
