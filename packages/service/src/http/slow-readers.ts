import type { Socket } from "node:net";

/** Bytes that a client must take in each interval while more wait for it. */
const LEAST_BYTES = 64 * 1024;

/** What Node's socket knows of the bytes that the operating system has not taken. */
interface Written {
  readonly _handle?: { readonly bytesWritten?: number; readonly writeQueueSize?: number } | null;
}

/**
 * Disconnects clients that take what waits for them too slowly, because it holds memory and a place.
 *
 * @param sockets returns the connections that have had a request
 * @param intervalMs milliseconds in which a client must take 64 KiB
 * @returns the function that ends the watch
 */
export function cutSlowReaders(sockets: () => Iterable<Socket>, intervalMs: number): () => void {
  /** Bytes that a client with a waiting answer had taken at the last look. */
  let before = new Map<Socket, number>(); // bounded by the limit on connections
  const timer = setInterval(() => {
    const now = new Map<Socket, number>();
    for (const socket of sockets()) {
      const { bytesWritten = 0, writeQueueSize = 0 } = (socket as Written)._handle ?? {};
      if (writeQueueSize === 0) continue;
      const taken = bytesWritten - writeQueueSize;
      if (taken - (before.get(socket) ?? -LEAST_BYTES) < LEAST_BYTES) socket.destroy();
      else now.set(socket, taken);
    }
    before = now;
  }, intervalMs).unref();
  return () => clearInterval(timer);
}
