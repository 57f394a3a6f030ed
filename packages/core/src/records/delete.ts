import { endWith, records } from "@rapport/db";
import type { Call } from "../call.ts";
import { reindex } from "../record-index/reindex.ts";
import { refusedWrite } from "./current.ts";
import { recordHistory } from "./history.ts";
import { checkVersion, type RecordDeps, type VersionCondition } from "./record.ts";
import { writeRecord } from "./write-record.ts";

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
    if (row === undefined) throw await refusedWrite(tx, principal, { type, id });
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
