import type { Db, PreparedQuery } from "./dialect.ts";

/**
 * Returns what distinguishes a database from a restored copy of it. On PostgreSQL this is the cluster, its timeline, the
 * database and the table of the feed: `pg_restore` makes new tables, a recovery or failover begins a new timeline.
 * A SQLite file has nothing of that kind, so `backUp` marks its copies itself.
 */
export async function readPlace(db: Db): Promise<string> {
  if (db.dialect === "sqlite") return "sqlite";
  const [cluster, table] = [await read(db, CLUSTER), await read(db, TABLE)];
  return `${cluster ?? ""} ${table ?? ""}`;
}

/** Returns whether all processes that use a database run on this machine, so that they share the files on its disk. */
export function isLocal({ dialect }: Pick<Db, "dialect">): boolean {
  return dialect === "sqlite";
}

/** @returns null if the server does not allow or have the function, as some hosted ones */
async function read(db: Db, query: PreparedQuery): Promise<string | null> {
  try {
    const [row] = (await db.execute(query, [])) as readonly { place: string }[];
    return row?.place ?? null;
  } catch (error) {
    if (query === CLUSTER && NOT_OFFERED.has((error as { code?: string }).code ?? "")) return null;
    throw error;
  }
}

/** Insufficient privilege, unknown function, feature not supported, not in the prerequisite state. */
const NOT_OFFERED = new Set(["42501", "42883", "0A000", "55000"]);

const CLUSTER: PreparedQuery = {
  name: "place_of_cluster",
  sql: `select system_identifier || ' ' || left(pg_walfile_name(pg_current_wal_lsn()), 8) as place
    from pg_control_system()`,
};
const TABLE: PreparedQuery = {
  name: "place_of_table",
  sql: `select oid || ' ' || to_regclass('feed_epoch')::oid as place
    from pg_database where datname = current_database()`,
};
