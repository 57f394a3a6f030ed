import { type RawBuilder, sql } from "kysely";
import { isFound, isInGroup, joinRecord } from "../../dialect/access-path.ts";
import type { Db, DialectName } from "../../dialect/dialect.ts";
import { joinedText, typed } from "../../dialect/expressions.ts";
import { jsonValues } from "../../dialect/json.ts";
import { insertRows } from "../../inserts.ts";
import { type RecordTexts, recordTexts } from "../../record-texts.ts";
import type { Row } from "../../schema.ts";
import type { Scope } from "../../scope.ts";
import { type Param, sqlStatement } from "../../statement.ts";

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
  {
    types,
    limit,
  }: {
    readonly types: { readonly before: readonly string[]; readonly after: readonly string[] };
    readonly limit: number;
  },
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
  {
    page,
    names,
  }: { readonly page: { before: number; limit: number }; readonly names: readonly string[] },
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
export async function listAssociations(
  db: Db,
  scope: Scope,
  { isFrom, ...side }: Side,
  page: { after: number; limit: number },
): Promise<readonly ListedRecord[]> {
  const lists = isFrom ? listOfFrom : listOfTo;
  const rows = await lists.all(db, { project: scope.projectId, ...side, ...page });
  return rows.map((row) => ({ ...row, labels: [] }));
}

/** An associated record. */
interface ListedRecord {
  readonly id: number;
  readonly created_at: string;
  /** Its stored types with labels, and since when the association has each. */
  readonly labels: readonly (readonly [type: string, createdAt: string])[];
}

/**
 * As `listAssociations`, with the labels of the associations.
 *
 * @param types stored types with labels
 */
export async function listLabelled(
  db: Db,
  scope: Scope,
  { isFrom, ...side }: Side,
  {
    page,
    types,
  }: { readonly page: { after: number; limit: number }; readonly types: readonly string[] },
): Promise<readonly ListedRecord[]> {
  const lists = isFrom ? labelsOfFrom : labelsOfTo;
  const args = { project: scope.projectId, ...side, ...page, types: JSON.stringify(types) };
  const found = new Map<number, ListedRecord & { labels: [string, string][] }>();
  for (const { id, created_at, label, labelled_at } of await lists.all(db, args)) {
    const row = found.get(id) ?? { id, created_at, labels: [] };
    found.set(id, row);
    if (labelled_at !== null) row.labels.push([label, labelled_at]);
  }
  return [...found.values()];
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
const labelsOfFrom = labelsStatement("from", "to");
const labelsOfTo = labelsStatement("to", "from");
const countOfFrom = countStatement("from", "to");
const countOfTo = countStatement("to", "from");

function pageStatement(theirs: "from" | "to", ours: "from" | "to") {
  return sqlStatement<SideArgs & { before: number; names: string }, AssociatedRecord>(
    `associated_page_${theirs}`,
    (param, dialect) => sql`
      select r.id, ${recordTexts(dialect, "r", param("names"))} ${liveAssociations(param, theirs, ours, dialect)}
        and ${sql.ref(`a.${theirs}_id`)} < ${param("before")}
      order by ${sql.ref(`a.${theirs}_id`)} desc limit ${param("limit")}`,
  );
}

function listStatement(theirs: "from" | "to", ours: "from" | "to") {
  return sqlStatement<SideArgs & { after: number }, { id: number; created_at: string }>(
    `associated_list_${theirs}`,
    (param, dialect) => sql`
      select r.id, a.created_at ${liveAssociations(param, theirs, ours, dialect)}
        and ${sql.ref(`a.${theirs}_id`)} > ${param("after")}
      order by ${sql.ref(`a.${theirs}_id`)} limit ${param("limit")}`,
  );
}

function labelsStatement(theirs: "from" | "to", ours: "from" | "to") {
  return sqlStatement<
    SideArgs & { after: number; types: string },
    { id: number; created_at: string; label: string; labelled_at: string | null }
  >(`associated_labels_${theirs}`, (param, dialect) => {
    const page = sql`
      select r.id, a.created_at ${liveAssociations(param, theirs, ours, dialect)}
        and ${sql.ref(`a.${theirs}_id`)} > ${param("after")}
      order by ${sql.ref(`a.${theirs}_id`)} limit ${param("limit")}`;
    const types = jsonValues(dialect, param("types"), "text");
    const type = { column: sql.ref(`l.${theirs}_type`), value: sql`types.value` };
    const label = sql`
      select l.created_at from associations l
      where l.project_id = ${param("project")} and ${sql.ref(`l.${ours}_id`)} = ${param("id")}
        and ${isInGroup(dialect, type, sql.ref(`l.${theirs}_id`), only(sql`page.id`))} limit 1`;
    return sql`
      select page.id, page.created_at, types.value as label, (${label}) as labelled_at
      from (${page}) as page cross join (${types}) as types
      order by page.id`;
  });
}

/** Returns the range of one id. */
function only(id: RawBuilder<unknown>) {
  return { above: sql`${id} - 1`, below: sql`${id} + 1` };
}

function countStatement(theirs: "from" | "to", ours: "from" | "to") {
  return sqlStatement<SideArgs, { count: number }>(
    `associated_count_${theirs}`,
    (param, dialect) => sql`
      select count(*) as count from (
        select 1 ${liveAssociations(param, theirs, ours, dialect)} limit ${param("limit")}) as counted`,
  );
}

function liveAssociations(
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

/**
 * Returns which rows two records have: their stored types of the second record.
 *
 * @param pair the record that comes first in stored rows, then the other one
 * @param types stored types that are looked for
 */
export async function findTypes(
  db: Db,
  scope: Scope,
  pair: { readonly from: number; readonly to: number },
  types: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await typesOfPair.all(db, {
    project: scope.projectId,
    ...pair,
    types: JSON.stringify(types),
  });
  return new Set(rows.map((row) => row.to_type));
}

const typesOfPair = sqlStatement<
  { project: number; from: number; to: number; types: string },
  { to_type: string }
>("association_types", (param, dialect) => {
  const type = { column: sql`a.to_type`, value: sql`types.value` };
  const to = typed(dialect, param("to"), "bigint");
  const found = sql`
    select a.to_id from associations a
    where a.project_id = ${param("project")} and a.from_id = ${param("from")}
      and ${isInGroup(dialect, type, sql`a.to_id`, only(to))}`;
  return sql`
    select types.value as to_type
    from (${jsonValues(dialect, param("types"), "text")}) as types where ${isFound(found)}`;
});

/** A row of an association. Its types are as stored, so those of a label have its key. */
export type StoredAssociation = Pick<Row<"associations">, "from_id" | "from_type" | "to_type">;

/**
 * Deletes all rows of two records, from either side. Returns them; none if the records were not associated. The planner
 * must not choose the index of the later side: a company, say, may have far more associations than one of its contacts.
 */
export const deleteAssociation = sqlStatement<
  { project: number; one: number; other: number },
  StoredAssociation
>(
  "association_delete",
  (param) => sql`
    delete from associations
    where project_id = ${param("project")} and from_id in (${param("one")}, ${param("other")})
      and to_id + 0 in (${param("one")}, ${param("other")})
    returning from_id, from_type, to_type`,
);
