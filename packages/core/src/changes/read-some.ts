import { type Db, recordsById } from "@rapport/db";
import { bytesOfRecord } from "../page.ts";
import { MAX_BATCH_BYTES } from "../records/batch/room.ts";

/** Records that one statement reads. */
const CHUNK = 100;

/** The first of some records, as far as their values fit into memory. */
export interface SomeRecords {
  /** The ids that were looked up, also of records that are not live. */
  readonly ids: readonly number[];
  /** The live records among them. */
  readonly rows: ReadonlyMap<number, recordsById.ScannedRecord>;
}

/** Reads records in the order of their ids, until they have about as many bytes as one batch may have. */
export async function readSome(
  db: Db,
  scope: { readonly projectId: number },
  ids: readonly number[],
): Promise<SomeRecords> {
  const rows = new Map<number, recordsById.ScannedRecord>();
  let end = 0;
  for (let left = MAX_BATCH_BYTES; end < ids.length && left > 0; end += CHUNK) {
    const found = await recordsById.findMany(db, scope, ids.slice(end, end + CHUNK));
    for (const row of found.values()) {
      rows.set(row.id, row);
      left -= bytesOfRecord(row);
    }
  }
  return { ids: ids.slice(0, end), rows };
}
