import { type Db, type RecordRow, recordPages } from "@rapport/db";
import { bytesOfRecord, readPage } from "../page.ts";
import type { Principal } from "../principal.ts";

type Light<Row extends RecordRow> = recordPages.Light<Row>;

/**
 * Cuts a page of records, see `readPage`. Large records may have changed since the others were read; those that were removed
 * for good are left out.
 */
export function readRecords<Row extends RecordRow>(
  db: Db,
  scope: Principal,
  rows: readonly Light<Row>[],
  limit: number,
): Promise<{
  readonly shown: readonly (Row | recordPages.ChangedRecord)[];
  readonly last: Light<Row> | null;
}> {
  const read = (row: Light<Row>) =>
    isWhole(row) ? row : recordPages.findRecord(db, scope, row.id);
  return readPage<Light<Row>, Row | recordPages.ChangedRecord>(rows, limit, read, bytesOfRecord);
}

function isWhole<Row extends RecordRow>(row: Light<Row>): row is Light<Row> & Row {
  return row.properties !== null;
}
