import { sql } from "kysely";
import { isInGroup, joinRecord } from "../../dialect/access-path.ts";
import type { Db } from "../../dialect/dialect.ts";
import { jsonValues, textMember } from "../../dialect/json.ts";
import type { Scope } from "../../scope.ts";
import { sqlStatement } from "../../statement.ts";

export interface ActivityRow {
  readonly id: number;
  /** The time at which it is in a timeline; null if it is in none. */
  readonly at: string | null;
  readonly due_at: string | null;
}

/** The live activities of one type of a record. */
interface ActivitiesOf {
  readonly record: number;
  readonly type: string;
  /** The property that has the time at which one is in a timeline. */
  readonly at: string;
  readonly limit: number;
}

/**
 * Lists the times of the live activities of a record, those with the highest ids first.
 *
 * @param isFirst whether the type of the activities comes before that of the record in the stored order
 */
export function listActivities(
  db: Db,
  scope: Scope,
  of: ActivitiesOf,
  isFirst: boolean,
): Promise<readonly ActivityRow[]> {
  const { from, to } = activities;
  return (isFirst ? from : to).all(db, { project: scope.projectId, ...of });
}

const activities = {
  from: activityStatement("from", "to"),
  to: activityStatement("to", "from"),
};

function activityStatement(side: "from" | "to", other: "from" | "to") {
  const id = sql.ref(`a.${side}_id`);
  return sqlStatement<ActivitiesOf & { project: number }, ActivityRow>(
    `activity_list_${side}`,
    (param, dialect) => sql`
    select r.id, r.properties ->> cast(${param("at")} as text) as at,
      ${textMember(dialect, sql`r.properties`, "due_at")} as due_at
    from associations a ${joinRecord(dialect, param("project"), id)}
    where a.project_id = ${param("project")} and ${sql.ref(`a.${other}_id`)} = ${param("record")}
      and ${sql.ref(`a.${side}_type`)} = ${param("type")} and r.deleted_at is null
    order by ${id} desc limit ${param("limit")}`,
  );
}

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
