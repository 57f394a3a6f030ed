import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { api } from "../../api.ts";
import type { RecordKey } from "../../conflict/questions.ts";
import { type Saved, undoSaved } from "../../conflict/save-seen.ts";
import { useChange } from "../../ui/forms/use-change.ts";
import { Undo } from "../../ui/undo.tsx";
import { refreshRecords } from "./invalidated.ts";

interface Done {
  /** What was done, such as “Changed Amount of Engine.” */
  readonly text: string;
  readonly recordKey: RecordKey;
  readonly saved: Saved;
}

const UNDO_OFFER_MS = 10_000;
/** Only the last change of a record offers to be undone, so that offers do not cover the page. */
const NOTICE = "changed record";

/** Returns a function that offers to undo a change of a record, unless nothing has changed. */
export function useOfferUndo() {
  const client = useQueryClient();
  const undoing = useChange({
    mutationKey: api.records.update.mutationKey(),
    mutationFn: ({ recordKey, saved }: Done) => undoSaved(recordKey, saved),
  });
  const undo = async (done: Done) => {
    await undoing.mutateAsync(done);
    await refreshRecords(client);
  };
  return (done: Done) => offerUndo(done, () => undo(done));
}

/** @param undo undoes the change. If it rejects, the error has already been shown. */
export function offerUndo({ text, saved }: Omit<Done, "recordKey">, undo: () => Promise<unknown>) {
  notifications.hide(NOTICE);
  if (Object.keys(saved.changes).length === 0) return;
  notifications.show({
    id: NOTICE,
    autoClose: UNDO_OFFER_MS,
    message: <Undo text={text} undo={undo} onUndone={() => notifications.hide(NOTICE)} />,
  });
}
