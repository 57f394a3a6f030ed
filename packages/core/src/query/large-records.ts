import { type Db, type RecordRow, recordPages } from "@rapport/db";
import { bytesOfRecord, MAX_PAGE_BYTES } from "../page.ts";
import type { Principal } from "../principal.ts";

type Light<Row extends RecordRow> = recordPages.Light<Row>;

/**
 * Cuts a page as `cutPage` does. Reads the large records of it one after another, and only as many as the page has room
 * for. They may have changed since the others were read; those that were removed for good are left out.
 *
 * @param rows the rows of the page, and one more row, which shows whether another page follows
 * @returns the records of the page, and its last row if another page follows
 */
export async function readPage<Row extends RecordRow>(
  db: Db,
  scope: Principal,
  rows: readonly Light<Row>[],
  limit: number,
): Promise<{
  readonly shown: readonly (Row | recordPages.ChangedRecord)[];
  readonly last: Light<Row> | null;
}> {
  const shown: (Row | recordPages.ChangedRecord)[] = [];
  let [read, bytes] = [0, 0];
  for (const row of rows.slice(0, limit)) {
    if (bytes > MAX_PAGE_BYTES) break;
    const record = isWhole(row) ? row : await recordPages.findRecord(db, scope, row.id);
    read++;
    if (record === undefined) continue;
    shown.push(record);
    bytes += bytesOfRecord(record);
  }
  return { shown, last: read < rows.length ? (rows[read - 1] ?? null) : null };
}

function isWhole<Row extends RecordRow>(row: Light<Row>): row is Light<Row> & Row {
  return row.properties !== null;
}
