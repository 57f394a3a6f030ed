import { CITUS_URL, migratedDatabase, testDatabase } from "@rapport/testing";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Database, migrate, openDatabase } from "../src/index.ts";
import { PLACES, tablesInPlace } from "../src/scale-out/tables.ts";
import { listStatements } from "../src/statement.ts";
import { countTasks, explainScans, explainUpdated, prepare, valuesOf } from "./support/explain.ts";
import { argsOf } from "./support/statement-args.ts";
import { WITHOUT_PLAN } from "./support/statement-plans.ts";

/*
 * On a cluster, a statement that names its project runs on one node. One that does not is sent to every shard, so each
 * has a reason here. None of them locks, changes or deletes rows, except where it says so.
 */
const OF_ALL_PROJECTS: Readonly<Record<string, string>> = {
  // What waits, by project; what follows names the project.
  delivery_queue_due: "finds projects with deliveries to send",
  deliveries_pending_projects: "finds projects with deliveries to send, every ten minutes",
  duplicate_projects_behind: "finds projects with changes to compare",
  duplicate_backfills_waiting: "finds projects with records to compare",
  sum_changes_project: "finds projects with changes to add up",
  erasures_unfinished: "finds erasures to finish",
  events_pending_project: "finds projects with events to number",
  job_queue_due: "finds projects with jobs",
  record_words_missing_waiting: "finds projects with records without words",
  // What has expired; each row is then removed in its project.
  deliveries_old: "finds rows to purge",
  events_old: "finds rows to purge",
  files_expired: "finds files to remove",
  jobs_ended: "finds jobs to remove",
  import_drafts_ended: "finds drafts to remove",
  merges_kept: "finds merges to forget",
  purge_find: "finds records to purge",
  idempotency_next_old: "finds rows to purge",
  idempotency_next_old_records: "finds rows to purge",
  idempotency_delete_old: "deletes expired rows on every shard",
  idempotency_delete_old_records: "deletes expired rows on every shard",
  feed_list_projects: "finds feeds to purge",
  // Figures of the installation, for its operator.
  deliveries_queue: "counts what waits",
  health_erasures: "finds the oldest unfinished erasure",
  health_newest: "finds the newest change",
  health_overdue: "counts overdue deliveries",
  project_imports_unfinished: "finds imports that were stopped",
  erasures_list: "lists all erasures, for the command line",
  sealed_list_files_key: "lists all secrets, to encrypt them again",
  sealed_list_idempotency_keys_response: "lists all secrets, to encrypt them again",
  // Only on SQLite there is something to do.
  files_delete_all: "runs on backups of SQLite only",
  erased_files_finish: "runs on SQLite only",
  erased_files_take_over: "runs on SQLite only",
  erased_files_waiting: "runs on SQLite only",
};

let database: Awaited<ReturnType<typeof testDatabase>>;
let db: Database;

beforeAll(async () => {
  database = await testDatabase("postgres");
  db = openDatabase(database.url, { poolSize: 1 });
  await migrate(db);
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

it("every table has a place on a cluster", async () => {
  const tables = (await db.kysely.introspection.getTables()).map(({ name }) => name);
  expect(tables.toSorted()).toEqual(Object.keys(PLACES).toSorted());
});

it("the key of every table of projects has the project", async () => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_index i
    join pg_class c on c.oid = i.indrelid
    where i.indisunique and c.relname in (${sql.join(tablesInPlace("project"))})
      and not exists (
        select 1 from pg_attribute a
        where a.attrelid = i.indrelid and a.attnum = any (i.indkey) and a.attname = 'project_id')
  `.execute(db.kysely);
  expect(rows).toEqual([]);
});

it("every statement names the project of each row that it touches", async () => {
  const ofProjects = new Set(tablesInPlace("project"));
  const found: Record<string, readonly string[]> = {};
  await db.kysely.connection().execute(async (connection) => {
    await sql`set plan_cache_mode = force_generic_plan`.execute(connection);
    for (const [name, statement] of listStatements()) {
      if (WITHOUT_PLAN.test(name)) continue;
      await prepare(connection, name, statement);
      const values = valuesOf(statement, "postgres", argsOf(name));
      const scans = await explainScans(connection, name, values);
      const unscoped = scans
        .filter(({ table, condition }) => ofProjects.has(table) && !NAMED.test(condition))
        .map(({ table }) => table);
      const inserted = /^\s*insert into "?(\w+)"? \(([^)]*)\)/.exec(
        statement.compile("postgres").sql,
      );
      const [, into = "", columns = ""] = inserted ?? [];
      if (ofProjects.has(into) && !/\bproject_id\b/.test(columns)) unscoped.push(into);
      if (unscoped.length > 0) found[name] = unscoped;
    }
  });
  expect(Object.keys(found).toSorted()).toEqual(Object.keys(OF_ALL_PROJECTS).toSorted());
});

it("an update of rows of projects computes no value whose function Citus refuses", async () => {
  const ofProjects = tablesInPlace("project").join("|");
  const updates = new RegExp(`^\\s*update "?(${ofProjects})\\b`);
  const found: Record<string, readonly string[]> = {};
  await db.kysely.connection().execute(async (connection) => {
    await sql`deallocate all`.execute(connection);
    await sql`set plan_cache_mode = force_generic_plan`.execute(connection);
    const stable = await sql<{ name: string }>`
      select proname as name from pg_proc
      group by proname having bool_and(provolatile <> 'i')`.execute(connection);
    const names = stable.rows.map(({ name }) => name);
    for (const [name, statement] of listStatements()) {
      if (WITHOUT_PLAN.test(name) || !updates.test(statement.compile("postgres").sql)) continue;
      await prepare(connection, name, statement);
      const values = valuesOf(statement, "postgres", argsOf(name));
      const computed = await explainUpdated(connection, name, values);
      const refused = computed.filter(
        (text) =>
          /\)::(timestamp|date)/.test(text) ||
          [...text.matchAll(/(\w+)\(/g)].some(([, called = ""]) => names.includes(called)),
      );
      if (refused.length > 0) found[name] = refused;
    }
  });
  expect(found).toEqual({});
});

it.skipIf(CITUS_URL === undefined)(
  "every other statement runs on one node of a cluster (skipped without TEST_CITUS_URL)",
  async () => {
    const cluster = await migratedDatabase("postgres");
    const coordinator = openDatabase(cluster.url, { poolSize: 1 });
    const unfit: Record<string, string> = {};
    try {
      await coordinator.kysely.connection().execute(async (connection) => {
        for (const [name, statement] of listStatements()) {
          if (WITHOUT_PLAN.test(name) || name in OF_ALL_PROJECTS) continue;
          await prepare(connection, name, statement);
          const values = valuesOf(statement, "postgres", argsOf(name));
          const tasks = await countTasks(connection, name, values).catch(String);
          if (typeof tasks === "string" || tasks > 1) unfit[name] = `${tasks}`;
        }
      });
    } finally {
      await coordinator.close();
      await cluster.drop();
    }
    expect(unfit).toEqual({});
  },
);

it("no statement takes the project of a row from another row, which Citus does not always follow", () => {
  const following = [...listStatements()]
    .filter(([name]) => !(name in OF_ALL_PROJECTS))
    .filter(([, statement]) => FOLLOWING.test(statement.compile("postgres").sql))
    .map(([name]) => name);
  expect(following).toEqual([]);
});

const FOLLOWING = /project_id"? = ("?\w+"?\.)?"?project_id/;

/** The project of the request, or that of a row to which this one is joined. */
const NAMED = /(^|[( .])project_id = (?!\(hashed SubPlan)/;
