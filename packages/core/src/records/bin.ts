import { type Db, endWith, erasures, recordBin, records, runWrites } from "@rapport/db";
import type { Call } from "../call.ts";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { bytesOfRecord, MAX_PAGE_BYTES, openPosition, sealCursor } from "../paging.ts";
import type { Principal } from "../principal.ts";
import { recordRoom } from "../quotas/records.ts";
import { reindex } from "../record-index/reindex.ts";
import { purgedAt, RESTORABLE_DAYS, restorableSince } from "../retention.ts";
import { requireWithinLimits } from "./associations/limits.ts";
import { refusedWrite } from "./current.ts";
import { withId } from "./errors.ts";
import { recordHistory } from "./history.ts";
import { type NamedRecord, namedIn } from "./names.ts";
import {
  type AddingDeps,
  checkVersion,
  type Properties,
  type RecordDeps,
  type VersionCondition,
} from "./record.ts";
import { writeRecord } from "./write-record.ts";

export interface BinnedRecord extends NamedRecord {
  readonly deletedAt: string;
  /** When the record is removed permanently. */
  readonly purgedAt: string;
  readonly properties: Properties;
}

type SortKey = readonly [deletedAt: string, id: number];

/** Maximum number of deleted records that one call examines to find those of one type. */
const MAX_EXAMINED_RECORDS = 2_000;
/** Records whose properties one statement reads. */
const PORTION = 20;
const NOW: SortKey = ["9999-12-31T23:59:59.999Z", Number.MAX_SAFE_INTEGER];

/**
 * Lists the deleted records that can be restored, most recently deleted first, one page at a time. A page of large
 * records may be short, and with a type, also empty, although more pages follow.
 *
 * @throws CrmError INVALID_INPUT for a cursor of another list
 */
export async function listBin(
  { deps, principal }: Call<Pick<Deps, "db" | "schemas" | "cursors">>,
  query: { type?: string | undefined; cursor?: string | undefined; limit: number },
): Promise<{ records: readonly BinnedRecord[]; nextCursor: string | null }> {
  const { type, cursor, limit } = query;
  const identity = { list: "bin", filter: { type } };
  const before = openPosition<SortKey>({ deps, principal }, identity, cursor) ?? NOW;
  const rows = await recordBin.listDeleted(deps.db, principal, {
    since: restorableSince(new Date()),
    before,
    limit: type === undefined ? limit + 1 : MAX_EXAMINED_RECORDS,
  });
  const schema = await deps.schemas.get(principal.projectId);
  const wanted = type === undefined ? rows : rows.filter((row) => row.type === type);
  const { records, read } = await readRecords(deps.db, principal, wanted.slice(0, limit));
  const last = wanted.length > read ? wanted.at(read - 1) : rows.at(MAX_EXAMINED_RECORDS - 1);
  return {
    records: records.map((row) => ({
      ...namedIn(schema, row),
      deletedAt: row.deleted_at,
      purgedAt: purgedAt(row.deleted_at),
      properties: row.properties,
    })),
    nextCursor: sealCursor(
      { deps, principal },
      identity,
      last === undefined ? null : [last.deleted_at, last.id],
    ),
  };
}

/**
 * Soft-deletes a record. Reads no longer find it, and its unique values become free (specification §4.1).
 *
 * @param conditions versions that the record must have
 * @throws CrmError NOT_FOUND, ERASED, VERSION_MISMATCH, or MERGED if it was merged into another record
 */
export async function deleteRecord(
  { deps, principal }: Call<RecordDeps>,
  type: string,
  id: number,
  conditions: readonly VersionCondition[] = [],
): Promise<void> {
  await writeRecord({ deps, principal }, type, (object, at) => async (tx) => {
    const row = await records.lockRecord(tx, principal, type, id);
    if (row === undefined) throw await refusedWrite(tx, principal, { object, id });
    checkVersion(conditions, row);
    const record = { ...principal, type, id, createdAt: row.created_at };
    const deleted = { ...row, version: row.version + 1, updated_at: at, deleted_at: at };
    const change = { type, action: "deleted", row: deleted } as const;
    await endWith(tx, [
      records.markDeleted.write(principal, { id, deletedAt: at, at }),
      ...reindex(record, object.properties, { before: row.properties, after: {} }),
      ...recordHistory(principal, change, { object, at }),
    ]);
  });
}

/**
 * Restores a record, with its associations, within 90 days of its deletion (specification §14).
 *
 * @throws CrmError NOT_FOUND if the record was not deleted in that time; MERGED; CONFLICT if it was erased, or with
 *   the other record's id if another record has taken one of its unique values; ASSOCIATION_LIMIT with the record that is there; QUOTA if the tenant may have no more records
 */
export async function restoreRecord(
  { deps, principal }: Call<AddingDeps>,
  type: string,
  id: number,
): Promise<void> {
  const since = restorableSince(new Date());
  await writeRecord({ deps, principal }, type, (object, at) => async (tx) => {
    const room = await recordRoom(deps, tx, principal);
    const row = await records.lockDeleted(tx, principal, { type, id }, since);
    if (row === undefined) {
      const otherwise = await notRestorable(tx, principal, type, id);
      throw await refusedWrite(tx, principal, { object, id }, otherwise);
    }
    if (room.left < 1) throw room.refusal();
    const { properties } = row;
    const { idParam } = object;
    const record = { ...principal, type, id, createdAt: row.created_at };
    const restored = { ...row, version: row.version + 1, updated_at: at, deleted_at: null };
    const change = { type, action: "restored", row: restored } as const;
    await runWrites(tx, [
      records.markDeleted.write(principal, { id, deletedAt: null, at }),
      ...reindex(record, object.properties, { before: {}, after: properties }),
      ...recordHistory(principal, change, { object, at }),
    ]);
    await requireWithinLimits(tx, principal, { object, id }, idParam);
  });
}

async function notRestorable(
  tx: Db,
  principal: Principal,
  type: string,
  id: number,
): Promise<CrmError> {
  if (await erasures.isErased(tx, principal, type, id)) {
    return new CrmError(
      "CONFLICT",
      `The ${type} with id ${id} was erased. Nothing can restore it.`,
    );
  }
  return new CrmError(
    "NOT_FOUND",
    `No ${type} ${withId(id)} was deleted in the last ${RESTORABLE_DAYS} days.`,
  );
}

/** Reads records until they fill a page, and returns also how many of the rows it read. */
async function readRecords(
  db: Deps["db"],
  principal: Principal,
  rows: readonly recordBin.DeletedRow[],
): Promise<{ records: readonly recordBin.DeletedRecord[]; read: number }> {
  const records: recordBin.DeletedRecord[] = [];
  let bytes = 0;
  for (let start = 0; start < rows.length; start += PORTION) {
    const portion = rows.slice(start, start + PORTION).map(({ id }) => id);
    const found = await recordBin.findDeleted(db, principal, portion);
    for (const [i, id] of portion.entries()) {
      const record = found.get(id);
      // Restored or erased meanwhile.
      if (record === undefined) continue;
      records.push(record);
      bytes += bytesOfRecord(record);
      if (bytes > MAX_PAGE_BYTES) return { records, read: start + i + 1 };
    }
  }
  return { records, read: rows.length };
}
