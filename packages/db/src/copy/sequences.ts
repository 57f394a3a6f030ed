import { type Kysely, sql } from "kysely";
import type { Database, DialectName } from "../dialect/dialect.ts";
import type { Schema } from "../schema.ts";
import { sqlStatement } from "../statement.ts";

/** Returns the last id that a table's sequence generated, or 0. Includes ids of deleted rows. */
export async function lastId(
  snapshot: Kysely<Schema>,
  dialect: DialectName,
  table: string,
): Promise<number> {
  const { rows } = await LAST[dialect](table).execute(snapshot);
  return Math.max(0, ...(rows as { last: number | null }[]).map((row) => row.last ?? 0));
}

const LAST: Record<DialectName, (table: string) => ReturnType<typeof sql>> = {
  sqlite: (table) => sql`select seq as last from sqlite_sequence where name = ${table}`,
  postgres: (table) => sql`
    select pg_sequence_last_value(pg_get_serial_sequence(${table}, 'id')::regclass) as last`,
};

/** Sets a table's sequence to continue after `last`, so that no id is used twice. */
export async function setLastId(db: Database, table: string, last: number): Promise<void> {
  if (last === 0) return;
  await db.transaction(async (tx) => {
    if (db.dialect === "sqlite") await forget.all(tx, { table });
    await set.all(tx, { table, last });
  });
}

const forget = sqlStatement<{ table: string }, never>(
  "copy_sequence_forget",
  (param) => sql`delete from sqlite_sequence where name = ${param("table")}`,
);

const set = sqlStatement<{ table: string; last: number }, never>(
  "copy_sequence_set",
  (param, dialect) =>
    dialect === "sqlite"
      ? sql`insert into sqlite_sequence (name, seq) values (${param("table")}, ${param("last")})`
      : sql`select setval(pg_get_serial_sequence(${param("table")}, 'id')::regclass, ${param("last")}::bigint)`,
);
