import { setImmediate as nextTurn } from "node:timers/promises";
import { type Db, merges, type RecordRow, records } from "@rapport/db";
import type { CrmError } from "../errors.ts";
import type { ObjectSchema } from "../object-schema.ts";
import { invalid, mergedIssue, notLive } from "./errors.ts";

interface Scope {
  readonly projectId: number;
}

/**
 * Finds the live record for an id: the record itself, or the one that it was merged into, through any number of
 * merges (specification §25).
 */
export async function findCurrent(
  db: Db,
  scope: Scope,
  type: string,
  id: number,
): Promise<RecordRow | undefined> {
  const row = await records.findRecord.first(db, scope, { type, id });
  if (row !== undefined) return row;
  const current = await merges.resolveRecord.first(db, scope, { type, id });
  return current?.deleted_at === null ? current : undefined;
}

/** Returns the id of the live record that a record was merged into, or undefined. */
export async function findPrimary(
  db: Db,
  scope: Scope,
  type: string,
  id: number,
): Promise<number | undefined> {
  const current = await merges.resolveRecord.first(db, scope, { type, id });
  return current?.deleted_at === null && current.id !== id ? current.id : undefined;
}

/**
 * Returns the live records that some records were merged into, by the id of the merged one. Resolves only ids of merged
 * records one by one, because a batch can name 100,000 ids that do not exist.
 */
export async function findPrimaries(
  db: Db,
  scope: Scope,
  wanted: readonly { readonly type: string; readonly id: number }[],
): Promise<ReadonlyMap<number, number>> {
  const distinct = new Map(wanted.map((record) => [`${record.type}:${record.id}`, record]));
  const ids = new Set(wanted.map(({ id }) => id));
  const merged = await findMerged(db, scope, [...ids]);
  const found = new Map<number, number>();
  for (const { type, id } of distinct.values()) {
    if (!merged.has(id)) continue;
    const primary = await findPrimary(db, scope, type, id);
    if (primary !== undefined) found.set(id, primary);
  }
  return found;
}

async function findMerged(
  db: Db,
  scope: Scope,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const found = new Set<number>();
  for (let start = 0; start < ids.length; start += merges.MAX_IDS) {
    if (start > 0) await nextTurn();
    const some = ids.slice(start, start + merges.MAX_IDS);
    for (const id of await merges.findMerged(db, scope, some)) found.add(id);
  }
  return found;
}

/**
 * Returns the error for a write to a record that is not live: MERGED with the id of the record that it was merged
 * into, else `otherwise`, or NOT_FOUND or ERASED.
 */
export async function refusedWrite(
  db: Db,
  scope: Scope,
  { object: { name: type, idParam }, id }: { readonly object: ObjectSchema; readonly id: number },
  otherwise?: CrmError,
): Promise<CrmError> {
  const primary = await findPrimary(db, scope, type, id);
  if (primary !== undefined) return invalid([mergedIssue(type, id, primary, idParam)]);
  return otherwise ?? notLive(db, scope, type, id);
}
