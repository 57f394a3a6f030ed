import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { api, calls } from "../../api.ts";
import type { Schema } from "../../property/use-schema.ts";
import { useChange } from "../../ui/forms/use-change.ts";
import { Undo } from "../../ui/undo.tsx";
import { refreshRecords } from "../records/invalidated.ts";
import type { MergeInput } from "./merge-model.ts";

const UNDO_OFFER_MS = 20_000;

/** Merges records and offers to undo it. The caller shows the error. */
export function useMerge(schema: Schema, onMerged: (input: MergeInput) => void) {
  const client = useQueryClient();
  const undo = useUnmerge(schema);
  return useChange(api.duplicates.merge.mutationOptions(), {
    showsError: true,
    onDone: async (_, input) => {
      offerUndo(input);
      onMerged(input);
      await refreshRecords(client);
    },
  });

  function offerUndo({ projectId, type, primaryId, mergeIds }: MergeInput) {
    const notice = `merged ${primaryId}`;
    notifications.show({
      id: notice,
      autoClose: UNDO_OFFER_MS,
      message: (
        <Undo
          text={`Merged ${mergeIds.length + 1} records.`}
          undo={() => undo.mutateAsync({ projectId, type, primaryId, mergeIds })}
          onUndone={() => notifications.hide(notice)}
        />
      ),
    });
  }
}

/**
 * Undoes merges into one record. An error is a notification, and so are properties that keep a later value. `mergeIds`
 * are in the order of the merges.
 */
export function useUnmerge({ properties }: Schema) {
  const client = useQueryClient();
  return useChange(
    {
      mutationFn: async ({ mergeIds, ...primary }: MergeInput) => {
        const kept = new Set<string>();
        // The newest merge is undone first.
        for (const mergeId of mergeIds.toReversed()) {
          const undone = await calls.duplicates.unmerge.mutate({ ...primary, mergeId });
          for (const name of undone.kept) kept.add(name);
        }
        return [...kept];
      },
      onSettled: () => refreshRecords(client),
    },
    {
      done: (kept: readonly string[]) => {
        const labels = properties.filter(({ name }) => kept.includes(name));
        return labels.length === 0
          ? "Merge undone"
          : `Merge undone. These properties keep their value, because it changed after the merge: ${labels.map(({ label }) => label).join(", ")}`;
      },
    },
  );
}
