import { type Kysely, sql } from "kysely";
import type { Schema } from "../schema.ts";

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
export async function hasCitus(kysely: Kysely<Schema>): Promise<boolean> {
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
