import { api, calls } from "../api.ts";
import { refetch } from "../invalidation.ts";
import type { Schema } from "../property/use-schema.ts";
import { useChange } from "../ui/forms/use-change.ts";
import { offerUndo } from "../ui/undo.tsx";
import type { MergeInput } from "./merge-model.ts";

/** Merges records and offers to undo it. The caller shows the error. */
export function useMerge(schema: Schema, onMerged: (input: MergeInput) => void) {
  const undo = useUnmerge(schema);
  return useChange(api.duplicates.merge, {
    showsError: true,
    onDone: async (_, input) => {
      const { type, primaryId, mergeIds, projectId } = input;
      offerUndo({
        id: `merged ${primaryId}`,
        text: `Merged ${mergeIds.length + 1} records.`,
        undo: () => undo.mutateAsync({ projectId, type, primaryId, mergeIds }),
        isLong: true,
      });
      onMerged(input);
      await refetch("records");
    },
  });
}

/**
 * Undoes merges into one record. An error is a notification, and so are properties that keep a later value. `mergeIds`
 * are in the order of the merges.
 */
export function useUnmerge({ properties }: Schema) {
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
      onSettled: () => refetch("records"),
    },
    {
      failed: "The merge was not undone",
      done: (kept: readonly string[]) => {
        const labels = properties.filter(({ name }) => kept.includes(name));
        return labels.length === 0
          ? "Merge undone"
          : `Merge undone. These properties keep their value, because it changed after the merge: ${labels.map(({ label }) => label).join(", ")}`;
      },
    },
  );
}
