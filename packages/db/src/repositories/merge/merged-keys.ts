import { sql } from "kysely";
import { MERGED_NAMES } from "../../columns.ts";
import { isAmong } from "../../dialect/access-path.ts";
import type { Db } from "../../dialect/dialect.ts";
import { jsonValues } from "../../dialect/json.ts";
import type { Scope } from "../../scope.ts";
import { sqlStatement } from "../../statement.ts";

/** Drops the values by which merged records of one type are found. */
export async function dropMergedKeys(
  tx: Db,
  scope: Scope,
  type: string,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await drop.all(tx, { project: scope.projectId, type, ids: JSON.stringify(ids) });
}

// Reads all such rows of the type, because the values may be gone from the records. They are few.
const drop = sqlStatement<{ project: number; type: string; ids: string }, never>(
  "merged_keys_drop",
  (param, dialect) => sql`
    delete from record_index
    where project_id = ${param("project")} and type = ${param("type")}
      and property >= ${sql.lit(MERGED_NAMES.from)} and property < ${sql.lit(MERGED_NAMES.below)}
      and ${isAmong(dialect, sql`record_id`, jsonValues(dialect, param("ids"), "bigint"))}`,
);
