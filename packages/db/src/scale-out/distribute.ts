import { type Kysely, sql } from "kysely";
import { WORD_TOKENS } from "../migrations/011-018.ts";
import type { Schema } from "../schema.ts";
import { tablesInPlace } from "./tables.ts";

/** Called before a table is moved. */
export type OnTable = (table: string) => void;

/**
 * Distributes the tables that exist and are not distributed yet, and copies the small ones to each node.
 *
 * @param shards of `records`, which the other tables follow; not needed if it is distributed
 * @returns their names
 */
export async function distributeTables(
  kysely: Kysely<Schema>,
  shards = 0,
  onTable: OnTable = () => undefined,
): Promise<readonly string[]> {
  const done = await listDistributed(kysely);
  // A database of an earlier version lacks the newest tables.
  const existing = new Set((await kysely.introspection.getTables()).map(({ name }) => name));
  const isLeft = (table: string) => existing.has(table) && !done.has(table);
  for (const [table, text] of PREPARATIONS) {
    if (isLeft(table)) await sql.raw(text).execute(kysely);
  }
  const moved: string[] = [];
  const small = tablesInPlace("everywhere").filter(isLeft);
  // In one transaction, because they refer to each other.
  await kysely.transaction().execute(async (tx) => {
    for (const table of small) {
      onTable(table);
      await sql`select create_reference_table(${table}::regclass)`.execute(tx);
    }
  });
  for (const table of tablesInPlace("project").filter(isLeft)) {
    onTable(table);
    await distribute(kysely, table, shards);
    moved.push(table);
  }
  for (const text of FUNCTIONS) await sql.raw(text).execute(kysely);
  for (const setting of SETTINGS) await setOnNodes(kysely, setting);
  return [...small, ...moved];
}

/** Returns whether the installation is on a cluster. */
export async function isDistributed(kysely: Kysely<Schema>): Promise<boolean> {
  return (await hasCitus(kysely)) && (await listDistributed(kysely)).has("records");
}

/**
 * Checks that the database is the coordinator of a Citus cluster that can take the tables.
 *
 * @returns the number of its worker nodes
 * @throws ScaleOutRefused
 */
export async function checkNodes(kysely: Kysely<Schema>): Promise<number> {
  if (!(await hasCitus(kysely))) {
    throw new ScaleOutRefused(
      'The database has no extension citus. Install Citus on each node and run "create extension citus" in the database there (docs/scale.md).',
    );
  }
  const workers = await read(
    kysely,
    sql`select count(*) from pg_dist_node where isactive and noderole = 'primary' and groupid <> 0`,
  );
  if (workers === 0) {
    throw new ScaleOutRefused(
      "The cluster has no worker nodes. Add some with citus_add_node (docs/scale.md).",
    );
  }
  if (!(await read(kysely, sql`select citus_is_coordinator()`))) {
    throw new ScaleOutRefused(
      "This node is not the coordinator of its cluster. Set DATABASE_URL to the coordinator.",
    );
  }
  if (
    !(await read(kysely, sql`select exists (select from pg_dist_node where groupid = 0) as found`))
  ) {
    throw new ScaleOutRefused(
      "The workers do not know the coordinator's address. Run citus_set_coordinator_host (docs/scale.md).",
    );
  }
  await checkPrepared(kysely);
  return workers as number;
}

/** A change on two nodes is prepared on both before it is committed. */
async function checkPrepared(kysely: Kysely<Schema>): Promise<void> {
  const without = await read(
    kysely,
    sql`select count(*) from run_command_on_all_nodes('show max_prepared_transactions') where result = '0'`,
  );
  if (without === 0) return;
  throw new ScaleOutRefused(
    `max_prepared_transactions is 0 on ${without} of the nodes. Set it to at least max_connections and restart them.`,
  );
}

/** Returns whether the database has the extension. */
async function hasCitus(kysely: Kysely<Schema>): Promise<boolean> {
  return Boolean(await read(kysely, sql`select 1 from pg_extension where extname = 'citus'`));
}

/** Thrown if an installation cannot be spread over several nodes. The message says what to do. */
export class ScaleOutRefused extends Error {
  override readonly name = "ScaleOutRefused";
}

async function read(kysely: Kysely<Schema>, query: ReturnType<typeof sql>): Promise<unknown> {
  const { rows } = await query.execute(kysely);
  return Object.values((rows[0] ?? {}) as object)[0];
}

/** Returns the tables that Citus has distributed or copied to each node. */
async function listDistributed(kysely: Kysely<Schema>): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
    where p.partmethod <> 'n' or p.repmodel = 't'`.execute(kysely);
  return new Set(rows.map(({ name }) => name));
}

async function distribute(kysely: Kysely<Schema>, table: string, shards: number): Promise<void> {
  await (table === "records"
    ? sql`select create_distributed_table('records', 'project_id', shard_count := ${sql.lit(shards)},
        colocate_with := 'none')`
    : sql`select create_distributed_table(${table}::regclass, 'project_id', colocate_with := 'records')`
  ).execute(kysely);
}

const PREPARATIONS = [
  // The service knows that a record's project exists. Each insert would lock the project on its node.
  ["records", "alter table records drop constraint if exists records_project_id_fkey"],
  // Citus has no triggers on distributed tables. This one is for processes of earlier versions.
  ["attempts", "drop trigger if exists attempts_project on attempts"],
  // Without the triggers there are no sums, so reports count the records and deliveries.
  [
    "records",
    withoutTriggers("records", "sum_record_added", "sum_record_changed", "sum_record_removed"),
  ],
  ["record_index", withoutTriggers("record_index", "sum_place_added", "sum_place_removed")],
  [
    "deliveries",
    withoutTriggers(
      ...([
        "deliveries",
        "sum_delivery_added",
        "sum_delivery_changed",
        "sum_delivery_removed",
      ] as const),
    ),
  ],
  ["sum_locks", "insert into sum_locks (project_id) values (0) on conflict do nothing"],
] as const;

function withoutTriggers(table: string, ...names: readonly string[]): string {
  return names.map((name) => `drop trigger if exists ${name} on ${table}`).join("; ");
}

/** On one PostgreSQL, the condition on the project is hidden from the planner. Here it says which node to ask. */
const FUNCTIONS = [
  "select create_distributed_function('hold_schema(bigint)')",
  `create or replace function find_record_words(
    wanted tsquery, project bigint, above bigint, below bigint, is_descending boolean, most bigint)
  returns setof bigint language plpgsql stable
  as $$ begin
    return query select record_id from record_words
    where ${WORD_TOKENS} @@ wanted and project_id = project
      and (record_id > above) is true and (record_id < below) is true
    order by case when is_descending then - record_id else record_id end limit most;
  end $$`,
] as const;

/** Settings of clients do not reach the workers. See `dialect/postgres/pool.ts`; words need bitmap scans. */
const SETTINGS = ["enable_seqscan", "enable_hashjoin", "enable_mergejoin", "jit"] as const;

/** Citus makes the same change on the workers. */
async function setOnNodes(kysely: Kysely<Schema>, setting: string): Promise<void> {
  await sql
    .raw(
      `do $$ begin execute format('alter database %I set ${setting} = off', current_database()); end $$`,
    )
    .execute(kysely);
}
