import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { api } from "../../api.ts";
import { TYPES } from "../../object-types.ts";
import { Confirm } from "../../ui/confirm.tsx";
import { useChange } from "../../ui/use-change.ts";
import type { RecordParts } from "./record-model.ts";
import { Undo } from "./undo.tsx";

interface DeleteRecordProps extends RecordParts {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Milliseconds for which a deleted record can be restored without a way through the bin. */
const OFFER = 20_000;

/** Deletes the record once its name is typed, leads to the table, and offers to restore it. */
export function DeleteRecord({ recordKey, record, opened, onClose }: DeleteRecordProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const restoring = useChange(api.records.restore.mutationOptions());
  const { projectId, type } = recordKey;
  const { plural, singular } = TYPES[type];
  const table = `/p/${projectId}/${plural}`;
  const change = useChange(api.records.delete.mutationOptions(), {
    showsError: true,
    onDone: async () => {
      // The page is left first: read anew, the record would not be found on it.
      await navigate({ to: table });
      client.removeQueries({ queryKey: api.records.read.queryKey(recordKey) });
      await refresh();
      offerRestore();
    },
  });

  async function refresh() {
    const parts = [api.records, api.board, api.home, api.audit];
    await Promise.all(parts.map((part) => client.invalidateQueries({ queryKey: part.pathKey() })));
  }

  async function restore() {
    await restoring.mutateAsync(recordKey);
    await refresh();
    await navigate({ to: `${table}/${recordKey.id}` });
  }

  function offerRestore() {
    const notice = `deleted ${recordKey.id}`;
    notifications.show({
      id: notice,
      autoClose: OFFER,
      message: (
        <Undo
          text={`Deleted ${record.name}.`}
          label="Restore"
          undo={restore}
          onUndone={() => notifications.hide(notice)}
        />
      ),
    });
  }

  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={`Delete ${record.name}`}
      name={record.name}
      action={`Delete ${singular.toLowerCase()}`}
      change={change}
      onConfirm={() => change.mutate(recordKey)}
    >
      It is no longer found by anyone, and its unique values are free for others. For 90 days it can
      be restored from the bin, with its associations.
    </Confirm>
  );
}
