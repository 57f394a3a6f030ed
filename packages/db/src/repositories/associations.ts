import { sql } from "kysely";
import type { Db } from "../dialect/dialect.ts";
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

const associated = statement<Record<string, string | number>, AssociatedRow>(
  "associated",
  (query, param) => {
    const types = Array.from({ length: TYPES }, (_, i) => param(`type${i}`) as never);
    const project = sql<number>`${param("project")}`;
    const id = sql<number>`${param("id")}`;
    return query
      .selectFrom("associations as a")
      .innerJoin("records as r", (join) =>
        join.onRef("r.project_id", "=", "a.project_id").onRef("r.id", "=", "a.to_id"),
      )
      .select(["a.to_id as id", "a.to_type as type"])
      .where("a.project_id", "=", project)
      .where("a.from_id", "=", id)
      .where("a.to_type", "in", types)
      .where("r.deleted_at", "is", null)
      .unionAll(
        query
          .selectFrom("associations as a")
          .innerJoin("records as r", (join) =>
            join.onRef("r.project_id", "=", "a.project_id").onRef("r.id", "=", "a.from_id"),
          )
          .select(["a.from_id as id", "a.from_type as type"])
          .where("a.project_id", "=", project)
          .where("a.to_id", "=", id)
          .where("a.from_type", "in", types)
          .where("r.deleted_at", "is", null),
      )
      .orderBy("id");
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
    (param) => sql`
      select r.id, r.properties ${liveOf(param, theirs, ours)}
        and ${sql.ref(`a.${theirs}_id`)} < ${param("before")}
      order by ${sql.ref(`a.${theirs}_id`)} desc limit ${param("limit")}`,
  );
}

function countStatement(theirs: "from" | "to", ours: "from" | "to") {
  return sqlStatement<SideArgs, { count: number }>(
    `associated_count_${theirs}`,
    (param) => sql`
      select count(*) as count from (
        select 1 ${liveOf(param, theirs, ours)} limit ${param("limit")}) as counted`,
  );
}

function liveOf(param: Param<SideArgs>, theirs: "from" | "to", ours: "from" | "to") {
  return sql`
    from associations a
    join records r on r.project_id = a.project_id and r.id = ${sql.ref(`a.${theirs}_id`)}
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

const remove = statement<{ project: number; one: number; other: number }, { from_id: number }>(
  "association_delete",
  (query, param) =>
    query
      .deleteFrom("associations")
      .where("project_id", "=", param("project"))
      .where((eb) =>
        eb.or([
          eb("from_id", "=", param("one")).and("to_id", "=", param("other")),
          eb("from_id", "=", param("other")).and("to_id", "=", param("one")),
        ]),
      )
      .returning("from_id"),
);
