import { type Kysely, sql } from "kysely";
import type { Database, Db, DialectName } from "../dialect/dialect.ts";
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

/**
 * Reserves ids for records that are inserted later, so that no other transaction draws them.
 *
 * @param wanted the first and the last id to reserve; they are kept if no record of the installation ever had one of
 *   them or a higher one
 * @returns what to add to the wanted ids
 */
export async function reserveRecordIds(
  tx: Db,
  wanted: { readonly first: number; readonly last: number },
): Promise<number> {
  if (tx.dialect === "postgres") for (const query of LOCK_RECORD_IDS) await tx.execute(query, []);
  const { last = null } = (await lastRecordId.first(tx, {})) ?? {};
  const shift = wanted.first > (last ?? 0) ? 0 : (last ?? 0) + 1 - wanted.first;
  const args = { table: "records", last: wanted.last + shift };
  if (tx.dialect === "sqlite") await forget.all(tx, args);
  await set.all(tx, args);
  return shift;
}

/**
 * An `alter sequence` that changes nothing. Until the transaction ends, it keeps others from drawing ids. Citus refuses it
 * unless it is for this node alone, which draws the ids of all. PostgreSQL accepts settings of extensions that it lacks.
 */
const LOCK_RECORD_IDS = [
  { name: "lock_record_ids_here", sql: "set local citus.enable_ddl_propagation to off" },
  { name: "lock_record_ids", sql: "alter sequence records_id_seq no cycle" },
  { name: "lock_record_ids_done", sql: "set local citus.enable_ddl_propagation to on" },
];

const lastRecordId = sqlStatement<object, { last: number | null }>(
  "copy_last_record_id",
  (_, dialect) =>
    dialect === "sqlite"
      ? sql`select seq as last from sqlite_sequence where name = 'records'`
      : sql`select pg_sequence_last_value('records_id_seq'::regclass) as last`,
);
