import { randomBytes } from "node:crypto";
import pg from "pg";
import { CITUS_URL, nodesOf } from "./citus.ts";
import { runSql } from "./session.ts";

/**
 * Creates a database on the server; its `drop` also ends the connections still open to it.
 *
 * @param template the database to copy; PostgreSQL's empty template by default
 */
export async function createDatabase(adminUrl: string, template = "template1") {
  const name = `test_${randomBytes(8).toString("hex")}`;
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  const nodes = await serversOf(adminUrl);
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
  for (const node of await serversOf(adminUrl)) {
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
  const servers = await serversOf(url);
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

/** Returns the servers that have each database of the run: one, or the nodes of the cluster. */
function serversOf(adminUrl: string): Promise<readonly string[]> {
  return CITUS_URL === undefined ? Promise.resolve([adminUrl]) : nodesOf(adminUrl);
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
