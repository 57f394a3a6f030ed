import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { api, failureStatus } from "../api.ts";
import { refetch } from "../invalidation.ts";
import { typeNames } from "../object-types.ts";
import { useProject, useProjectId } from "../shell/use-project.ts";
import { Confirm } from "../ui/dialogs/confirm.tsx";
import { useChange } from "../ui/forms/use-change.ts";
import { offerUndo } from "../ui/notices.tsx";
import { failureMessage } from "../ui/pages/error-notice.tsx";

interface DeletedRecord {
  readonly id: number;
  readonly name: string;
  /** The version that the admin sees. */
  readonly version: number;
}

interface Followed {
  /** Leaves the record's page before it is refetched. */
  readonly onDeleted?: () => Promise<unknown>;
  readonly onRestored?: (id: number) => Promise<unknown>;
}

/** A record that someone has changed since, and the attempt that waits for the admin's answer. */
interface Refused {
  readonly record: DeletedRecord;
  readonly settle: (isDeleted: boolean | Promise<boolean>) => void;
}

/** Returns the id of the notification that offers to undo the deletion of a record. */
export function deletedNotice(id: number): string {
  return `deleted ${id}`;
}

/**
 * Moves records to the bin at once and offers to undo it. Asks only if someone has changed the record since.
 *
 * @returns a function that deletes a record and returns whether it did, and the question, which the page shows
 */
export function useDeleteRecord(
  type: string,
  { onDeleted, onRestored }: Followed = {},
): { readonly remove: (record: DeletedRecord) => Promise<boolean>; readonly question: ReactNode } {
  const projectId = useProjectId();
  const project = useProject();
  const client = useQueryClient();
  const noun = typeNames(type).singular.toLowerCase();
  // The record with the version that it has now, after a refused attempt.
  const [changed, setChanged] = useState<Refused | null>(null);
  const restoring = useChange(project.records.restore, {
    failed: `The ${noun} was not restored`,
  });
  const deleting = useChange(api.records.delete, { showsError: true });

  async function remove(record: DeletedRecord): Promise<boolean> {
    const key = { projectId, type, id: record.id };
    try {
      await deleting.mutateAsync({ ...key, ifVersion: record.version });
    } catch (error) {
      return refuse(record, error);
    }
    setChanged(null);
    await onDeleted?.();
    client.removeQueries({ queryKey: api.records.read.queryKey(key) });
    offer(record);
    await refetch("records");
    return true;
  }

  async function refuse(record: DeletedRecord, error: unknown): Promise<boolean> {
    if (failureStatus(error) === 412) {
      const key = { projectId, type, id: record.id };
      const { version } = await client.fetchQuery(
        api.records.read.queryOptions(key, { staleTime: 0 }),
      );
      const { promise, resolve } = Promise.withResolvers<boolean>();
      setChanged({ record: { ...record, version }, settle: resolve });
      await refetch("records");
      return promise;
    }
    if (failureStatus(error) !== 401) {
      setChanged(null);
      const title = `${record.name.trim()} was not deleted`;
      notifications.show({ title, message: failureMessage(error), color: "red" });
    }
    await refetch("records");
    return false;
  }

  function offer({ id, name }: DeletedRecord): void {
    const restore = async () => {
      await restoring.mutateAsync({ type, id });
      await refetch("records");
      await onRestored?.(id);
    };
    const text = `Moved ${name.trim()} to the bin.`;
    offerUndo({ id: deletedNotice(id), text, undo: restore, isLong: true });
  }

  const question = (
    <Confirm
      opened={changed !== null}
      onClose={() => {
        changed?.settle(false);
        setChanged(null);
      }}
      title={`Delete this ${noun}?`}
      action={`Delete ${noun}`}
      change={{ isPending: deleting.isPending, error: null }}
      onConfirm={() => changed?.settle(remove(changed.record))}
    >
      Someone changed this {noun} after you opened it. Cancel to see the changes, or delete it
      anyway. It moves to the bin, where it can be restored for 90 days.
    </Confirm>
  );
  return { remove, question };
}
