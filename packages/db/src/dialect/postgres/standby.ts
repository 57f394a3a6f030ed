import type pg from "pg";
import type { Db } from "../dialect.ts";
import { convertFailure, PostgresUnavailable } from "./failure.ts";
import { openPool } from "./pool.ts";
import { executor } from "./transaction.ts";

/** Milliseconds to wait for a connection. After that, the primary is quicker. */
const CONNECT_LIMIT_MS = 1_000;
/** Milliseconds that PostgreSQL has for a look at its state. The client waits a second longer. */
const LOOK_LIMIT_MS = 500;

/** One connection to a standby. It stays with one server process, whose data never goes back in time. */
export interface StandbyConnection<Seen> extends Db {
  /** The newest state that this connection has returned, by project. */
  readonly seen: Map<number, Seen>;
}

export interface Standby<Seen> {
  /** Runs `work` on one connection. Rejects with its error, or with DatabaseUnavailable if there is no connection. */
  use<T>(work: (connection: StandbyConnection<Seen>) => Promise<T>): Promise<T>;
  /**
   * Compares the standby with the primary, on a connection of its own. Rejects if it does not answer within two seconds.
   *
   * @param position of the primary's log; null if it is unknown
   */
  look(position: string | null): Promise<StandbyLook>;
  /** Reads what distinguishes this database from others; see `readIdentity`. */
  identity(): Promise<string | null>;
  /** Breaks every connection, so that statements that hang fail now. */
  drop(): void;
  close(): Promise<void>;
}

export interface StandbyLook {
  /** False if it was promoted. */
  readonly is_standby: boolean;
  /** Whether it has applied the log up to the given position. */
  readonly is_current: boolean | null;
  /** When the last transaction that it applied was committed. */
  readonly applied_at: string | null;
}

/**
 * Opens connections to a standby of PostgreSQL. It connects when they are first used.
 *
 * @param timeoutMs milliseconds that a statement may take
 */
export function openStandby<Seen>(url: string, poolSize: number, timeoutMs: number): Standby<Seen> {
  const reads = openPool(url, poolSize, {
    connect: Math.min(timeoutMs, CONNECT_LIMIT_MS),
    statement: timeoutMs,
    lock: Math.ceil(timeoutMs / 2),
  });
  const looks = openPool(url, 1, {
    connect: CONNECT_LIMIT_MS,
    statement: LOOK_LIMIT_MS,
    lock: LOOK_LIMIT_MS,
  });
  const connections = new WeakMap<pg.PoolClient, StandbyConnection<Seen>>();

  function standbyConnection(client: pg.PoolClient): StandbyConnection<Seen> {
    let connection = connections.get(client);
    if (connection === undefined) {
      connection = { ...executor(client), seen: new Map() };
      connections.set(client, connection);
    }
    return connection;
  }

  return {
    async use(work) {
      const client = await reads.pool.connect().catch((error: unknown) => {
        throw convertFailure(error);
      });
      let isBad = false;
      try {
        return await work(standbyConnection(client));
      } catch (error) {
        isBad = error instanceof PostgresUnavailable && error.isConnectionBad;
        throw error;
      } finally {
        client.release(isBad);
      }
    },
    async look(position) {
      const [row] = await executor(looks.pool).execute(LOOK, [position]);
      return row as StandbyLook;
    },
    identity: () => readIdentity(executor(looks.pool)),
    drop() {
      reads.drop();
      looks.drop();
    },
    close: async () => void (await Promise.all([reads.close(), looks.close()])),
  };
}

/** Returns the position of the primary's log with its clock. The position is null on a standby. */
export async function readLogPosition(
  db: Db,
): Promise<{ readonly position: string | null; readonly clock: string }> {
  const [row] = await db.execute(POSITION, []);
  return row as { position: string | null; clock: string };
}

/**
 * Returns what a database and its standbys have in common. A clone that was promoted has another timeline, and so have its
 * standbys, unless the database itself was promoted as often since they parted.
 *
 * @returns null if the server does not say, as some hosted ones
 */
export async function readIdentity(db: Db): Promise<string | null> {
  try {
    const [row] = (await db.execute(IDENTITY, [])) as readonly { identity: string }[];
    return row?.identity ?? null;
  } catch (error) {
    if (NOT_OFFERED.has((error as { code?: string }).code ?? "")) return null;
    throw error;
  }
}

/** Insufficient privilege, unknown function, feature not supported. */
const NOT_OFFERED = new Set(["42501", "42883", "0A000"]);

/**
 * The control file has the timeline of a standby with a delay, and the receiver shows it only to roles that may read
 * `pg_stat_wal_receiver`.
 */
const IDENTITY = {
  name: "replica_identity",
  sql: `select concat_ws(' ', system_identifier, current_database(),
    case when pg_is_in_recovery() then (
      select greatest(timeline_id, min_recovery_end_timeline,
        (select received_tli from pg_stat_wal_receiver))
      from pg_control_checkpoint(), pg_control_recovery())
    else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer end) as identity
    from pg_control_system()`,
};
const POSITION = {
  name: "replica_log_position",
  sql: `select clock_timestamp() as clock,
    case when pg_is_in_recovery() then null else pg_current_wal_lsn() end::text as position`,
};
const LOOK = {
  name: "replica_look",
  sql: `select pg_is_in_recovery() as is_standby, pg_last_xact_replay_timestamp() as applied_at,
    pg_last_wal_replay_lsn() >= $1::pg_lsn as is_current`,
};
