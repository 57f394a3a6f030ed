import { type Db, merges, type RecordRow, records } from "@rapport/db";
import type { ObjectType } from "@rapport/model";
import type { CrmError } from "../errors.ts";
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
  type: ObjectType,
  id: number,
): Promise<RecordRow | undefined> {
  const row = await records.findRecord(db, scope, type, id);
  if (row !== undefined) return row;
  const current = await merges.resolveRecord(db, scope, type, id);
  return current?.deleted_at === null ? current : undefined;
}

/** Returns the id of the live record that a record was merged into, or undefined. */
export async function findPrimary(
  db: Db,
  scope: Scope,
  type: ObjectType,
  id: number,
): Promise<number | undefined> {
  const current = await merges.resolveRecord(db, scope, type, id);
  return current?.deleted_at === null && current.id !== id ? current.id : undefined;
}

/** Returns the live records that some records were merged into, by the id of the merged one. */
export async function findPrimaries(
  db: Db,
  scope: Scope,
  ids: Iterable<{ readonly type: ObjectType; readonly id: number }>,
): Promise<ReadonlyMap<number, number>> {
  const found = new Map<number, number>();
  for (const { type, id } of ids) {
    const primary = await findPrimary(db, scope, type, id);
    if (primary !== undefined) found.set(id, primary);
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
  type: ObjectType,
  id: number,
  otherwise?: CrmError,
): Promise<CrmError> {
  const primary = await findPrimary(db, scope, type, id);
  if (primary !== undefined) return invalid([mergedIssue(type, id, primary)]);
  return otherwise ?? notLive(db, scope, type, id);
}
