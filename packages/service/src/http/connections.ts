import type { Server } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import type { HttpLimits } from "./limits.ts";

/** Shortest interval between two searches for idle connections to close. */
const MIN_CLOSE_INTERVAL_MS = 1_000;

interface Connections {
  /** Records that a connection has sent the headers of its first request. */
  requested(socket: Socket): void;
  /** Returns the connections that have not sent the headers of a request, oldest first. */
  halfOpen(): Iterable<Socket>;
  /** Returns the number of connections accepted since the start. */
  accepted(): number;
}

/**
 * Limits the connections of a server. When the limit is reached, closes idle connections.
 *
 * @param onFull called at most once a second while new connections are refused
 */
export function boundConnections(
  server: Server,
  limits: HttpLimits,
  onFull: () => void,
): Connections {
  const halfOpen = new Set<Socket>(); // at most limits.halfOpen
  let accepted = 0;
  let lastRound = -MIN_CLOSE_INTERVAL_MS;
  server.maxConnections = limits.connections;
  // Otherwise, processes that share a port would pass a connection on for ever if all are full.
  Object.assign(server, { dropMaxConnection: true });

  server.on("connection", (socket) => {
    accepted++;
    halfOpen.add(socket);
    socket.once("close", () => halfOpen.delete(socket));
    if (halfOpen.size <= limits.halfOpen) return;
    const [oldest] = halfOpen;
    oldest?.destroy();
  });
  server.on("drop", () => {
    const now = performance.now();
    if (now - lastRound < MIN_CLOSE_INTERVAL_MS) return;
    lastRound = now;
    server.closeIdleConnections();
    onFull();
  });

  return {
    requested: (socket) => void halfOpen.delete(socket),
    halfOpen: () => halfOpen,
    accepted: () => accepted,
  };
}

/** How long running requests may take to finish when the program stops. */
const DRAIN_LIMIT_MS = 10_000;
/** How long a connection that was just accepted may take to send its request. */
const LAST_REQUEST_LIMIT_MS = 1_000;
/** How often connections are closed whose response has ended. */
const CLOSE_IDLE_INTERVAL_MS = 50;

/** After this long without a new connection, no more are expected. */
const QUIET_MS = 50;

/**
 * Keeps a server listening for `graceMs`, then closes it. Waits up to 10 seconds for running requests.
 *
 * @param graceMs milliseconds to keep listening; if 0, connections that have sent no request are closed at once
 * @param hold stops or resumes passing requests to the application
 */
export async function drain(
  server: Server,
  connections: Connections,
  graceMs: number,
  hold: (isHeld: boolean) => void,
): Promise<void> {
  if (graceMs > 0) {
    await delay(graceMs);
    // When listening ends, the kernel resets connections that the program has not accepted yet. So first wait until
    // none arrive: a client that waits for a response opens no new connection.
    hold(true);
    await untilNoneArrives(connections);
  }
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  hold(false);
  await closeConnections(server, connections, graceMs, closed);
}

/**
 * Stops taking connections at once, because other processes take them. Serves open connections for up to `graceMs`, so
 * that each is closed by an answer, then closes the idle ones. Waits up to 10 seconds for running requests.
 */
export async function leave(
  server: Server,
  connections: Connections,
  graceMs: number,
): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    // The method of `http.Server` would close idle connections, on which a request may be on its way.
    NetServer.prototype.close.call(server, () => resolve());
  });
  await Promise.race([closed, delay(graceMs)]);
  await closeConnections(server, connections, graceMs, closed);
}

async function closeConnections(
  server: Server,
  connections: Connections,
  graceMs: number,
  closed: Promise<void>,
): Promise<void> {
  const closeHalfOpen = () => {
    for (const socket of connections.halfOpen()) socket.destroy();
  };
  if (graceMs === 0) closeHalfOpen();
  // A response whose headers were sent before the stop, such as a stream of events, keeps its connection open.
  const closing = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_INTERVAL_MS);
  const timers = [
    setTimeout(closeHalfOpen, LAST_REQUEST_LIMIT_MS),
    setTimeout(() => server.closeAllConnections(), DRAIN_LIMIT_MS),
  ];
  await closed;
  clearInterval(closing);
  timers.forEach(clearTimeout);
}

async function untilNoneArrives(connections: Connections): Promise<void> {
  const end = performance.now() + LAST_REQUEST_LIMIT_MS;
  let accepted: number;
  do {
    accepted = connections.accepted();
    await delay(QUIET_MS);
    // Lets Node accept the connections that arrived during the delay.
    await nextTurn();
  } while (connections.accepted() !== accepted && performance.now() < end);
}
