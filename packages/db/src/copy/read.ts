import { type Kysely, sql } from "kysely";
import type { Database, DialectName } from "../dialect/dialect.ts";
import type { Schema } from "../schema.ts";
import type { CopiedTable } from "./plan.ts";

export type Row = Readonly<Record<string, unknown>>;

const MOST_ROWS = 1_000;
/** About as much text as one batch holds, in characters. */
const BATCH_TEXT = 4_000_000;

const BEGIN: Record<DialectName, string> = {
  sqlite: "begin",
  postgres: "begin isolation level repeatable read, read only",
};

/** Runs `work` on a connection that sees one state of the database, whatever others write meanwhile. */
export function inSnapshot<T>(
  { kysely, dialect }: Database,
  work: (snapshot: Kysely<Schema>) => Promise<T>,
): Promise<T> {
  return kysely.connection().execute(async (connection) => {
    await sql.raw(BEGIN[dialect]).execute(connection);
    try {
      return await work(connection);
    } finally {
      // A connection that broke has no transaction left, and the fault that broke it is the one to tell.
      await sql
        .raw("rollback")
        .execute(connection)
        .catch(() => undefined);
    }
  });
}

/**
 * Reads a table in the order of its primary key, in batches whose rows and text are bounded.
 *
 * @param after the key to go on after; null from the beginning
 */
export async function* readBatches(
  snapshot: Kysely<Schema>,
  table: CopiedTable,
  after: readonly unknown[] | null,
): AsyncGenerator<readonly Row[]> {
  const columns = sql.join(
    table.columns.map((column) =>
      // As text, because the drivers do not tell JSON's null from SQL's.
      table.json.has(column)
        ? sql`cast(${sql.ref(column)} as text) as ${sql.ref(column)}`
        : sql.ref(column),
    ),
  );
  const key = sql.join(table.key.map((column) => sql.ref(column)));
  let limit = 100;
  for (let last = after; ; ) {
    const where = last === null ? sql`` : sql`where (${key}) > (${sql.join([...last])})`;
    const { rows } = await sql<Row>`
      select ${columns} from ${sql.table(table.name)} ${where} order by ${key} limit ${limit}
    `.execute(snapshot);
    const end = rows.at(-1);
    if (end === undefined) return;
    yield rows;
    if (rows.length < limit) return;
    last = keyOf(table, end);
    const longest = Math.max(...rows.map(textLength));
    limit = Math.max(1, Math.min(MOST_ROWS, Math.floor(BATCH_TEXT / longest)));
  }
}

/** The values of a row's primary key. */
export function keyOf(table: CopiedTable, row: Row): readonly unknown[] {
  return table.key.map((column) => row[column]);
}

function textLength(row: Row): number {
  let length = 1;
  for (const value of Object.values(row)) length += typeof value === "string" ? value.length : 8;
  return length;
}
