import { type RawBuilder, sql } from "kysely";
import type { DialectName } from "./dialect/dialect.ts";

/*
 * PostgreSQL plans a statement by what it knows of the tables at that moment, and a connection keeps the
 * plan. Before statistics exist it guesses, so a statement must leave it one index. A subquery with a limit
 * is planned by itself: conditions outside of it cannot choose its index.
 */

/**
 * Joins the one record that has a key, as `r`. Ask for its type and state in the `where` of the statement:
 * there they match no index.
 *
 * @param project the column that holds the record's project
 * @param id the column that holds the record's id
 */
export function joinRecord(
  dialect: DialectName,
  project: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> {
  // SQLite keeps the order of a cross join and knows no lateral one.
  return dialect === "postgres"
    ? sql`cross join lateral (
        select * from records where project_id = ${project} and id = ${id} limit 1) as r`
    : sql`cross join records as r on r.project_id = ${project} and r.id = ${id}`;
}

/**
 * Returns the condition that a column has one of the values of a subquery. On PostgreSQL the values are
 * fetched first, once, and then looked up; as a join they could be met by walking the table.
 */
export function isAmong(
  dialect: DialectName,
  column: RawBuilder<unknown>,
  values: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return dialect === "postgres"
    ? sql`${column} = any (array(${values}))`
    : sql`${column} in (${values})`;
}

/**
 * Returns the condition that a subquery finds a row. It is a look-up for each row that it is asked of, never
 * a join.
 *
 * @param rows selects one column that is never null
 */
export function isFound(rows: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(${rows} limit 1) is not null`;
}

/**
 * Returns the condition that rows of one group have an id between two. Order by the group, then by the id:
 * on PostgreSQL only the index of both is in this order, because the group is not one fixed value.
 *
 * @param above the id before the first
 * @param below the id after the last; without it there is none
 */
export function isInGroup(
  dialect: DialectName,
  group: { readonly column: RawBuilder<unknown>; readonly value: RawBuilder<unknown> },
  id: RawBuilder<unknown>,
  { above = sql.lit(0), below }: { above?: RawBuilder<unknown>; below?: RawBuilder<unknown> },
): RawBuilder<boolean> {
  const { column, value } = group;
  return dialect === "postgres"
    ? sql`(${column}, ${id}) > (${value}, ${above})
        and (${column}, ${id}) < (${value}, ${below ?? sql.raw("9223372036854775807")})`
    : sql`${column} = ${value} and ${id} > ${above} ${below === undefined ? sql`` : sql`and ${id} < ${below}`}`;
}
