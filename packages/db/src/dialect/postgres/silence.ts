import type { Socket } from "node:net";
import type pg from "pg";

/** How often to look, in milliseconds. */
const LOOK_INTERVAL_MS = 125;
/** Delay of a look after which this process counts as blocked, in milliseconds; less than PostgreSQL's head start. */
const MAX_DELAY_MS = 500;

/** Bytes that moved on a connection, and when. */
interface Traffic {
  /** Bytes that had been sent when it was taken. */
  sentBefore: number;
  /** Bytes that had been sent and received at the last look. */
  moved: number;
  /** When they were last seen to change, in milliseconds of `performance.now()`. */
  movedAt: number;
}

/**
 * Breaks the connections of a pool on which nothing moves for a time after something was sent. PostgreSQL reports its
 * own timeouts, also of an idle transaction, so its machine or the network is gone then.
 *
 * The driver's `query_timeout` would count the time that a statement waits for those sent before it. It also sets a
 * function on each query, and V8 then frees the query and its rows only in a full garbage collection.
 *
 * @param connections those of the pool
 * @param inUse those of them that somebody has taken
 * @param limit milliseconds, longer than PostgreSQL's own limits. A connection is broken up to 250 ms later.
 * @returns stops it
 */
export function breakSilent(
  pool: pg.Pool,
  {
    connections,
    inUse,
  }: {
    readonly connections: Iterable<pg.PoolClient>;
    readonly inUse: Pick<WeakSet<pg.PoolClient>, "has">;
  },
  limit: number,
): () => void {
  const traffic = new WeakMap<pg.PoolClient, Traffic>();
  pool.on("connect", (client) => traffic.set(client, { sentBefore: 0, moved: 0, movedAt: 0 }));
  pool.on("acquire", (client) => {
    const watched = traffic.get(client);
    if (watched !== undefined) watched.sentBefore = clientSocket(client).bytesWritten;
  });

  let lookedAt = performance.now();
  function look(): void {
    const now = performance.now();
    // If this process was blocked, an answer may wait to be read.
    const wasBlocked = now - lookedAt > MAX_DELAY_MS;
    lookedAt = now;
    for (const client of connections) {
      const watched = traffic.get(client);
      if (watched === undefined || !inUse.has(client)) continue;
      const socket = clientSocket(client);
      const { bytesRead, bytesWritten } = socket;
      const hasMoved = bytesRead + bytesWritten !== watched.moved;
      if (hasMoved || wasBlocked || bytesWritten === watched.sentBefore) {
        watched.moved = bytesRead + bytesWritten;
        watched.movedAt = now;
      } else if (now - watched.movedAt > limit) {
        socket.destroy(new ServerSilent("the server is silent"));
      }
    }
  }
  const timer = setInterval(look, LOOK_INTERVAL_MS).unref();
  return () => clearInterval(timer);
}

/** Why the statements of a broken connection fail. */
export class ServerSilent extends Error {}

function clientSocket({ connection }: pg.PoolClient): Socket {
  return connection.stream as Socket;
}
