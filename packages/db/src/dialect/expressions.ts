import { type RawBuilder, sql } from "kysely";
import type { DialectName } from "./dialect.ts";

/** PostgreSQL's name of a type. */
export type ColumnType =
  | "bigint"
  | "boolean"
  | "integer"
  | "json"
  | "jsonb"
  | "text"
  | "timestamptz";

/** Returns a value with its type for PostgreSQL, which cannot infer the type of a parameter in a select list. */
export function typed(
  dialect: DialectName,
  value: RawBuilder<unknown>,
  type: ColumnType,
): RawBuilder<unknown> {
  return dialect === "postgres" ? castTo(value, type) : value;
}

/** Returns a value cast to a type of PostgreSQL. */
export function castTo(value: RawBuilder<unknown>, type: ColumnType): RawBuilder<unknown> {
  return sql`cast(${value} as ${sql.raw(type)})`;
}

/** Returns the database's own time, ISO 8601. */
export function currentTime(dialect: DialectName): RawBuilder<string> {
  return dialect === "postgres"
    ? sql`clock_timestamp()`
    : sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`;
}

/** Returns the position of one text in another, counted from 1; 0 if it does not occur. */
export function positionInText(
  dialect: DialectName,
  text: RawBuilder<unknown>,
  part: RawBuilder<unknown>,
): RawBuilder<number> {
  return dialect === "postgres" ? sql`strpos(${text}, ${part})` : sql`instr(${text}, ${part})`;
}

/** Returns the exact sum, as text, of decimals stored as text; null if there are none. */
export function exactSum(
  dialect: DialectName,
  text: RawBuilder<unknown>,
): RawBuilder<string | null> {
  return dialect === "postgres" ? sql`sum((${text})::numeric)::text` : sql`decimal_sum(${text})`;
}

/** Returns the values of a group as one text, separated by commas, in any order; null if there are none. */
export function joinedText(
  dialect: DialectName,
  value: RawBuilder<unknown>,
): RawBuilder<string | null> {
  return dialect === "postgres"
    ? sql`string_agg((${value})::text, ',')`
    : sql`group_concat(${value})`;
}

/** Returns the clause after a table's name that makes SQLite use an index, where its fixed statistics mislead it. */
export function indexedBy(dialect: DialectName, index: string): RawBuilder<unknown> {
  return dialect === "sqlite" ? sql`indexed by ${sql.ref(index)}` : sql``;
}

/**
 * Returns the condition that a row of an association is of a label: its types have a key, `company:decision_maker`. It is
 * that of the index of these rows, so only a statement that has the same text uses it.
 *
 * @param table alias of the table, with a dot
 */
export function hasKey(dialect: DialectName, table = ""): string {
  return `${keyPlace(dialect, table)} > 0`;
}

/** Like `hasKey`, but with another text, so that the statement does not use the index of rows with labels. */
export function isLabelled(dialect: DialectName, table = ""): string {
  return `${keyPlace(dialect, table)} <> 0`;
}

/** Returns the place of the colon in the type of the second record, from 1; 0 without a key. */
export function keyPlace(dialect: DialectName, table = ""): string {
  return `${dialect === "postgres" ? "strpos" : "instr"}(${table}to_type, ':')`;
}

/**
 * Returns a select of ids for new records, as `id`. SQLite does not note them, but it has one writer, and inserting
 * a row with an id notes that id.
 */
export function drawIds(
  dialect: DialectName,
  count: RawBuilder<number>,
): RawBuilder<{ id: number }> {
  return dialect === "postgres"
    ? sql`select nextval(pg_get_serial_sequence('records', 'id')) as id
        from generate_series(1, cast(${count} as bigint))`
    : sql`
        with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
        select n + coalesce((select seq from sqlite_sequence where name = 'records'), 0) as id from numbers`;
}

/** Returns whether a statement deletes rows by their address, `ctid`; otherwise it does so by their key. */
export function hasRowAddress(dialect: DialectName): boolean {
  return dialect === "postgres";
}

/** Returns whether rows of a project are found by an index of some of them, whose condition the statement then repeats. */
export function usesPartialIndex(dialect: DialectName): boolean {
  return dialect === "sqlite";
}

/** Returns whether an index finds all events of a project; otherwise it finds those with a record or a number. */
export function hasIndexOfEvents(dialect: DialectName): boolean {
  return dialect === "postgres";
}
