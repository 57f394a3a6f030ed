import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { HttpLimits } from "./limits.ts";

/** Shortest interval between two searches for idle connections to close. */
const MIN_CLOSE_INTERVAL_MS = 1_000;

export interface Connections {
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
