import { setImmediate } from "node:timers/promises";
import type { AroundStatement } from "../database-wrappers.ts";
import type { Database, PreparedQuery } from "../dialect/dialect.ts";
import { openStandby, type StandbyConnection } from "../dialect/postgres/standby.ts";
import {
  hasReached,
  type ProjectPosition,
  readProjectPosition,
} from "../repositories/feed/project-positions.ts";
import type { Scope } from "../scope.ts";
import { monitorReplica, type ReplicaHealth } from "./monitor.ts";

export interface ReplicaStatus extends ReplicaHealth {
  /** Reads since the start by where they began, and those that went from the replica to the primary. */
  readonly reads: {
    readonly replica: number;
    /** The replica did not have the project's newest change. */
    readonly behind: number;
    /** The replica could not be used. */
    readonly unusable: number;
    /** Began on the replica. A statement failed there and was repeated on the primary. */
    readonly moved: number;
  };
}

/** A standby that serves reads which see every change acknowledged before them (specification §40). */
export interface Replica {
  /**
   * Returns where a read of a project may run: on the replica if it has all changes that the primary has now, otherwise
   * on the primary. A statement that fails on the replica runs on the primary, as do all that follow.
   *
   * @throws DatabaseUnavailable if the primary does not answer
   */
  chooseReader(scope: Scope): Promise<Database>;
  status(): ReplicaStatus;
  /** Closes its connections. Call it before the primary is closed. */
  close(): Promise<void>;
}

type Connection = StandbyConnection<ProjectPosition>;

/** Projects whose position a connection remembers. */
const MAX_SEEN = 1_000;

/**
 * Opens a replica. It may be down: then reads stay on the primary until it answers.
 *
 * @param url a hot standby of the primary: one server, not several behind one address
 * @param options.around called for each statement on the replica, such as to trace it
 * @param options.onChange called if the state has changed
 */
export function openReplica(
  primary: Database,
  url: string,
  options: {
    readonly timeoutMs?: number;
    readonly poolSize?: number;
    readonly around?: AroundStatement;
    readonly onChange: (health: ReplicaHealth) => void;
  },
): Replica {
  const { timeoutMs = 10_000, poolSize = 10, around = (_, run) => run(), onChange } = options;
  const standby = openStandby<ProjectPosition>(url, poolSize, timeoutMs);
  const monitor = monitorReplica(primary, standby, onChange);
  const reads = { replica: 0, behind: 0, unusable: 0, moved: 0 };
  const asking = new Map<number, Promise<ProjectPosition | undefined>>();

  /** Asks the primary. Reads that arrive in the same turn of the event loop share the question. */
  function readPosition(scope: Scope): Promise<ProjectPosition | undefined> {
    const { projectId } = scope;
    let asked = asking.get(projectId);
    if (asked === undefined) {
      asked = setImmediate().then(() => {
        asking.delete(projectId);
        return readProjectPosition(primary, scope);
      });
      asking.set(projectId, asked);
    }
    return asked;
  }

  /** Chooses the database for a read that must see everything up to a position. */
  async function choose(
    scope: Scope,
    needed: ProjectPosition | undefined,
  ): Promise<"replica" | "behind" | "unusable"> {
    if (needed === undefined) return "behind";
    try {
      const isCovered = await standby.use((connection) => covers(connection, scope, needed));
      return isCovered ? "replica" : "behind";
    } catch {
      monitor.suspect();
      return "unusable";
    }
  }

  function reader(scope: Scope, needed: ProjectPosition): Database {
    let isMoved = false;
    async function execute(query: PreparedQuery, values: readonly unknown[]) {
      if (isMoved) return primary.execute(query, values);
      try {
        return await around(query.name, () =>
          standby.use(async (connection) => {
            if (await covers(connection, scope, needed)) return connection.execute(query, values);
            throw new Error("this connection leads to a server that is behind");
          }),
        );
      } catch {
        if (!isMoved) reads.moved++;
        isMoved = true;
        monitor.suspect();
        return primary.execute(query, values);
      }
    }
    return {
      ...primary,
      execute,
      // The replica may not have what the transaction wrote, or what it found written.
      transaction(work, transactionOptions) {
        isMoved = true;
        return primary.transaction(work, transactionOptions);
      },
    };
  }

  return {
    async chooseReader(scope) {
      if (!monitor.isUsable()) {
        reads.unusable++;
        return primary;
      }
      const needed = await readPosition(scope);
      const where = await choose(scope, needed);
      reads[where]++;
      return where === "replica" && needed !== undefined ? reader(scope, needed) : primary;
    },
    status: () => ({ ...monitor.health(), reads: { ...reads } }),
    async close() {
      await monitor.stop();
      await standby.close();
    },
  };
}

/** Returns whether a connection shows everything up to a position. Asks only if that is not known yet. */
async function covers(
  connection: Connection,
  scope: Scope,
  needed: ProjectPosition,
): Promise<boolean> {
  const { seen } = connection;
  const known = seen.get(scope.projectId);
  if (known !== undefined && includes(known, needed)) return true;
  if (!(await hasReached(connection, scope, needed))) return false;
  if (seen.size >= MAX_SEEN) seen.clear();
  seen.set(scope.projectId, needed);
  return true;
}

function includes(known: ProjectPosition, needed: ProjectPosition): boolean {
  return (
    needed.number <= known.number &&
    needed.schemaVersion <= known.schemaVersion &&
    needed.pending.every((id) => known.pending.includes(id))
  );
}
