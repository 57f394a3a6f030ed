import { type RawBuilder, sql } from "kysely";
import type { DialectName } from "./dialect.ts";
import { type ColumnType, castTo } from "./expressions.ts";

/**
 * Returns a JSON array of objects as a table, for the `from` of a statement.
 *
 * @param json the array, as text
 * @param alias name of the table
 * @param columns the members that become columns, with their types on PostgreSQL
 */
export function jsonRows(
  dialect: DialectName,
  json: RawBuilder<unknown>,
  alias: string,
  columns: Readonly<Record<string, ColumnType>>,
): RawBuilder<unknown> {
  const name = sql.ref(alias);
  if (dialect === "postgres") {
    const typed = Object.entries(columns).map(
      ([key, type]) => sql`${sql.ref(key)} ${sql.raw(type)}`,
    );
    return sql`jsonb_to_recordset(${castTo(json, "jsonb")}) as ${name} (${sql.join(typed)})`;
  }
  const members = Object.keys(columns).map(
    (key) => sql`json_extract(value, ${sql.lit(`$.${key}`)}) as ${sql.ref(key)}`,
  );
  return sql`(select ${sql.join(members)} from json_each(${json})) as ${name}`;
}

/**
 * Returns a select of the entries of a JSON array, in their order, as the column `value`.
 *
 * @param json the array, as text
 * @param type of the entries on PostgreSQL
 */
export function jsonValues(
  dialect: DialectName,
  json: RawBuilder<unknown>,
  type: ColumnType,
): RawBuilder<unknown> {
  return dialect === "postgres"
    ? sql`select ${castTo(sql`jsonb_array_elements_text(${castTo(json, "jsonb")})`, type)} as value`
    : sql`select value from json_each(${json})`;
}

/** Returns the condition that a JSON object in a column has a member. */
export function hasMember(
  dialect: DialectName,
  column: RawBuilder<unknown>,
  name: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return dialect === "postgres"
    ? sql`jsonb_exists(${column}, ${name})`
    : sql`exists (select 1 from json_each(${column}) where key = ${name})`;
}

/**
 * Returns the condition that a JSON object has one of several members; false or null if there is no object.
 *
 * @param object a column, or the text of one
 * @param names JSON array
 */
export function hasAnyMember(
  dialect: DialectName,
  object: RawBuilder<unknown>,
  names: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const wanted = jsonValues(dialect, names, "text");
  return dialect === "postgres"
    ? sql`jsonb_exists_any(${castTo(object, "jsonb")}, array(${wanted}))`
    : sql`exists (select 1 from json_each(${object}) where key in (${wanted}))`;
}

/** Returns a member of a JSON text, as the text of its JSON; null if there is none. */
export function memberText(
  dialect: DialectName,
  text: RawBuilder<unknown>,
  name: string,
): RawBuilder<string | null> {
  return dialect === "postgres"
    ? sql`cast(${castTo(text, "jsonb")} -> ${sql.lit(name)} as text)`
    : sql`(${text} -> ${sql.lit(`$.${name}`)})`;
}

/**
 * Returns the member of a JSON object in a column that a parameter names, as the text of its JSON; null if there is
 * none.
 */
export function namedMember(
  dialect: DialectName,
  column: RawBuilder<unknown>,
  name: RawBuilder<unknown>,
): RawBuilder<string | null> {
  return dialect === "postgres"
    ? sql`cast(${column} -> ${castTo(name, "text")} as text)`
    : sql`(${column} -> ${name})`;
}

/** Returns a member of a JSON object in a column, as text. */
export function textMember(
  dialect: DialectName,
  column: RawBuilder<unknown>,
  name: string,
): RawBuilder<string | null> {
  return dialect === "postgres"
    ? sql`${column} ->> ${sql.lit(name)}`
    : sql`json_extract(${column}, ${sql.lit(`$.${name}`)})`;
}

/**
 * Returns a JSON object with the first characters of the text members of a JSON column, for the given names.
 *
 * @param names JSON array
 * @param length characters of each text
 */
export function textBeginnings(
  dialect: DialectName,
  column: RawBuilder<unknown>,
  names: RawBuilder<unknown>,
  length: number,
): RawBuilder<unknown> {
  const wanted = jsonValues(dialect, names, "text");
  return dialect === "postgres"
    ? sql`(select coalesce(jsonb_object_agg(m.key, left(m.value #>> '{}', ${sql.lit(length)})), '{}')
        from jsonb_each(${column}) as m
        where m.key = any (array(${wanted})) and jsonb_typeof(m.value) = 'string')`
    : sql`(select json_group_object(m.key, substr(m.value, 1, ${sql.lit(length)}))
        from json_each(${column}) as m where m.key in (${wanted}) and m.type = 'text')`;
}

/** Bytes above which `unlessLarge` leaves out a value. */
const LARGE = 65_536;

/** Returns the value of a column, or null if it has more than 64 KiB, so that a statement can read many rows. */
export function unlessLarge<Value>(
  dialect: DialectName,
  column: RawBuilder<Value>,
): RawBuilder<Value | null> {
  return sql`case when ${isLarger(dialect, column, LARGE)} then null else ${column} end`;
}

/**
 * Returns the condition that a JSON object in a column is larger than some bytes.
 *
 * @param bytes at least 1,000. PostgreSQL only looks at the stored size of an object that takes less, though it may be
 *   compressed.
 */
export function isLarger(
  dialect: DialectName,
  column: RawBuilder<unknown>,
  bytes: number,
): RawBuilder<boolean> {
  return dialect === "postgres"
    ? sql`(pg_column_size(${column}) > 1000
        and octet_length(${castTo(column, "text")}) > ${sql.lit(bytes)})`
    : sql`octet_length(${column}) > ${sql.lit(bytes)}`;
}

/**
 * Returns the time that a JSON object of seconds since 1970 has for the column `id`; null if it has none. PostgreSQL's
 * conversion of a text depends on the session, and Citus takes no such function in the `set` of an update.
 */
export function timeOfId(
  dialect: DialectName,
  seconds: RawBuilder<string>,
): RawBuilder<string | null> {
  return dialect === "postgres"
    ? sql`to_timestamp(cast(cast(${seconds} as jsonb) ->> cast(id as text) as double precision))`
    : sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${seconds} ->> ('$."' || id || '"'), 'unixepoch')`;
}
