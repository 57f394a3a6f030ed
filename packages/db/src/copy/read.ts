import { hash } from "node:crypto";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database, DialectName } from "../dialect/dialect.ts";
import type { Schema } from "../schema.ts";
import type { CopiedTable } from "./plan.ts";

export type Row = Readonly<Record<string, unknown>>;

const MAX_BATCH_ROWS = 1_000;
/** Approximate limit on the text of one batch. */
const MAX_BATCH_CHARACTERS = 4_000_000;

const BEGIN: Record<DialectName, string> = {
  sqlite: "begin",
  postgres: "begin isolation level repeatable read, read only",
};

/** Runs `work` on a connection that sees a snapshot of the database. */
export function inSnapshot<T>(
  { kysely, dialect }: Database,
  work: (snapshot: Kysely<Schema>) => Promise<T>,
): Promise<T> {
  return kysely.connection().execute(async (connection) => {
    await sql.raw(BEGIN[dialect]).execute(connection);
    try {
      return await work(connection);
    } finally {
      // A broken connection has no transaction left. Report the error that broke it, not this one.
      await sql
        .raw("rollback")
        .execute(connection)
        .catch(() => undefined);
    }
  });
}

/** The columns to read of a table, and the columns of its key. */
export type ReadTable = Pick<CopiedTable, "name" | "columns" | "json" | "key"> &
  Partial<Pick<CopiedTable, "binary">>;

/**
 * Reads a table in the order of its key, in batches whose rows and text are bounded. The next batch is being read while the
 * caller works on one.
 *
 * @param after last key of the previous page, or null for the first page
 * @param only the condition that the rows meet; all rows if undefined
 */
export async function* readBatches(
  snapshot: Kysely<Schema>,
  table: ReadTable,
  after: readonly unknown[] | null,
  only?: RawBuilder<unknown>,
): AsyncGenerator<readonly Row[]> {
  const columns = sql.join(
    table.columns.map((column) =>
      // As text, because the drivers do not distinguish JSON null from SQL null.
      table.json.has(column)
        ? sql`cast(${sql.ref(column)} as text) as ${sql.ref(column)}`
        : sql.ref(column),
    ),
  );
  const key = sql.join(table.key.map((column) => sql.ref(column)));
  async function read(last: readonly unknown[] | null, limit: number): Promise<readonly Row[]> {
    const isAfter = last === null ? [] : [sql`(${key}) > (${sql.join([...last])})`];
    const conditions = [...(only === undefined ? [] : [only]), ...isAfter];
    const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
    const { rows } = await sql<Row>`
      select ${columns} from ${sql.table(table.name)} ${where} order by ${key} limit ${limit}
    `.execute(snapshot);
    return rows;
  }
  let limit = table.binary?.size ? 1 : 100;
  let coming = read(after, limit);
  for (;;) {
    const rows = await coming;
    const end = rows.at(-1);
    if (end === undefined) return;
    if (rows.length < limit) {
      yield rows;
      return;
    }
    const longest = Math.max(...rows.map(textLength));
    limit = Math.max(1, Math.min(MAX_BATCH_ROWS, Math.floor(MAX_BATCH_CHARACTERS / longest)));
    coming = read(rowKey(table, end), limit);
    // Its error is thrown when its turn comes.
    coming.catch(() => undefined);
    yield rows;
  }
}

/** Returns the values of a row's primary key. */
export function rowKey(table: ReadTable, row: Row): readonly unknown[] {
  return table.key.map((column) => row[column]);
}

function textLength(row: Row): number {
  let length = 1;
  for (const value of Object.values(row)) {
    length += typeof value === "string" || value instanceof Uint8Array ? value.length : 8;
  }
  return length;
}

/** Returns a row's values in column order, in the form that inserts on both databases accept. */
export function storedValues(table: CopiedTable, row: Row): readonly unknown[] {
  return table.columns.map((column) => {
    const value = row[column];
    return table.json.has(column) && typeof value === "string"
      ? JSON.stringify(JSON.parse(value))
      : value;
  });
}

/**
 * Adds a row to a table's checksum: the sum of the rows' SHA-256, cut to 128 bits. The order of rows and of
 * JSON members does not matter, because the two databases order them differently.
 */
export function addToChecksum(checksum: bigint, table: CopiedTable, row: Row): bigint {
  const text = JSON.stringify(table.columns.map((column) => canonical(table, column, row)));
  const bytes = hash("sha256", text, "buffer");
  const number = (bytes.readBigUInt64BE(0) << 64n) | bytes.readBigUInt64BE(8);
  return BigInt.asUintN(128, checksum + number);
}

function canonical(table: CopiedTable, column: string, row: Row): unknown {
  const value = row[column];
  if (table.binary.has(column)) return hash("sha256", value as Uint8Array);
  if (!table.json.has(column) || typeof value !== "string") return value;
  // Wrapped in an array, so that JSON null differs from SQL null.
  return [withSortedMembers(JSON.parse(value))];
}

function withSortedMembers(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withSortedMembers);
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, member]) => [name, withSortedMembers(member)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
