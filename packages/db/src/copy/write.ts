import { sql } from "kysely";
import type { Database, Db, PreparedQuery } from "../dialect/dialect.ts";
import { insertRows } from "../inserts.ts";
import type { CopiedTable } from "./plan.ts";
import { type Row, storedValues } from "./read.ts";

/**
 * Returns a function that inserts rows into a table of the target. PostgreSQL gets one array per column, in one statement
 * per batch, because on a busy machine, and over a network, a copy otherwise waits for its round trips.
 */
export async function insertInto(
  target: Database,
  table: CopiedTable,
): Promise<(tx: Db, rows: readonly Row[]) => Promise<unknown>> {
  if (target.dialect === "sqlite") {
    const insert = insertRows(table.name as "records", table.columns as never);
    return (tx, rows) =>
      insert(
        tx,
        rows.map((row) => storedValues(table, row)),
      );
  }
  const query = await insertOfArrays(target, table);
  return (tx, rows) =>
    tx.execute(
      query,
      table.columns.map((column) => rows.map((row) => row[column])),
    );
}

async function insertOfArrays(
  { kysely }: Database,
  { name, columns }: CopiedTable,
): Promise<PreparedQuery> {
  const { rows } = await sql<{ name: string; type: string }>`
    select attname as name, format_type(atttypid, null) as type from pg_attribute
    where attrelid = to_regclass(${name}) and attnum > 0`.execute(kysely);
  const types = new Map(rows.map((row) => [row.name, row.type]));
  const arrays = columns.map((column, i) => `$${i + 1}::${types.get(column)}[]`);
  const { sql: into } = sql`insert into ${sql.table(name)} (${sql.join(
    columns.map((column) => sql.ref(column)),
  )})`.compile(kysely);
  return { name: `copy_into_${name}`, sql: `${into} select * from unnest(${arrays.join(", ")})` };
}
