import { setImmediate as nextTurn } from "node:timers/promises";
import { type Db, recordIndex, records } from "@rapport/db";
import { OBJECT_TYPES, type ObjectType, type PropertyDefinition } from "@rapport/model";
import { CrmError, type Issue } from "../errors.ts";
import { indexRows, reserveUniqueValues, uniqueRows } from "../record-index/reindex.ts";
import { conflictIssues, UniqueValuesTaken } from "../record-index/unique-conflict.ts";

/** Records per read when a property becomes indexed or unique. */
const BATCH_RECORDS = 1_000;
/** Records that are indexed before other requests get their turn. */
const RECORDS_PER_TURN = 64;

/**
 * Adds or removes the index rows of a property whose setting `indexed` or `unique` changes, for all records of its type.
 *
 * @throws CrmError CONFLICT if two live records have the same value of a property that becomes unique
 */
export async function changeIndex(
  tx: Db,
  projectId: number,
  type: ObjectType,
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
  for (let last = 0; ; ) {
    const rows = await records.listAfter(tx, scope, { type, after: last, limit: BATCH_RECORDS });
    for (let at = 0; at < rows.length; at += RECORDS_PER_TURN) {
      const some = rows
        .slice(at, at + RECORDS_PER_TURN)
        .map(
          (row) =>
            [{ projectId, type, id: row.id, createdAt: row.created_at }, row.properties] as const,
        );
      if (index) {
        const entries = some.flatMap(([record, values]) => indexRows(record, definitions, values));
        await recordIndex.insertIndexRows(tx, entries);
      }
      for (const [record, values] of unique ? some : []) {
        await reserveOrRefuse(tx, record, uniqueRows(record, definitions, values));
      }
      await nextTurn();
    }
    if (rows.length < BATCH_RECORDS) return;
    last = rows.at(-1)?.id ?? last;
  }
}

async function reserveOrRefuse(
  tx: Db,
  record: { projectId: number; type: ObjectType; id: number },
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
function shared({ type, id }: { type: ObjectType; id: number }, held: Issue): CrmError {
  const both = `${OBJECT_TYPES[type].plural} ${held.conflictingId} and ${id}`;
  const message = `"${held.path}" cannot be unique: ${both} have the same value. Change one of them, then try again.`;
  return new CrmError("CONFLICT", message, {
    issues: [{ ...held, path: "unique", message, recordId: String(id) }],
  });
}
