import { sql } from "kysely";
import { joinRecord } from "../access-path.ts";
import type { Db, DialectName } from "../dialect/dialect.ts";
import type { StoredProperties } from "../schema.ts";
import type { Scope } from "../scope.ts";
import { insertRows, type Param, sqlStatement, statement } from "../statement.ts";

/** Adds associations, each once: one that is there already stays as it is. */
export const insertAssociations = insertRows(
  "associations",
  ["project_id", "from_id", "from_type", "to_id", "to_type", "created_at"],
  "ignore",
);

export interface AssociatedRow {
  readonly id: number;
  readonly type: string;
}

/** No record is associated with more types than there are. */
const TYPES = 6;

/**
 * The live records associated with one, whichever side the association was made from.
 *
 * @param types only these object types, at least one
 */
export function findAssociated(
  db: Db,
  scope: Scope,
  id: number,
  types: readonly string[],
): Promise<readonly AssociatedRow[]> {
  const args: Record<string, string | number> = { project: scope.projectId, id };
  for (let i = 0; i < TYPES; i++) args[`type${i}`] = types[i] ?? (types[0] as string);
  return associated.all(db, args);
}

const associated = sqlStatement<Record<string, string | number>, AssociatedRow>(
  "associated",
  (param, dialect) => {
    const types = sql.join(Array.from({ length: TYPES }, (_, i) => param(`type${i}`)));
    const side = (theirs: "from" | "to", ours: "from" | "to") => sql`
      select ${sql.ref(`a.${theirs}_id`)} as id, ${sql.ref(`a.${theirs}_type`)} as type
      from associations a ${joinRecord(dialect, sql`a.project_id`, sql.ref(`a.${theirs}_id`))}
      where a.project_id = ${param("project")} and ${sql.ref(`a.${ours}_id`)} = ${param("id")}
        and ${sql.ref(`a.${theirs}_type`)} in (${types}) and r.deleted_at is null`;
    return sql`${side("to", "from")} union all ${side("from", "to")} order by id`;
  },
);

export interface AssociatedRecord {
  readonly id: number;
  readonly properties: StoredProperties;
}

/** The records of one type that a record is associated with. */
interface Side {
  /** The record's id. */
  readonly id: number;
  /** Type of the others. */
  readonly type: string;
  /** Whether their type is the earlier one of the two, so that each association was written from them. */
  readonly isFrom: boolean;
}

/**
 * One page of the live records of one type that a record is associated with, the highest id first: one descent
 * into an index and as many steps as the page has rows, however many there are.
 *
 * @param page.before the id that the page comes before
 */
export function listAssociated(
  db: Db,
  scope: Scope,
  { isFrom, ...side }: Side,
  page: { before: number; limit: number },
): Promise<readonly AssociatedRecord[]> {
  const pages = isFrom ? pageOfFrom : pageOfTo;
  return pages.all(db, { project: scope.projectId, ...side, ...page });
}

/** How many live records `listAssociated` walks over, counted up to the limit. */
export async function countAssociated(
  db: Db,
  scope: Scope,
  { isFrom, ...side }: Side,
  limit: number,
): Promise<number> {
  const counted = isFrom ? countOfFrom : countOfTo;
  return (await counted.first(db, { project: scope.projectId, ...side, limit }))?.count ?? 0;
}

interface SideArgs {
  readonly project: number;
  readonly id: number;
  readonly type: string;
  readonly limit: number;
}

const pageOfFrom = pageStatement("from", "to");
const pageOfTo = pageStatement("to", "from");
const countOfFrom = countStatement("from", "to");
const countOfTo = countStatement("to", "from");

function pageStatement(theirs: "from" | "to", ours: "from" | "to") {
  return sqlStatement<SideArgs & { before: number }, AssociatedRecord>(
    `associated_page_${theirs}`,
    (param, dialect) => sql`
      select r.id, r.properties ${liveOf(param, theirs, ours, dialect)}
        and ${sql.ref(`a.${theirs}_id`)} < ${param("before")}
      order by ${sql.ref(`a.${theirs}_id`)} desc limit ${param("limit")}`,
  );
}

function countStatement(theirs: "from" | "to", ours: "from" | "to") {
  return sqlStatement<SideArgs, { count: number }>(
    `associated_count_${theirs}`,
    (param, dialect) => sql`
      select count(*) as count from (
        select 1 ${liveOf(param, theirs, ours, dialect)} limit ${param("limit")}) as counted`,
  );
}

function liveOf(
  param: Param<SideArgs>,
  theirs: "from" | "to",
  ours: "from" | "to",
  dialect: DialectName,
) {
  return sql`
    from associations a
    ${joinRecord(dialect, sql`a.project_id`, sql.ref(`a.${theirs}_id`))}
    where a.project_id = ${param("project")} and ${sql.ref(`a.${ours}_id`)} = ${param("id")}
      and ${sql.ref(`a.${theirs}_type`)} = ${param("type")} and r.deleted_at is null`;
}

/** Whether two records are associated; `from` is the one of the earlier type. */
export const findAssociation = statement<
  { project: number; from: number; toType: string; to: number },
  { to_id: number }
>("association_find", (query, param) =>
  query
    .selectFrom("associations")
    .select("to_id")
    .where("project_id", "=", param("project"))
    .where("from_id", "=", param("from"))
    .where("to_type", "=", param("toType"))
    .where("to_id", "=", param("to")),
);

/** Takes two records apart, whichever side the association was made from; false when they were not together. */
export async function deleteAssociation(
  tx: Db,
  scope: Scope,
  one: number,
  other: number,
): Promise<boolean> {
  const rows = await remove.all(tx, { project: scope.projectId, one, other });
  return rows.length > 0;
}

// Both ids may be on either side. What is known of the later side must not choose the index: far more
// records may be associated with one from there.
const remove = sqlStatement<{ project: number; one: number; other: number }, { from_id: number }>(
  "association_delete",
  (param) => sql`
    delete from associations
    where project_id = ${param("project")} and from_id in (${param("one")}, ${param("other")})
      and to_id + 0 in (${param("one")}, ${param("other")})
    returning from_id`,
);
