import { sql } from "kysely";
import type { Db } from "../../dialect/dialect.ts";
import { forShare } from "../../dialect/locks.ts";
import type { Row } from "../../schema.ts";
import type { Scope } from "../../scope.ts";
import { sqlStatement } from "../../statement.ts";

/** Ids that `holdLive` looks up in one statement. */
const IDS_PER_LOOKUP = 8;

/**
 * Returns which of these ids are live records of the project, by id. In a transaction, no other transaction
 * can change or delete them until it ends.
 */
export async function holdLive(
  db: Db,
  scope: Scope,
  ids: readonly number[],
): Promise<ReadonlyMap<number, LiveRecord>> {
  const found = new Map<number, LiveRecord>();
  for (let start = 0; start < ids.length; start += IDS_PER_LOOKUP) {
    const chunk = ids.slice(start, start + IDS_PER_LOOKUP);
    const args: Record<string, number> = { project: scope.projectId };
    for (let i = 0; i < IDS_PER_LOOKUP; i++) args[`id${i}`] = chunk[i] ?? (chunk[0] as number);
    for (const row of await live.all(db, args)) found.set(row.id, row);
  }
  return found;
}

type LiveRecord = Pick<Row<"records">, "id" | "type" | "version">;

export const live = sqlStatement<Record<string, number>, LiveRecord>(
  "records_hold_live",
  (param, dialect) => sql`
    select id, type, version from (
      select id, type, version, deleted_at from records
      where project_id = ${param("project")}
        and id in (${sql.join(Array.from({ length: IDS_PER_LOOKUP }, (_, i) => param(`id${i}`)))})
      limit ${sql.lit(IDS_PER_LOOKUP)} ${forShare(dialect)}) as found
    where deleted_at is null`,
);
