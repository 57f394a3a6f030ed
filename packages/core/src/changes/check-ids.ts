import { type Db, recordBatches, recordsById } from "@rapport/db";
import { CrmError } from "../errors.ts";
import type { Principal } from "../principal.ts";
import { restorableSince } from "../retention.ts";

/** Records that one statement reads. Most often, the first ones include one to change. */
const CHUNK = 100;

/**
 * Checks that at least one of some ids is that of a record to change. The others are refused one by one.
 *
 * @param isOfDeleted whether the records are to be restored
 * @throws CrmError NOT_FOUND
 */
export async function checkIds(
  db: Db,
  scope: Principal,
  type: string,
  ids: readonly number[],
  isOfDeleted: boolean,
): Promise<void> {
  const since = restorableSince(new Date());
  for (let start = 0; start < ids.length; start += CHUNK) {
    const some = ids.slice(start, start + CHUNK);
    const rows = isOfDeleted
      ? await recordBatches.lockDeleted(db, scope, type, some, since)
      : [...(await recordsById.findMany(db, scope, some)).values()].filter(
          (row) => row.type === type,
        );
    if (rows.length > 0) return;
  }
  throw new CrmError("NOT_FOUND", `None of these ${isOfDeleted ? "deleted " : ""}records exists.`);
}
