import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { api } from "../../../api.ts";
import { useChange } from "../../../ui/forms/use-change.ts";
import { Undo } from "../../../ui/undo.tsx";
import { INVALIDATED_BY_RECORDS, refreshRecords } from "../../records/invalidated.ts";

const UNDO_OFFER_MS = 20_000;

/** Moves a note or a task to the bin at once, and offers to restore it. */
export function useRemoveActivity(projectId: number) {
  const client = useQueryClient();
  const restoring = useChange(api.records.restore.mutationOptions());
  return useChange(api.records.delete.mutationOptions(), {
    invalidates: INVALIDATED_BY_RECORDS,
    onDone: (_, { type, id }) => offerUndo(type, id),
  });

  function offerUndo(type: string, id: number): void {
    const notice = `deleted ${id}`;
    const undo = async () => {
      await restoring.mutateAsync({ projectId, type, id });
      await refreshRecords(client);
    };
    notifications.show({
      id: notice,
      autoClose: UNDO_OFFER_MS,
      message: (
        <Undo
          text={`Moved the ${type} to the bin.`}
          undo={undo}
          onUndone={() => notifications.hide(notice)}
        />
      ),
    });
  }
}
