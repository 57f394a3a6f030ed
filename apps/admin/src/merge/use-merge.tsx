import { Button } from "@mantine/core";
import { api, calls } from "../api.ts";
import { refetch } from "../invalidation.ts";
import type { Schema } from "../property/use-schema.ts";
import type { HistoryEntry, RecordParts } from "../records/record-model.ts";
import { useMay } from "../session.ts";
import { useChange } from "../ui/forms/use-change.ts";
import { offerUndo } from "../ui/notices.tsx";
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
function useUnmerge({ properties }: Schema) {
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
          ? "Merge undone."
          : `Merge undone. These properties keep their value, because it changed after the merge: ${labels.map(({ label }) => label).join(", ")}.`;
      },
    },
  );
}

interface UnmergeProps extends Pick<RecordParts, "recordKey" | "schema"> {
  readonly entry: HistoryEntry;
}

/** A button that undoes a merge. */
export function Unmerge({ recordKey, schema, entry: { other } }: UnmergeProps) {
  const may = useMay("admin");
  const change = useUnmerge(schema);
  if (!may || other === null) return null;
  const { projectId, type, id: primaryId } = recordKey;
  return (
    <Button
      size="compact-xs"
      variant="default"
      mt={4}
      loading={change.isPending}
      onClick={() => change.mutate({ projectId, type, primaryId, mergeIds: [Number(other.id)] })}
    >
      Undo the merge of #{other.id}
    </Button>
  );
}

/** A merge can be undone for 90 days. */
const UNDOABLE_MS = 90 * 24 * 60 * 60 * 1000;

/**
 * Returns the id of the entry whose merge can be undone: the newest one that was not undone yet.
 *
 * @param entries newest first
 */
export function undoableMerge(entries: readonly HistoryEntry[]): string | undefined {
  const undone = new Map<string, number>();
  for (const { id, action, other, at } of entries) {
    const merged = other?.id ?? "";
    const times = undone.get(merged) ?? 0;
    if (action === "unmerged") undone.set(merged, times + 1);
    if (action !== "merged") continue;
    if (times === 0) return Date.now() - Date.parse(at) < UNDOABLE_MS ? id : undefined;
    undone.set(merged, times - 1);
  }
  return undefined;
}
