import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { HttpLimits } from "./limits.ts";

/** Milliseconds between two rounds of closing idle connections. */
const ROUND = 1_000;

export interface Connections {
  /** Records that a connection has sent the headers of a request. */
  requested(socket: Socket): void;
  /** Connections that have not, the oldest first. */
  halfOpen(): Iterable<Socket>;
  /** Connections accepted since the start. */
  accepted(): number;
}

/**
 * Bounds the connections of a server. Idle ones give way to new ones when there are too many.
 *
 * @param onFull called at most once a second while connections are closed as they arrive
 */
export function boundConnections(
  server: Server,
  limits: HttpLimits,
  onFull: () => void,
): Connections {
  const halfOpen = new Set<Socket>(); // at most limits.halfOpen
  let accepted = 0;
  let lastRound = -ROUND;
  server.maxConnections = limits.connections;

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
    if (now - lastRound < ROUND) return;
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
