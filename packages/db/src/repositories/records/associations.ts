import { type RawBuilder, sql } from "kysely";
import { joinRecord } from "../../dialect/access-path.ts";
import type { Db, DialectName } from "../../dialect/dialect.ts";
import { joinedText } from "../../dialect/expressions.ts";
import { jsonValues } from "../../dialect/json.ts";
import { type RecordTexts, recordTexts } from "../../record-texts.ts";
import type { Scope } from "../../scope.ts";
import { insertRows, type Param, sqlStatement, statement } from "../../statement.ts";

/** Adds associations. Skips those that exist already. */
export const insertAssociations = insertRows(
  "associations",
  ["project_id", "from_id", "from_type", "to_id", "to_type", "created_at"],
  "ignore",
);

export interface AssociatedIds {
  readonly record: number;
  /** Type of the associated records. */
  readonly type: string;
  /** Ids in ascending order. */
  readonly ids: readonly number[];
}

/**
 * Lists the live records associated with each of some records of one type, by type.
 *
 * @param types types to list: those that come before the records' own type in the stored order, and after
 * @param limit ids per record and type
 */
export async function findAssociated(
  db: Db,
  scope: Scope,
  records: readonly number[],
  types: { readonly before: readonly string[]; readonly after: readonly string[] },
  limit: number,
): Promise<readonly AssociatedIds[]> {
  const rows = await associated.all(db, {
    project: scope.projectId,
    records: JSON.stringify(records),
    before: JSON.stringify(types.before),
    after: JSON.stringify(types.after),
    limit,
  });
  return rows.map(({ ids, ...row }) => ({ ...row, ids: sortedIds(ids) }));
}

function sortedIds(text: string | null): readonly number[] {
  if (text === null) return [];
  return text
    .split(",")
    .map(Number)
    .sort((a, b) => a - b);
}

const associated = sqlStatement<
  { project: number; records: string; before: string; after: string; limit: number },
  { record: number; type: string; ids: string | null }
>("associated", (param, dialect) => {
  const side = (theirs: "from" | "to", ours: "from" | "to", types: RawBuilder<string>) => sql`
    select wanted.value as record, types.value as type, (
      select ${joinedText(dialect, sql`page.id`)} from (
        select ${sql.ref(`a.${theirs}_id`)} as id
        from associations a ${joinRecord(dialect, param("project"), sql.ref(`a.${theirs}_id`))}
        where a.project_id = ${param("project")} and ${sql.ref(`a.${ours}_id`)} = wanted.value
          and ${sql.ref(`a.${theirs}_type`)} = types.value and r.deleted_at is null
        order by ${sql.ref(`a.${theirs}_id`)} limit ${param("limit")}) as page) as ids
    from (${jsonValues(dialect, param("records"), "bigint")}) as wanted
    cross join (${jsonValues(dialect, types, "text")}) as types`;
  return sql`${side("from", "to", param("before"))} union all ${side("to", "from", param("after"))}`;
});

export type AssociatedRecord = Omit<RecordTexts, "type">;

/** One side of the associations between a record and another type. */
interface Side {
  /** The record's id. */
  readonly id: number;
  /** Type of the associated records. */
  readonly type: string;
  /** Whether their type comes first in the stored order of types. */
  readonly isFrom: boolean;
}

/**
 * Lists a record's live associated records of one type, highest id first, one page at a time. A page reads
 * only its own rows of the index, however many records are associated.
 *
 * @param page.before last id of the previous page
 * @param names names of the text properties to read
 */
export function listAssociated(
  db: Db,
  scope: Scope,
  { isFrom, ...side }: Side,
  page: { before: number; limit: number },
  names: readonly string[],
): Promise<readonly AssociatedRecord[]> {
  const pages = isFrom ? pageOfFrom : pageOfTo;
  const args = { project: scope.projectId, ...side, ...page };
  return pages.all(db, { ...args, names: JSON.stringify(names) });
}

/**
 * Lists a record's associations with live records of one type, lowest id first, one page at a time.
 *
 * @param page.after last id of the previous page, or 0 for the first page
 */
export function listAssociations(
  db: Db,
  scope: Scope,
  { isFrom, ...side }: Side,
  page: { after: number; limit: number },
): Promise<readonly { id: number; created_at: string }[]> {
  const lists = isFrom ? listOfFrom : listOfTo;
  return lists.all(db, { project: scope.projectId, ...side, ...page });
}

/** Counts the live records that `listAssociated` lists; stops at `limit`. */
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
const listOfFrom = listStatement("from", "to");
const listOfTo = listStatement("to", "from");
const countOfFrom = countStatement("from", "to");
const countOfTo = countStatement("to", "from");

function pageStatement(theirs: "from" | "to", ours: "from" | "to") {
  return sqlStatement<SideArgs & { before: number; names: string }, AssociatedRecord>(
    `associated_page_${theirs}`,
    (param, dialect) => sql`
      select r.id, ${recordTexts(dialect, "r", param("names"))} ${liveOf(param, theirs, ours, dialect)}
        and ${sql.ref(`a.${theirs}_id`)} < ${param("before")}
      order by ${sql.ref(`a.${theirs}_id`)} desc limit ${param("limit")}`,
  );
}

function listStatement(theirs: "from" | "to", ours: "from" | "to") {
  return sqlStatement<SideArgs & { after: number }, { id: number; created_at: string }>(
    `associated_list_${theirs}`,
    (param, dialect) => sql`
      select r.id, a.created_at ${liveOf(param, theirs, ours, dialect)}
        and ${sql.ref(`a.${theirs}_id`)} > ${param("after")}
      order by ${sql.ref(`a.${theirs}_id`)} limit ${param("limit")}`,
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
    ${joinRecord(dialect, param("project"), sql.ref(`a.${theirs}_id`))}
    where a.project_id = ${param("project")} and ${sql.ref(`a.${ours}_id`)} = ${param("id")}
      and ${sql.ref(`a.${theirs}_type`)} = ${param("type")} and r.deleted_at is null`;
}

/** Returns whether two records are associated; `from` is the one whose type comes first in the stored order. */
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

/** Deletes the association of two records, from either side; returns false if they were not associated. */
export async function deleteAssociation(
  tx: Db,
  scope: Scope,
  one: number,
  other: number,
): Promise<boolean> {
  const rows = await remove.all(tx, { project: scope.projectId, one, other });
  return rows.length > 0;
}

// The planner must not choose the index of the later side: a company, say, may have far more associations
// than one of its contacts.
const remove = sqlStatement<{ project: number; one: number; other: number }, { from_id: number }>(
  "association_delete",
  (param) => sql`
    delete from associations
    where project_id = ${param("project")} and from_id in (${param("one")}, ${param("other")})
      and to_id + 0 in (${param("one")}, ${param("other")})
    returning from_id`,
);
