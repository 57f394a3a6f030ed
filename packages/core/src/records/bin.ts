import { recordBin } from "@rapport/db";
import type { Call } from "../call.ts";
import { openPosition, sealCursor } from "../cursor.ts";
import type { Deps } from "../deps.ts";
import { bytesOfRecord, MAX_PAGE_BYTES } from "../page.ts";
import type { Principal } from "../principal.ts";
import { purgedAt, restorableSince } from "../retention.ts";
import { type NamedRecord, namedIn } from "./names.ts";
import type { Properties } from "./record.ts";

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
  const before = openPosition<SortKey>(deps, principal, identity, cursor) ?? NOW;
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
