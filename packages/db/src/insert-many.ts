import { sql } from "kysely";
import type { Db, DialectName, PreparedQuery } from "./dialect/dialect.ts";
import type { ColumnType } from "./dialect/expressions.ts";
import type { Schema } from "./schema.ts";
import { compileFor, conflictClause, type OnConflict, takeInsertName } from "./statement.ts";

/**
 * Declares an insert of hundreds of rows into one table. PostgreSQL gets one array per column in one statement;
 * SQLite, which has no round trips, gets blocks of rows, because reading JSON took twice the time.
 *
 * @param columns the columns with their types on PostgreSQL, in the order of a row's values
 * @param options.returning columns of the rows that were inserted
 * @param options.variant names the statement, if another insert has the same table
 */
export function insertMany<Table extends keyof Schema & string>(
  table: Table,
  columns: Readonly<Partial<Record<keyof Schema[Table] & string, ColumnType>>>,
  options: {
    onConflict?: OnConflict;
    returning?: readonly (keyof Schema[Table] & string)[];
    variant?: string;
  } = {},
): (db: Db, rows: readonly (readonly unknown[])[]) => Promise<readonly object[]> {
  const names = Object.keys(columns);
  const types = Object.values(columns) as ColumnType[];
  const { onConflict = "fail", returning = [], variant } = options;
  const verb = typeof onConflict === "object" ? "put" : "insert";
  const name = takeInsertName([table, verb, variant, "many"].filter(Boolean).join("_"));
  // Bounded by ROWS_PER_BLOCK, and one for PostgreSQL.
  const prepared = new Map<number, PreparedQuery>();

  function compile(dialect: DialectName, rows: number): PreparedQuery {
    const values =
      dialect === "postgres"
        ? sql`select * from unnest(${sql.join(types.map((type) => sql`cast(${null} as ${sql.raw(type)}[])`))})`
        : sql`values ${sql.join(Array.from({ length: rows }, () => sql`(${sql.join(names.map(() => sql`${null}`))})`))}`;
    const query = sql`
      insert into ${sql.table(table)} (${sql.join(names.map((column) => sql.ref(column)))}) ${values}
      ${conflictClause(dialect, onConflict)}
      ${returning.length > 0 ? sql`returning ${sql.join(returning.map((column) => sql.ref(column)))}` : sql``}`;
    return { name, sql: compileFor(dialect, query) };
  }
  function prepare(dialect: DialectName, rows: number): PreparedQuery {
    const size = dialect === "postgres" ? 0 : rows;
    const query = prepared.get(size) ?? compile(dialect, rows);
    prepared.set(size, query);
    return query;
  }

  return async (db, rows) => {
    if (rows.length === 0) return [];
    if (db.dialect === "postgres") {
      return db.execute(
        prepare("postgres", 0),
        names.map((_, i) => rows.map((row) => row[i])),
      );
    }
    const inserted: object[] = [];
    for (let start = 0; start < rows.length; start += ROWS_PER_BLOCK) {
      const block = rows.slice(start, start + ROWS_PER_BLOCK);
      inserted.push(...(await db.execute(prepare("sqlite", block.length), block.flat())));
    }
    return inserted;
  };
}

/** Each number of rows is its own prepared statement. */
const ROWS_PER_BLOCK = 64;
