import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, statusOf } from "../../api.ts";
import { type ObjectType, TYPES } from "../../object-types.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { Confirm } from "../../ui/confirm.tsx";
import { Undo } from "../../ui/undo.tsx";
import { useChange } from "../../ui/use-change.ts";
import { refreshRecords } from "./invalidated.ts";

interface DeleteRecordProps {
  readonly type: ObjectType;
  /** The record to delete; null closes the dialog. */
  readonly record: {
    readonly id: number;
    readonly name: string;
    /** The version that the admin sees. */
    readonly version: number;
  } | null;
  readonly onClose: () => void;
  /** Leaves the record's page before it is refetched. */
  readonly onDeleted?: () => Promise<unknown>;
  readonly onRestored?: (id: number) => Promise<unknown>;
}

const changedText = (noun: string) =>
  `Someone changed this ${noun} after you opened it. Cancel to see the changes, or delete it anyway.`;

const UNDO_OFFER_MS = 20_000;

/** Moves a record to the bin after its name has been typed, and offers to restore it. */
export function DeleteRecord(props: DeleteRecordProps) {
  const { type, record, onClose, onDeleted, onRestored } = props;
  const projectId = useProjectId();
  const client = useQueryClient();
  const noun = TYPES[type].singular.toLowerCase();
  // Asks only for text that can be typed: no repeated spaces or line breaks.
  const name = record?.name.trim().replaceAll(/\s+/g, " ") ?? "";
  // The version that a refused attempt has told. Whoever confirms again has read about it.
  const [told, setTold] = useState<{ id: number; version: number } | null>(null);
  const seen = told !== null && told.id === record?.id ? told.version : record?.version;
  const restoring = useChange(api.records.restore.mutationOptions());
  const deleting = useChange(api.records.delete.mutationOptions(), {
    showsError: true,
    onDone: async (_, deleted) => {
      onClose();
      await onDeleted?.();
      client.removeQueries({
        queryKey: api.records.read.queryKey({ projectId, type, id: deleted.id }),
      });
      offerRestore(name, { projectId, type, id: deleted.id });
      await refreshRecords(client);
    },
  });

  async function remove(id: number) {
    const key = { projectId, type, id };
    await deleting
      .mutateAsync({ ...key, ...(seen === undefined ? {} : { ifVersion: seen }) })
      .catch(async (error) => {
        if (statusOf(error) !== 412) return;
        const { version } = await client.fetchQuery(
          api.records.read.queryOptions(key, { staleTime: 0 }),
        );
        setTold({ id, version });
        await refreshRecords(client);
      });
  }

  async function restore(deleted: Parameters<typeof restoring.mutateAsync>[0]) {
    await restoring.mutateAsync(deleted);
    await refreshRecords(client);
    await onRestored?.(deleted.id);
  }

  function offerRestore(name: string, deleted: Parameters<typeof restore>[0]) {
    const notice = `deleted ${deleted.id}`;
    notifications.show({
      id: notice,
      autoClose: UNDO_OFFER_MS,
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
      change={
        statusOf(deleting.error) === 412
          ? { isPending: deleting.isPending, error: new Error(changedText(noun)) }
          : deleting
      }
      onConfirm={() => record && void remove(record.id)}
    >
      It moves to the bin. For 90 days it can be restored there with its associations. Other records
      may take its unique values in the meantime.
    </Confirm>
  );
}
