import { setImmediate as nextTurn } from "node:timers/promises";
import { type Db, recordIndex, recordScan, recordsById } from "@rapport/db";
import type { PropertyDefinition } from "@rapport/model";
import { CrmError, type Issue } from "../errors.ts";
import { reserveUniqueValues, uniqueRows, valueRows } from "../record-index/reindex.ts";
import { conflictIssues, UniqueValuesTaken } from "../record-index/unique-conflict.ts";

/** Records whose ids are read at once when a property becomes indexed or unique. */
const BATCH_RECORDS = 1_000;
/** Records whose values are read and indexed before other requests get their turn. */
const RECORDS_PER_TURN = 64;

/**
 * Adds or removes the index rows of a property whose setting `indexed` or `unique` changes, for all records of its type.
 *
 * @throws CrmError CONFLICT if two live records have the same value of a property that becomes unique
 */
export async function changeIndex(
  tx: Db,
  projectId: number,
  type: string,
  before: PropertyDefinition,
  after: PropertyDefinition,
): Promise<void> {
  const index = after.indexed && !before.indexed;
  const unique = after.unique && !before.unique;
  const scope = { projectId };
  if (!after.indexed && before.indexed) await recordIndex.dropIndex(tx, scope, type, after.name);
  if (!after.unique && before.unique) await recordIndex.dropUnique(tx, scope, type, after.name);
  if (!index && !unique) return;

  const definitions = new Map([[after.name, after]]);
  for (let above = 0; ; ) {
    const range = { above, below: Number.MAX_SAFE_INTEGER };
    const found = await recordScan.scanIds(tx, scope, type, range, "asc", BATCH_RECORDS);
    const ids = found.map(({ id }) => id);
    const { name } = after;
    for (let at = 0; at < ids.length; at += RECORDS_PER_TURN) {
      // Not the whole records, because each can have 1 MiB.
      const some = ids.slice(at, at + RECORDS_PER_TURN);
      const values = await recordsById.findValues(tx, scope, type, some, name);
      const read = values.map(
        ({ id, value }) => [{ projectId, type, id }, { [name]: value }] as const,
      );
      if (index) {
        const entries = read.flatMap(([record, value]) => valueRows(record, definitions, value));
        await recordIndex.insertIndexRows(tx, entries);
      }
      for (const [record, value] of unique ? read : []) {
        await reserveOrRefuse(tx, record, uniqueRows(record, definitions, value));
      }
      await nextTurn();
    }
    if (ids.length < BATCH_RECORDS) return;
    above = ids.at(-1) ?? above;
  }
}

async function reserveOrRefuse(
  tx: Db,
  record: { projectId: number; type: string; id: number },
  rows: readonly recordIndex.IndexRow[],
): Promise<void> {
  // Check first: after a failed insert PostgreSQL rejects every statement until rollback.
  const [held] = await conflictIssues(tx, record, rows);
  if (held !== undefined) throw shared(record, held);
  try {
    await reserveUniqueValues(tx, rows);
  } catch (error) {
    if (!(error instanceof UniqueValuesTaken)) throw error;
    throw new CrmError("CONFLICT", "Another change took one of the values. Try again.", {
      cause: error,
    });
  }
}

/** Returns a CONFLICT that names both records, because the admin is writing neither of them. */
function shared({ type, id }: { type: string; id: number }, held: Issue): CrmError {
  const both = `the ${type} records ${held.conflictingId} and ${id}`;
  const message = `"${held.path}" cannot be unique: ${both} have the same value. Change one of them, then try again.`;
  return new CrmError("CONFLICT", message, {
    issues: [{ ...held, path: "unique", message, recordId: String(id) }],
  });
}
