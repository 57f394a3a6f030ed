import { randomBytes } from "node:crypto";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { inject } from "vitest";
import { CITUS_URL, listNodes } from "./citus.ts";
import type { Dialect } from "./dialects.ts";

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Creates an empty database: a new SQLite file, or a database on the PostgreSQL server of the test run. */
export async function testDatabase(dialect: Dialect): Promise<TestDatabase> {
  if (dialect === "postgres") return createDatabase(inject("postgresUrl"));
  return sqliteFolder().database;
}

/** Creates a migrated database without data, as a copy of the template of the test run. */
export async function migratedDatabase(dialect: Dialect): Promise<TestDatabase> {
  if (dialect === "postgres") {
    return createDatabase(inject("postgresUrl"), inject("postgresTemplate"));
  }
  const { file, database } = sqliteFolder();
  copyFileSync(inject("sqliteTemplate"), file);
  return database;
}

/**
 * Creates a database on the server; its `drop` also ends the connections still open to it.
 *
 * @param template the database to copy; PostgreSQL's empty template by default
 */
export async function createDatabase(adminUrl: string, template = "template1") {
  const name = `test_${randomBytes(8).toString("hex")}`;
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  const nodes = await findServers(adminUrl);
  for (const node of nodes) {
    // The default strategy also writes every page to the log.
    await execute(node, `create database ${name} template ${template} strategy file_copy`);
  }
  const drop = async () => {
    for (const node of nodes) await execute(node, `drop database if exists ${name} with (force)`);
  };
  return { url: url.href, drop, [Symbol.asyncDispose]: drop };
}

/** Creates a database, fills it, and forbids connections to it, because PostgreSQL only copies unused databases. */
export async function createTemplate(adminUrl: string, fill: (url: string) => Promise<void>) {
  const { url, drop } = await createDatabase(adminUrl);
  await fill(url);
  const name = new URL(url).pathname.slice(1);
  for (const node of await findServers(adminUrl)) {
    await execute(node, `alter database ${name} with allow_connections false`);
    // Citus keeps a connection of its own.
    await execute(
      node,
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
    );
  }
  return { name, drop };
}

/** Runs a statement on the server of a database, or on each node of the cluster. Returns the rows of all. */
export async function runOnEachServer(url: string, text: string): Promise<readonly object[]> {
  const servers = await findServers(url);
  return (await Promise.all(servers.map((server) => runSql(server, text)))).flat();
}

/**
 * Counts the sessions that wait for a lock in a statement with a text, on each server of a database. On a cluster, a
 * change of a table that every node has first waits in a function of Citus, which does not name the table.
 */
export async function countBlocked(url: string, text = ""): Promise<number> {
  const waiting = `
    select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
      and (query like '%${text}%' or query like '%lock_shard_resources%')`;
  return (await runOnEachServer(url, waiting)).length;
}

/** Opens a PostgreSQL session that is separate from those of the program under test. */
export async function openSession(url: string) {
  const client = new pg.Client(url);
  // If the server ends the session, the next query reports it.
  client.on("error", () => undefined);
  await client.connect();
  return {
    /** Runs statements; returns the rows of a single one. */
    query: async (text: string): Promise<readonly object[]> =>
      (await client.query(text)).rows ?? [],
    [Symbol.asyncDispose]: () => client.end(),
  };
}

/** Runs statements in a new session. */
export async function runSql(url: string, text: string): Promise<readonly object[]> {
  await using session = await openSession(url);
  return await session.query(text);
}

/** Returns the servers that have each database of the run: one, or the nodes of the cluster. */
function findServers(adminUrl: string): Promise<readonly string[]> {
  return CITUS_URL === undefined ? Promise.resolve([adminUrl]) : listNodes(adminUrl);
}

async function execute(url: string, statement: string) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function sqliteFolder(): { file: string; database: TestDatabase } {
  const folder = mkdtempSync(join(tmpdir(), "rapport-sqlite-"));
  const file = join(folder, "rapport.db");
  const drop = async () => rmSync(folder, { recursive: true, force: true });
  return { file, database: { url: `sqlite:${file}`, drop } };
}
