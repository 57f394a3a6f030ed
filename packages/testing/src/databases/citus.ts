import pg from "pg";

/*
 * The nodes of the Citus cluster that TEST_CITUS_URL names: the address of a database on its coordinator, in which
 * Citus knows the workers. Citus cannot be had from npm, so a run without it skips what needs it.
 */

/** The address of the cluster's coordinator; undefined if the run has none. */
export const CITUS_URL = process.env.TEST_CITUS_URL || undefined;

/** Returns the address of the same database on each node, the coordinator first. */
export async function listNodes(url: string): Promise<readonly string[]> {
  const rows = await query(
    CITUS_URL ?? url,
    `select nodename, nodeport from pg_dist_node where groupid <> 0 and noderole = 'primary' order by nodeid`,
  );
  const workers = rows.map(({ nodename, nodeport }) => {
    const node = new URL(url);
    node.hostname = String(nodename);
    node.port = String(nodeport);
    return node.href;
  });
  return [url, ...workers];
}

/** Makes Citus know the nodes in a new database that exists on each of them. */
export async function joinNodes(url: string): Promise<void> {
  const nodes = await listNodes(url);
  for (const node of nodes) await query(node, "create extension citus");
  const [coordinator = url, ...workers] = nodes.map((node) => new URL(node));
  const { hostname, port } = new URL(coordinator);
  await query(url, `select citus_set_coordinator_host('${hostname}', ${port})`);
  for (const worker of workers) {
    await query(url, `select citus_add_node('${worker.hostname}', ${worker.port})`);
  }
}

async function query(url: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
