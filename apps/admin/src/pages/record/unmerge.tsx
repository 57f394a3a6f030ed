import { Button } from "@mantine/core";
import { useUnmerge } from "../../merge/use-merge.tsx";
import type { HistoryEntry, RecordParts } from "../../records/record-model.ts";
import { useMay } from "../../session.ts";

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
