import { type InsertType, type RawBuilder, sql } from "kysely";
import type { Db, DialectName, PreparedQuery } from "./dialect/dialect.ts";
import type { ColumnType } from "./dialect/expressions.ts";
import type { Row, Schema } from "./schema.ts";
import {
  type Column,
  compileFor,
  type Named,
  namedEntries,
  namedSql,
  refs,
  returned,
  type Statement,
  sqlStatement,
  type Table,
  takeInsertName,
} from "./statement.ts";
import type { Write } from "./writes.ts";

/** What an insert does with rows whose key is taken. */
type OnConflict =
  | "fail"
  | "ignore"
  | {
      /** Columns of the key. No two rows of one insert may have the same. */
      readonly key: Readonly<Record<DialectName, readonly string[]>>;
      /** Columns that get the new row's values. */
      readonly replace: readonly string[];
    };

function conflictClause(dialect: DialectName, onConflict: OnConflict): RawBuilder<unknown> {
  if (onConflict === "fail") return sql``;
  if (onConflict === "ignore") return sql` on conflict do nothing`;
  const key = onConflict.key[dialect].map((column) => sql.ref(column));
  const set = onConflict.replace.map((column) => {
    const own = sql.ref(column);
    return sql`${own} = excluded.${own}`;
  });
  return sql` on conflict (${sql.join(key)}) do update set ${sql.join(set)}`;
}

/** The arguments of an insert; those of JSON are text. */
type NewValues<T extends Table, N> = {
  readonly [C in keyof N & Column<T> as N[C] extends string
    ? N[C]
    : never]: C extends keyof Schema[T] ? InsertType<Schema[T][C]> : never;
};

/**
 * Declares an insert of one row whose columns have the values of the arguments.
 *
 * @param how.values each column with the name of its argument, null, or SQL
 * @param how.key columns of a key: the row that has the same values there gets those of `replace`, if it exists
 */
export function insertRow<
  T extends Table,
  const V extends Named<T>,
  const C extends readonly Column<T>[] = readonly [],
>(
  name: string,
  table: T,
  how: {
    readonly values: V;
    readonly key?: readonly Column<T>[];
    readonly replace?: readonly (keyof V & Column<T>)[];
    readonly returning?: C;
  },
): Statement<NewValues<T, V>, Pick<Row<T>, C[number]>> {
  const { values, key, replace = [], returning } = how;
  const conflict = key && { key: { sqlite: key, postgres: key }, replace };
  return sqlStatement(name, (param, dialect) => {
    const given = namedEntries(values).map(([, value]) => namedSql(value, param));
    return sql`insert into ${sql.table(table)} (${refs(Object.keys(values))}) values (${sql.join(given)})${conflictClause(dialect, conflict ?? "fail")}${returned(returning)}`;
  });
}

/**
 * Declares an insert of any number of rows into one table, in as few statements as the databases allow.
 *
 * @param onConflict `fail` throws UniqueViolation
 */
export function insertRows<Table extends keyof Schema & string>(
  table: Table,
  columns: readonly (keyof Schema[Table] & string)[],
  onConflict: OnConflict = "fail",
): InsertRows {
  // Bounded by ROWS_PER_INSERT for each database.
  const byCount = new Map<string, PreparedQuery>();

  function prepared(dialect: DialectName, count: number): PreparedQuery {
    const key = `${dialect}:${count}`;
    let query = byCount.get(key);
    if (query === undefined) {
      const row = sql`(${sql.join(columns.map(() => sql`${null}`))})`;
      const insert = sql`insert into ${sql.table(table)} (${sql.join(
        columns.map((column) => sql.ref(column)),
      )}) values ${sql.join(Array.from({ length: count }, () => row))}${conflictClause(dialect, onConflict)}`;
      const how = typeof onConflict === "string" ? onConflict : "put";
      query = { name: `${table}_insert_${how}_${count}`, sql: compileFor(dialect, insert) };
      byCount.set(key, query);
    }
    return query;
  }

  const writes = (rows: Rows) =>
    Array.from({ length: Math.ceil(rows.length / ROWS_PER_INSERT) }, (_, i): Write => {
      const chunk = rows.slice(i * ROWS_PER_INSERT, (i + 1) * ROWS_PER_INSERT);
      return { callIn: (dialect) => [prepared(dialect, chunk.length), chunk.flat()] };
    });
  const insert = async (db: Db, rows: Rows) => {
    for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
      const chunk = rows.slice(start, start + ROWS_PER_INSERT);
      await db.execute(prepared(db.dialect, chunk.length), chunk.flat());
    }
  };
  return Object.assign(insert, { writes });
}

type Rows = readonly (readonly unknown[])[];

interface InsertRows {
  (db: Db, rows: Rows): Promise<void>;
  /** Returns the insert for `runWrites`. */
  writes(rows: Rows): readonly Write[];
}

/** Each row count is its own statement, so this also bounds the number of prepared statements. */
const ROWS_PER_INSERT = 64;

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
  // Bounded by ROWS_PER_INSERT, and one for PostgreSQL.
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
    for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
      const block = rows.slice(start, start + ROWS_PER_INSERT);
      inserted.push(...(await db.execute(prepare("sqlite", block.length), block.flat())));
    }
    return inserted;
  };
}
