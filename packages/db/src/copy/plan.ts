import { type Kysely, type RawBuilder, sql } from "kysely";
import { JSON_COLUMNS } from "../columns.ts";
import type { Database, DialectName } from "../dialect/dialect.ts";
import { KEPT } from "../kept-files.ts";
import type { Schema } from "../schema.ts";
import { PROGRESS_TABLE } from "./progress.ts";

/** A table to copy, as it is in one of the databases. */
export interface CopiedTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** The columns that hold JSON. */
  readonly json: ReadonlySet<string>;
  /** The columns that hold bytes. Rows that have some are large. */
  readonly binary: ReadonlySet<string>;
  /** The condition that the copied rows meet; undefined for all rows. */
  readonly only: RawBuilder<unknown> | undefined;
  /** Columns of the primary key, in order. For some tables they differ between the databases. */
  readonly key: readonly string[];
  /** Whether a sequence generates its ids. */
  readonly hasSequence: boolean;
  /** Tables that its foreign keys name. */
  readonly refersTo: readonly string[];
}

/** What is copied of a table that is not copied whole. Files of jobs are kept for a few days; records keep theirs. */
const ONLY: Readonly<Record<string, RawBuilder<unknown>>> = {
  files: sql`record_id is not null`,
  file_parts: sql`file_id like ${sql.lit(`${KEPT}%`)} and exists (
    select 1 from files f
    where f.project_id = file_parts.project_id and f.id = file_parts.file_id and f.record_id is not null)`,
};

/** Columns that hold bytes. */
const BINARY = new Set(["data"]);

/** A table of the source and the same table of the target. */
export interface SharedTable {
  readonly from: CopiedTable;
  readonly to: CopiedTable;
}

/** Tables into which the migrations insert rows. The copied rows replace these. */
export const SEEDED_TABLES: ReadonlySet<string> = new Set(["feed_epoch", "state_versions"]);

const NOT_CONTENT: ReadonlySet<string> = new Set([
  "kysely_migration",
  "kysely_migration_lock",
  PROGRESS_TABLE,
  // A transaction deletes the rows that it inserts, so none is ever committed.
  "upsert_keys",
  // They are answered within five minutes.
  "passkey_challenges",
  // Pages follow one installation only.
  "live_revisions",
  // The triggers of the target note the rows that are copied.
  "sum_changes",
  "record_sums",
  "sum_locks",
  // They refer to files, which are not copied.
  "import_drafts",
  "import_draft_keys",
]);

/** Tables of the index of words, which the worker fills from the records. The databases store it differently. */
const WORD_TABLES = /^record_word(s|_index)(_|$)/;

/**
 * Lists the tables of a migrated database that a copy takes, each after those it refers to. It reads them from the
 * database, so that a table of a later migration is copied without a change here.
 */
export async function listTables(db: Database): Promise<readonly CopiedTable[]> {
  const { kysely, dialect } = db;
  const schema = dialect === "postgres" ? await currentSchema(kysely) : undefined;
  const found = (await kysely.introspection.getTables()).filter(
    ({ isView, schema: there, name }) =>
      !isView && there === schema && !NOT_CONTENT.has(name) && !WORD_TABLES.test(name),
  );
  const tables = new Map<string, CopiedTable>();
  for (const { name, columns } of found) {
    const names = columns.map((column) => column.name).toSorted();
    tables.set(name, {
      name,
      columns: names,
      json: new Set(names.filter((column) => JSON_COLUMNS.has(column))),
      binary: new Set(names.filter((column) => BINARY.has(column))),
      only: ONLY[name],
      key: await readNames(kysely, KEY_COLUMNS[dialect](name)),
      // SQLite generates any omitted integer key. Rapport omits only keys named id.
      hasSequence: columns.some((column) => column.name === "id" && column.isAutoIncrementing),
      refersTo: (await readNames(kysely, REFERRED_TABLES[dialect](name))).toSorted(),
    });
  }
  return inOrder(tables);
}

async function currentSchema(kysely: Kysely<Schema>): Promise<string> {
  const [name = "public"] = await readNames(kysely, sql`select current_schema() as name`);
  return name;
}

async function readNames(kysely: Kysely<Schema>, query: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await query.execute(kysely);
  return (rows as { name: string }[]).map((row) => row.name);
}

type TableQuery = Record<DialectName, (table: string) => ReturnType<typeof sql>>;

const KEY_COLUMNS: TableQuery = {
  sqlite: (table) => sql`select name from pragma_table_info(${table}) where pk > 0 order by pk`,
  postgres: (table) => sql`
    select a.attname as name from pg_index i
    cross join lateral unnest(i.indkey) with ordinality as k (attnum, position)
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
    where i.indrelid = to_regclass(${table}) and i.indisprimary order by k.position`,
};

const REFERRED_TABLES: TableQuery = {
  sqlite: (table) => sql`select "table" as name from pragma_foreign_key_list(${table})`,
  postgres: (table) => sql`
    select c.relname as name from pg_constraint f join pg_class c on c.oid = f.confrelid
    where f.contype = 'f' and f.conrelid = to_regclass(${table})`,
};

function inOrder(tables: ReadonlyMap<string, CopiedTable>): readonly CopiedTable[] {
  const ordered = new Set<CopiedTable>();
  function add(table: CopiedTable | undefined): void {
    if (table === undefined || ordered.has(table)) return;
    for (const name of table.refersTo) if (name !== table.name) add(tables.get(name));
    ordered.add(table);
  }
  for (const name of [...tables.keys()].toSorted()) add(tables.get(name));
  return [...ordered];
}
