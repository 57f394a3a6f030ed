import type { Kysely } from "kysely";
import { sql } from "kysely";
import { type Database, UniqueViolation } from "../dialect/dialect.ts";
import { listMigrations, migrate } from "../migrate.ts";
import type { Schema } from "../schema.ts";
import { sqlStatement } from "../statement.ts";
import { together } from "../writes.ts";
import { type CopiedTable, listTables, SEEDED_TABLES, type SharedTable } from "./plan.ts";
import {
  beginProgress,
  CopyRefused,
  endProgress,
  isUnfinished,
  type OnStep,
  type Progress,
  readProgress,
  saveProgress,
} from "./progress.ts";
import { addToChecksum, inSnapshot, type Row, readBatches, rowKey } from "./read.ts";
import { lastId, setLastId } from "./sequences.ts";
import { type ComparedTable, compare } from "./verify.ts";
import { insertInto } from "./write.ts";

export interface CopyResult {
  readonly resumed: boolean;
  /** In the order of the copy. */
  readonly tables: readonly ComparedTable[];
}

/**
 * Copies everything from one database into another, which may be of the other kind. After a crash, a second
 * call with the same databases resumes. It compares both at the end. While they differ, the target stays
 * marked as unfinished.
 *
 * @param source.name name of the source, without a password; the same at each call
 * @param onStep called after each batch and after each table
 * @throws CopyRefused if the target is not empty, if it holds an unfinished copy of another source, or if
 *   the migrations of one of them differ from this version's
 */
export async function copyDatabase(
  source: { readonly db: Database; readonly name: string },
  target: Database,
  onStep: OnStep = () => undefined,
): Promise<CopyResult> {
  await checkSource(source.db);
  await migrateTarget(target);
  const tables = await sharedTables(source.db, target);
  const resumed = await beginOrResume(source.name, target, tables);
  const { tables: progress } = (await readProgress(target)) ?? { tables: new Map() };

  await inSnapshot(source.db, async (snapshot) => {
    await inParallel(
      tables.map(({ from }) => from),
      async (table, signal) =>
        copyTable({ snapshot, target, onStep, signal }, table, tableProgress(progress, table)),
    );
    for (const { from } of tables.filter((table) => table.to.hasSequence)) {
      await setLastId(target, from.name, await lastId(snapshot, source.db.dialect, from.name));
    }
  });
  const compared = await compare(
    { source: source.db, target },
    tables,
    await noted(target),
    onStep,
  );
  if (compared.every((table) => table.state === "same")) await finish(target);
  return { resumed, tables: compared };
}

async function checkSource(db: Database): Promise<void> {
  if (await isUnfinished(db)) {
    throw new CopyRefused(
      "The source is the target of an unfinished copy. Finish that copy first.",
    );
  }
  const { missing, unknown } = await listMigrations(db);
  if (unknown.length > 0) {
    throw new CopyRefused(
      `The source has migrations that this version does not know (${unknown.join(", ")}). Copy with the version that it runs.`,
    );
  }
  if (missing.length > 0) {
    throw new CopyRefused(
      `The source lacks the migrations ${missing.join(", ")}. First run "rapport migrate" with its DATABASE_URL.`,
    );
  }
}

async function migrateTarget(db: Database): Promise<void> {
  const { unknown, missing, known } = await listMigrations(db);
  const [other] = missing.length === known.length ? await listTables(db) : [];
  if (other !== undefined) {
    throw new CopyRefused(
      `The target is not empty: it has the table ${other.name}, which is not Rapport's. Name a new database.`,
    );
  }
  if (unknown.length > 0) {
    throw new CopyRefused(
      `The target has migrations that this version does not know (${unknown.join(", ")}). Copy with the version that created it, or name an empty database.`,
    );
  }
  await migrate(db);
}

/** Both have the same migrations, so a table that only one of them has is not Rapport's. */
async function sharedTables(source: Database, target: Database): Promise<readonly SharedTable[]> {
  const there = new Map((await listTables(target)).map((table) => [table.name, table]));
  return (await listTables(source)).flatMap((from) => {
    const to = there.get(from.name);
    return to === undefined ? [] : [{ from, to }];
  });
}

async function beginOrResume(
  source: string,
  target: Database,
  tables: readonly SharedTable[],
): Promise<boolean> {
  const begun = await readProgress(target);
  if (begun === undefined) {
    await checkEmpty(target, tables);
    await target.transaction(async (tx) => {
      for (const { to } of tables.filter((table) => SEEDED_TABLES.has(table.to.name))) {
        await clear(to.name).all(tx, {});
      }
      await beginProgress(
        tx,
        source,
        tables.map((table) => table.from.name),
      );
    });
    return false;
  }
  if (begun.source === source) return true;
  throw new CopyRefused(
    `The target contains an unfinished copy of another source, ${begun.source}. Finish that copy, or name an empty database.`,
  );
}

async function checkEmpty({ kysely }: Database, tables: readonly SharedTable[]): Promise<void> {
  for (const { to } of tables) {
    if (SEEDED_TABLES.has(to.name)) continue;
    const { rows } = await sql`select 1 from ${sql.table(to.name)} limit 1`.execute(kysely);
    if (rows.length > 0) {
      throw new CopyRefused(
        `The target is not empty: its table ${to.name} has rows. Name a new database. The copy creates its schema, so start nothing on it before.`,
      );
    }
  }
}

function clear(table: string) {
  return sqlStatement<object, never>(
    `copy_clear_${table}`,
    () => sql`delete from ${sql.table(table)}`,
  );
}

function tableProgress(all: ReadonlyMap<string, Progress>, { name }: CopiedTable): Progress {
  const progress = all.get(name);
  if (progress !== undefined) return progress;
  throw new CopyRefused(
    `Another version, which did not know the table ${name}, started the unfinished copy in the target. Empty the target and copy again.`,
  );
}

/** Tables that are copied at the same time, so that the target works on one while another is read. */
const TABLES_AT_ONCE = 3;

/**
 * Runs `copy` for each table, several at a time, each after those it refers to. If one fails, the others stop.
 *
 * @param tables each after those it refers to
 * @throws the first error, after all have ended
 */
async function inParallel(
  tables: readonly CopiedTable[],
  copy: (table: CopiedTable, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const failure = new AbortController();
  const running = new Map<string, Promise<void>>();
  for (const table of tables) {
    while (running.size >= TABLES_AT_ONCE || table.refersTo.some((name) => running.has(name))) {
      await Promise.race(running.values());
    }
    if (failure.signal.aborted) break;
    const copied = copy(table, failure.signal)
      .catch((error: unknown) => failure.abort(error))
      .finally(() => running.delete(table.name));
    running.set(table.name, copied);
  }
  await Promise.all(running.values());
  failure.signal.throwIfAborted();
}

interface Copying {
  readonly snapshot: Kysely<Schema>;
  readonly target: Database;
  readonly onStep: OnStep;
  /** Aborted if another table cannot be copied. */
  readonly signal: AbortSignal;
}

/** Reads and sums up a batch while the target writes the one before. */
async function copyTable(
  { snapshot, target, onStep, signal }: Copying,
  table: CopiedTable,
  begun: Progress,
): Promise<void> {
  const report = (rows: number, done: boolean) =>
    onStep({ doing: "copy", table: table.name, rows, done });
  if (begun.done) return report(begun.rows, true);
  const insert = await insertInto(target, table);
  let progress = begun;
  let written: Promise<void> = Promise.resolve();

  async function write(rows: readonly Row[], before: Progress, next: Progress): Promise<void> {
    try {
      await target.transaction((tx) =>
        together([saveProgress(tx, table.name, before, next), insert(tx, rows)]),
      );
    } catch (error) {
      throw notStored(table, rows, error);
    }
    report(next.rows, false);
  }

  try {
    for await (const rows of readBatches(snapshot, table, begun.lastKey, table.only)) {
      const end = rows.at(-1);
      const before = progress;
      progress = {
        lastKey: end === undefined ? before.lastKey : rowKey(table, end),
        rows: before.rows + rows.length,
        checksum: rows.reduce((sum, row) => addToChecksum(sum, table, row), before.checksum),
        done: false,
      };
      await written;
      signal.throwIfAborted();
      written = write(rows, before, progress);
      written.catch(() => undefined);
    }
  } finally {
    await written;
  }
  const last = progress;
  await target.transaction((tx) => saveProgress(tx, table.name, last, { ...last, done: true }));
  report(progress.rows, true);
}

function notStored(table: CopiedTable, rows: readonly Row[], error: unknown) {
  if (error instanceof CopyRefused) return error;
  const [first, last] = [rows[0], rows.at(-1)].map(
    (row) => row && JSON.stringify(rowKey(table, row)),
  );
  const why =
    error instanceof UniqueViolation
      ? "a row with the same key already exists, because something else wrote to the target"
      : (error as Error).message;
  return new CopyRefused(
    `Rows of ${table.name} with ${table.key.join(", ")} from ${first} to ${last} could not be stored: ${why}.`,
    { cause: error },
  );
}

async function noted(target: Database): Promise<ReadonlyMap<string, Progress>> {
  return (await readProgress(target))?.tables ?? new Map();
}

async function finish(target: Database): Promise<void> {
  // SQLite's statistics are fixed by the migrations.
  if (target.dialect === "postgres") await sql.raw("analyze").execute(target.kysely);
  await target.transaction((tx) => requireWords.all(tx, {}), { isLong: true });
  await endProgress(target);
}

/** The words of records are not copied, so the worker adds them later. */
const requireWords = sqlStatement<object, never>(
  "copy_require_words",
  () => sql`
    insert into record_words_missing (project_id, type, after_id)
    select distinct project_id, type, 0 from records where deleted_at is null
    on conflict do nothing`,
);
