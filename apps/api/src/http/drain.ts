import type { Server } from "node:http";
import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import type { Connections } from "./connections.ts";

/** Milliseconds that running requests have to finish when the program stops. */
const DRAIN_LIMIT = 10_000;
/** Milliseconds in which a connection that has just been accepted may still send its request. */
const LAST_REQUEST_LIMIT = 1_000;

/** Milliseconds without a new connection after which none is on its way. */
const QUIET = 50;

/**
 * Keeps a server listening for a while, then closes it and waits for the requests under way, ten seconds at most.
 *
 * @param graceMs milliseconds to keep listening; without any, connections that have sent nothing are not waited for
 * @param hold keeps requests waiting, or no longer
 */
export async function drain(
  server: Server,
  connections: Connections,
  graceMs: number,
  hold: (isHeld: boolean) => void,
): Promise<void> {
  if (graceMs > 0) {
    await delay(graceMs);
    // The kernel resets connections that it has made but the program has not accepted when listening ends. A client
    // that waits for an answer makes no new one.
    hold(true);
    await untilNoneArrives(connections);
  }
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  hold(false);
  const closeHalfOpen = () => {
    for (const socket of connections.halfOpen()) socket.destroy();
  };
  if (graceMs === 0) closeHalfOpen();
  const timers = [
    setTimeout(closeHalfOpen, LAST_REQUEST_LIMIT),
    setTimeout(() => server.closeAllConnections(), DRAIN_LIMIT),
  ];
  await closed;
  timers.forEach(clearTimeout);
}

async function untilNoneArrives(connections: Connections): Promise<void> {
  const end = performance.now() + LAST_REQUEST_LIMIT;
  let accepted: number;
  do {
    accepted = connections.accepted();
    await delay(QUIET);
    // Reads what has arrived in the meantime.
    await nextTurn();
  } while (connections.accepted() !== accepted && performance.now() < end);
}
