import { type Db, erasedValues, idempotency, undoneMerges } from "@rapport/db";
import type { Principal } from "../../principal.ts";
import { MERGED_ID, MERGED_INTO } from "../merge/record-merge.ts";

/** Entries, or events, whose values one transaction removes. */
const PORTION = 100;

/** Merges that one transaction completes. */
const MERGES_AT_ONCE = 20;

/**
 * Milliseconds by which a response may be stored before or after the time of the change that it shows: the longest
 * transaction.
 */
const STORED_WITHIN_MS = 60_000;

/** How far the values are removed. */
interface Progress {
  /** Id of the last unmerge whose merge has no values left. */
  after: number;
  /** How many merges this transaction may still complete. */
  left: number;
}

/**
 * Removes the values that other records took from a record in merges that were undone since: from their history, their
 * events and the stored responses of that time. What such a record still has after the unmerge is its own.
 *
 * @param after id of the last unmerge that is done
 * @returns the `after` of the next transaction; null if nothing is left
 */
export async function eraseUndoneMerges(
  tx: Db,
  principal: Principal,
  record: number,
  after: number,
): Promise<number | null> {
  const progress = { after, left: MERGES_AT_ONCE };
  const range = { above: 0, below: Number.MAX_SAFE_INTEGER };
  const isDone = await eraseRange(tx, principal, { record, ...range, names: null }, progress);
  return isDone ? null : progress.after;
}

/** Part of a record's history in which it had values of the erased record. */
interface Range {
  readonly record: number;
  /** Ids of entries, exclusive. */
  readonly above: number;
  readonly below: number;
  /** The properties that had them; null for all. */
  readonly names: readonly string[] | null;
}

/**
 * Finds the undone merges of a record into others in a part of its history, and empties what the others took.
 *
 * @returns false if something is left
 */
async function eraseRange(
  tx: Db,
  principal: Principal,
  range: Range,
  progress: Progress,
): Promise<boolean> {
  const { record, below } = range;
  for (;;) {
    const above = Math.max(range.above, progress.after);
    const page = { record, above, below, limit: MERGES_AT_ONCE };
    const unmerges = await undoneMerges.listUnmerges.all(tx, principal, page);
    for (const { id, changes } of unmerges) {
      if (progress.left === 0) return false;
      const [into = null] = changes[MERGED_INTO] ?? [];
      if (into !== null) {
        const merge = { merged: record, primary: Number(into), unmerge: id };
        if (!(await eraseTaken(tx, principal, merge, { wanted: range.names, progress })))
          return false;
        progress.left--;
      }
      progress.after = id;
    }
    if (unmerges.length < MERGES_AT_ONCE) return true;
  }
}

/**
 * Removes what one record took from another in a merge that was undone. The entry of the merge itself comes last, because
 * it has the names of the properties.
 *
 * @returns false if something is left
 */
async function eraseTaken(
  tx: Db,
  principal: Principal,
  { merged, primary: record, unmerge: end }: { merged: number; primary: number; unmerge: number },
  { wanted, progress }: { readonly wanted: readonly string[] | null; readonly progress: Progress },
): Promise<boolean> {
  const before = (of: number, below: number, action: "merged" | "unmerged") =>
    undoneMerges.findBefore.first(tx, principal, { record: of, below, action });
  // A merge writes the entry of the primary record directly before that of the merged one, and so does an unmerge.
  const unmerge = await before(record, end, "unmerged");
  const ofMerged = await before(merged, end, "merged");
  const merge = ofMerged && (await before(record, ofMerged.id, "merged"));
  if (unmerge === undefined || merge === undefined) return true;
  const names = Object.keys(merge.changes).filter(
    (name) => name !== MERGED_ID && (wanted?.includes(name) ?? true),
  );
  if (names.length === 0) return true;
  const range = { record, above: merge.id, below: unmerge.id, names };
  if (!(await eraseRange(tx, principal, range, progress))) return false;
  const taken = { record, merge, unmerge, names };
  const events = await undoneMerges.emptyEvents(tx, principal, taken, PORTION);
  await erasedValues.eraseResponses(tx, principal, events);
  const entries = await undoneMerges.emptyEntries(tx, principal, taken, PORTION);
  if (events.length === PORTION || entries === PORTION) return false;
  await idempotency.eraseAnswersBetween.all(tx, principal, {
    record,
    lowTime: timeNear(merge.at, -STORED_WITHIN_MS),
    highTime: timeNear(unmerge.at, STORED_WITHIN_MS),
  });
  await undoneMerges.emptyMerge(tx, principal, merge, names);
  return true;
}

function timeNear(at: string, milliseconds: number): string {
  return new Date(Date.parse(at) + milliseconds).toISOString();
}
