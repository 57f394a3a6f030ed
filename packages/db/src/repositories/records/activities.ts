import { sql } from "kysely";
import { isInGroup, joinRecord } from "../../dialect/access-path.ts";
import type { Db } from "../../dialect/dialect.ts";
import { jsonValues, textMember } from "../../dialect/json.ts";
import type { Scope } from "../../scope.ts";
import { sqlStatement } from "../../statement.ts";

export interface ActivityRow {
  readonly id: number;
  /** When a note happened. */
  readonly occurred_at: string | null;
  /** When a task was completed; null while it is open. */
  readonly completed_at: string | null;
  readonly due_at: string | null;
}

/**
 * Lists the times of the live notes or tasks of a record, those with the highest ids first.
 *
 * @param side.type a type that comes before the record's type in the stored order
 */
export function listActivities(
  db: Db,
  scope: Scope,
  side: { readonly record: number; readonly type: string },
  limit: number,
): Promise<readonly ActivityRow[]> {
  return activities.all(db, { project: scope.projectId, ...side, limit });
}

const activities = sqlStatement<
  { project: number; record: number; type: string; limit: number },
  ActivityRow
>(
  "activity_list",
  (param, dialect) => sql`
    select r.id,
      ${textMember(dialect, sql`r.properties`, "occurred_at")} as occurred_at,
      ${textMember(dialect, sql`r.properties`, "completed_at")} as completed_at,
      ${textMember(dialect, sql`r.properties`, "due_at")} as due_at
    from associations a ${joinRecord(dialect, param("project"), sql`a.from_id`)}
    where a.project_id = ${param("project")} and a.to_id = ${param("record")}
      and a.from_type = ${param("type")} and r.deleted_at is null
    order by a.from_id desc limit ${param("limit")}`,
);

/** Returns the stored actor who created each record, by id. */
export async function findCreators(
  db: Db,
  scope: Scope,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await creators.all(db, { project: scope.projectId, ids: JSON.stringify(ids) });
  return new Map(rows.flatMap(({ id, actor }) => (actor === null ? [] : [[id, actor] as const])));
}

const OF_WANTED = { column: sql`h.record_id`, value: sql`wanted.value` };

const creators = sqlStatement<
  { project: number; ids: string },
  { id: number; actor: string | null }
>(
  "activity_creators",
  (param, dialect) => sql`
    select wanted.value as id, (
      select h.actor from record_history h
      where h.project_id = ${param("project")} and ${isInGroup(dialect, OF_WANTED, sql`h.id`, {})}
      order by h.record_id, h.id limit 1) as actor
    from (${jsonValues(dialect, param("ids"), "bigint")}) as wanted`,
);
