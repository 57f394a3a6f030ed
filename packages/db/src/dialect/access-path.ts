import { type RawBuilder, sql } from "kysely";
import type { DialectName } from "./dialect.ts";

/*
 * PostgreSQL plans a statement with the statistics of that moment, and a connection keeps the plan. Without
 * statistics it guesses, so a statement must leave it only one index. A subquery with a limit is planned on
 * its own: conditions outside of it cannot choose its index.
 */

/**
 * Joins the record that has a key, as `r`. Put conditions on its type and state into the statement's `where`:
 * there they match no index.
 *
 * @param project a parameter, because Citus does not always follow a column of another table
 * @param id the column that holds the record's id
 */
export function joinRecord(
  dialect: DialectName,
  project: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return joinOne(dialect, "records", "r", sql`r.project_id = ${project} and r.id = ${id}`);
}

/**
 * Joins the one row of a table that meets a condition on its primary key.
 *
 * @param alias the table's name in the condition and in the statement
 */
export function joinOne(
  dialect: DialectName,
  table: string,
  alias: string,
  isWanted: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const [from, as] = [sql.table(table), sql.ref(alias)];
  // SQLite keeps the order of a cross join and has no lateral join.
  return dialect === "postgres"
    ? sql`cross join lateral (select * from ${from} as ${as} where ${isWanted} limit 1) as ${as}`
    : sql`cross join ${from} as ${as} on ${isWanted}`;
}

/**
 * Joins, for each row of the tables before it, the rows of a table that meet a condition, such as a range of an index. The
 * limit keeps PostgreSQL from reading the rows of all ranges for each row.
 *
 * @param alias the table's name in the condition and in the statement
 * @param columns the columns that the statement uses
 */
export function joinEach(
  dialect: DialectName,
  { table, alias }: { readonly table: string; readonly alias: string },
  columns: readonly string[],
  isWanted: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const [from, as] = [sql.table(table), sql.ref(alias)];
  const used = sql.join(columns.map((column) => sql.ref(`${alias}.${column}`)));
  return dialect === "postgres"
    ? sql`cross join lateral (
        select ${used} from ${from} as ${as} where ${isWanted}
        limit ${sql.lit(Number.MAX_SAFE_INTEGER)}) as ${as}`
    : sql`cross join ${from} as ${as} on ${isWanted}`;
}

/**
 * Returns the condition that a column has one of the values of a subquery. PostgreSQL fetches the values
 * once and then looks them up; for a join it could scan the table.
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
 * Returns the condition that a subquery finds a row. PostgreSQL runs it as a look-up per row, never as a join.
 *
 * @param rows selects one column that is never null
 */
export function isFound(rows: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(${rows} limit 1) is not null`;
}

/**
 * Returns the condition that rows of one group have an id in a range. Order by the group, then by the id:
 * on PostgreSQL only the index of both has this order, because the group is not one fixed value.
 *
 * @param above lower end, exclusive
 * @param below upper end, exclusive; omit it for no upper end
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

/**
 * Like `isInGroup`, for rows ordered by time and id: those after a position. Order by the group, the time and
 * the id.
 *
 * @param above time and id of the position, exclusive
 */
export function isInGroupSince(
  dialect: DialectName,
  group: { readonly column: RawBuilder<unknown>; readonly value: RawBuilder<unknown> },
  { time, id }: { readonly time: RawBuilder<unknown>; readonly id: RawBuilder<unknown> },
  above: readonly [time: RawBuilder<unknown>, id: RawBuilder<unknown>],
): RawBuilder<boolean> {
  const { column, value } = group;
  const [lastTime, lastId] = above;
  return dialect === "postgres"
    ? sql`(${column}, ${time}, ${id}) > (${value}, ${lastTime}, ${lastId}) and ${column} <= ${value}`
    : sql`${column} = ${value} and (${time}, ${id}) > (${lastTime}, ${lastId})`;
}

/**
 * Like `isInGroup`, for rows ordered by time and id: those before a position, and not before a start time.
 *
 * @param below time and id of the position, exclusive
 * @param from start time, inclusive
 */
export function isInGroupByTime(
  dialect: DialectName,
  group: { readonly column: RawBuilder<unknown>; readonly value: RawBuilder<unknown> },
  { time, id }: { readonly time: RawBuilder<unknown>; readonly id: RawBuilder<unknown> },
  {
    below,
    from,
  }: { below: readonly [RawBuilder<unknown>, RawBuilder<unknown>]; from: RawBuilder<unknown> },
): RawBuilder<boolean> {
  const { column, value } = group;
  const [lastTime, lastId] = below;
  return dialect === "postgres"
    ? sql`(${column}, ${time}, ${id}) < (${value}, ${lastTime}, ${lastId})
        and (${column}, ${time}) >= (${value}, ${from})`
    : sql`${column} = ${value} and (${time}, ${id}) < (${lastTime}, ${lastId})`;
}

/**
 * As `isInGroup`, for rows in the order of several columns between two places in that order, both exclusive.
 * Order by the group, then by the columns.
 */
export function isInGroupBetween(
  dialect: DialectName,
  group: { readonly column: RawBuilder<unknown>; readonly value: RawBuilder<unknown> },
  columns: readonly RawBuilder<unknown>[],
  {
    low,
    high,
  }: {
    readonly low: readonly RawBuilder<unknown>[];
    readonly high: readonly RawBuilder<unknown>[];
  },
): RawBuilder<boolean> {
  const { column, value } = group;
  const row = (...values: readonly RawBuilder<unknown>[]) => sql`(${sql.join(values)})`;
  return dialect === "postgres"
    ? sql`${row(column, ...columns)} > ${row(value, ...low)}
        and ${row(column, ...columns)} < ${row(value, ...high)}`
    : sql`${column} = ${value} and ${row(...columns)} > ${row(...low)}
        and ${row(...columns)} < ${row(...high)}`;
}

/**
 * Returns a delete of the rows that meet a condition and equal a given row in some columns. Each given row is looked
 * up on its own: for a join, PostgreSQL could read every row that meets the condition.
 *
 * @param project the project of the rows
 * @param condition what else the rows meet, on further columns of the table's key
 * @param columns the rest of the table's key
 * @param rows the given rows, as the table `r`
 */
export function deleteEqual(
  dialect: DialectName,
  table: string,
  {
    project,
    condition = sql`1 = 1`,
  }: { project: RawBuilder<number>; condition?: RawBuilder<unknown> },
  { columns, rows }: { readonly columns: readonly string[]; readonly rows: RawBuilder<unknown> },
): RawBuilder<never> {
  const given = columns.map((column) => sql.ref(`r.${column}`));
  const own = columns.map((column) => sql.ref(`${table}.${column}`));
  if (dialect === "postgres") {
    const isEqual = sql.join(
      own.map((column, i) => sql`${column} = ${given[i]}`),
      sql` and `,
    );
    const row = sql`
      select ctid from ${sql.table(table)}
      where project_id = ${project} and ${condition} and ${isEqual}`;
    return sql`
      delete from ${sql.table(table)}
      where project_id = ${project} and (${condition}) is true and ctid = any (array(select (${row} limit 1) from ${rows}))`;
  }
  return sql`
    delete from ${sql.table(table)}
    where project_id = ${project} and ${condition} and (${sql.join(own)}) in (select ${sql.join(given)} from ${rows})`;
}

/** Returns whether each statement costs a round trip, so that one statement for many rows is faster. */
export function hasRoundTrips(dialect: DialectName): boolean {
  return dialect === "postgres";
}

/**
 * Returns a select of the first ids that a list has for each of some rows.
 *
 * @param limit how many: a column of the rows, and the largest of its values
 * @param list returns a select of ids in order, with the limit that it is given
 */
export function idsOfEach(
  dialect: DialectName,
  rows: RawBuilder<unknown>,
  limit: { readonly each: RawBuilder<number>; readonly most: RawBuilder<number> },
  list: (limit: RawBuilder<number>) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  // SQLite has no lateral join, and no limit that depends on a column.
  return dialect === "postgres"
    ? sql`select one.id from ${rows} cross join lateral (${list(limit.each)}) as one`
    : sql`select one.value from ${rows}
        cross join json_each((select json_group_array(id) from (${list(limit.most)}))) as one
        where one.key < ${limit.each}`;
}
