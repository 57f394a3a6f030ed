import { type Kysely, sql } from "kysely";
import type { Database, Db } from "../dialect/dialect.ts";
import type { Schema } from "../schema.ts";
import { sqlStatement } from "../statement.ts";

/** Exists in the target while a copy into it is unfinished. */
export const PROGRESS_TABLE = "rapport_copy";

/** Progress of the copy of one table. */
export interface Progress {
  /** Key of the last copied row, or null before the first. */
  readonly lastKey: readonly unknown[] | null;
  readonly rows: number;
  /** Checksum of the copied rows (`addToChecksum`). */
  readonly checksum: bigint;
  readonly done: boolean;
}

/** A step of a copy, for progress output. */
export interface CopyStep {
  readonly doing: "copy" | "compare";
  readonly table: string;
  /** Rows of the table so far. */
  readonly rows: number;
  /** Whether the table is complete. */
  readonly done: boolean;
}

export type OnStep = (step: CopyStep) => void;

interface ProgressRow {
  readonly table_name: string;
  readonly source: string;
  readonly last_key: string | null;
  readonly copied: number;
  readonly checksum: string;
  readonly done: number;
}

/** Returns the saved progress, or undefined if no copy into this database is unfinished. */
export async function readProgress(
  db: Database,
): Promise<{ source: string; tables: Map<string, Progress> } | undefined> {
  if (!(await isUnfinished(db))) return undefined;
  const rows = await list.all(db, {});
  const tables = rows.map((row): [string, Progress] => [
    row.table_name,
    {
      lastKey: row.last_key === null ? null : JSON.parse(row.last_key),
      rows: row.copied,
      checksum: BigInt(row.checksum),
      done: row.done === 1,
    },
  ]);
  return { source: rows[0]?.source ?? "", tables: new Map(tables) };
}

/** Returns whether a copy into this database is unfinished. */
export async function isUnfinished({ kysely }: { kysely: Kysely<Schema> }): Promise<boolean> {
  const tables = await kysely.introspection.getTables();
  return tables.some((table) => table.name === PROGRESS_TABLE);
}

/** Records the start of a copy, in the transaction that also deletes the rows of the migrations. */
export async function beginProgress(
  tx: Db,
  source: string,
  tables: readonly string[],
): Promise<void> {
  await create.all(tx, {});
  for (const table of tables) await insert.all(tx, { table, source });
}

/**
 * Records a batch, in the transaction that writes it.
 *
 * @throws CopyRefused if another process has copied the same rows in the meantime
 */
export async function saveProgress(
  tx: Db,
  table: string,
  before: Progress,
  after: Progress,
): Promise<void> {
  const saved = await save.first(tx, {
    table,
    before: before.rows,
    lastKey: JSON.stringify(after.lastKey),
    copied: after.rows,
    checksum: String(after.checksum),
    done: after.done ? 1 : 0,
  });
  if (saved === undefined) {
    throw new CopyRefused("Another copy into the target is running. Stop one of them.");
  }
}

/** Removes the mark of an unfinished copy. */
export async function endProgress(db: Database): Promise<void> {
  await db.transaction((tx) => drop.all(tx, {}));
}

/** Thrown if a copy cannot start or continue. The message says what to do. */
export class CopyRefused extends Error {
  override readonly name = "CopyRefused";
}

const name = sql.table(PROGRESS_TABLE);

const create = sqlStatement<object, never>(
  "copy_create",
  () => sql`create table ${name} (
    table_name text primary key, source text not null, last_key text, copied bigint not null,
    checksum text not null, done integer not null)`,
);

const insert = sqlStatement<{ table: string; source: string }, never>(
  "copy_insert",
  (param) => sql`
    insert into ${name} (table_name, source, copied, checksum, done)
    values (${param("table")}, ${param("source")}, 0, '0', 0)`,
);

const list = sqlStatement<object, ProgressRow>(
  "copy_list",
  () => sql`select table_name, source, last_key, copied, checksum, done from ${name}`,
);

const save = sqlStatement<
  {
    table: string;
    before: number;
    lastKey: string;
    copied: number;
    checksum: string;
    done: number;
  },
  { table_name: string }
>(
  "copy_save",
  (param) => sql`
    update ${name} set last_key = ${param("lastKey")}, copied = ${param("copied")},
      checksum = ${param("checksum")}, done = ${param("done")}
    where table_name = ${param("table")} and copied = ${param("before")} and done = 0
    returning table_name`,
);

const drop = sqlStatement<object, never>("copy_drop", () => sql`drop table ${name}`);
