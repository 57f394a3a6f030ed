import { type Db, erasures, records, runWrites } from "@rapport/db";
import type { Call } from "../call.ts";
import { CrmError } from "../errors.ts";
import type { Principal } from "../principal.ts";
import { recordRoom } from "../quotas/records.ts";
import { reindex } from "../record-index/reindex.ts";
import { RESTORABLE_DAYS, restorableSince } from "../retention.ts";
import { requireWithinLimits } from "./associations/limits.ts";
import { refusedWrite } from "./current.ts";
import { withId } from "./errors.ts";
import { recordHistory } from "./history.ts";
import type { AddingDeps } from "./record.ts";
import { writeRecord } from "./write-record.ts";

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
      throw await refusedWrite(tx, principal, { type, id }, otherwise);
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
