import { type Kysely, sql } from "kysely";
import type { Database } from "../dialect/dialect.ts";
import { listMigrations } from "../migrate.ts";
import type { Schema } from "../schema.ts";
import { checkNodes, distributeTables, type OnTable, ScaleOutRefused } from "./distribute.ts";

export interface ScaledOut {
  /** The tables that this call distributed or copied to each node; none if it had been done before. */
  readonly tables: readonly string[];
  readonly shards: number;
  readonly workers: number;
}

/**
 * Spreads the tables of an installation over the nodes of a Citus cluster, by project. Each table of projects is one
 * transaction, and so are the small ones. A further call continues after the last one that was done.
 *
 * @param db the coordinator of the cluster, with this version's migrations
 * @param shards parts that the tables are split into; ignored if there are some already
 * @throws ScaleOutRefused with the reason, before anything is changed
 */
export async function scaleOut(
  db: Database,
  shards: number,
  onTable: OnTable = () => undefined,
): Promise<ScaledOut> {
  if (db.dialect === "sqlite") {
    throw new ScaleOutRefused(
      'The database is SQLite, which has one node. First copy it into PostgreSQL with "rapport copy".',
    );
  }
  const { missing, unknown } = await listMigrations(db);
  if (missing.length > 0) {
    throw new ScaleOutRefused(
      `The database lacks the migrations ${missing.join(", ")}. First run "rapport migrate".`,
    );
  }
  if (unknown.length > 0) {
    throw new ScaleOutRefused(
      `The database has migrations that this version does not know (${unknown.join(", ")}). Use the version that it runs.`,
    );
  }
  const workers = await checkNodes(db.kysely);
  const tables = await distributeTables(db.kysely, shards, onTable);
  return { tables, workers, shards: await countShards(db.kysely) };
}

async function countShards(kysely: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_dist_shard where logicalrelid = 'records'::regclass`.execute(
    kysely,
  );
  return rows[0]?.count ?? 0;
}
