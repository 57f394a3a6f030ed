import { notifications } from "@mantine/notifications";
import { api } from "../api.ts";
import type { RecordKey } from "../conflict/questions.ts";
import { type Saved, undoSaved } from "../conflict/save-seen.ts";
import { refetch } from "../invalidation.ts";
import { useChange } from "../ui/forms/use-change.ts";
import { offerUndo } from "../ui/notices.tsx";

interface Done {
  /** What was done, such as “Changed Amount of Engine.” */
  readonly text: string;
  readonly recordKey: RecordKey;
  readonly saved: Saved;
}

/** Only the last change of a record offers to be undone, so that offers do not cover the page. */
const NOTICE = "changed record";

/** Returns a function that offers to undo a change of a record, unless nothing has changed. */
export function useOfferUndo() {
  const undoing = useChange(
    {
      mutationKey: api.records.update.mutationKey(),
      mutationFn: ({ recordKey, saved }: Done) => undoSaved(recordKey, saved),
    },
    { failed: ({ text }) => `Not undone: ${text}` },
  );
  const undo = async (done: Done) => {
    await undoing.mutateAsync(done);
    await refetch("records");
  };
  return (done: Done) => offerUndoOfChange(done, () => undo(done));
}

/** @param undo undoes the change. If it rejects, the error has already been shown. */
export function offerUndoOfChange(
  { text, saved }: Omit<Done, "recordKey">,
  undo: () => Promise<unknown>,
) {
  if (Object.keys(saved.changes).length > 0) offerUndo({ id: NOTICE, text, undo });
  else notifications.hide(NOTICE);
}
