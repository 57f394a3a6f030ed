import type { ChildProcess } from "node:child_process";
import type { Worker } from "node:cluster";

/** Milliseconds in which the messages that a process sent before its end are read. */
const CHANNEL_END_MS = 100;

/** A message of Node's cluster module (lib/internal/cluster), as far as it is used here. */
interface ClusterMessage {
  readonly cmd?: string;
  readonly act?: string;
  readonly seq?: number;
  readonly ack?: number;
}

/**
 * Passes connections on that a process was given and had not accepted when it ended. Node forgets them and keeps them
 * open, so their clients would wait for ever.
 *
 * @param isServed whether another process listens; if not, the connections are closed
 */
export function passOnUnaccepted(worker: Worker, isServed: () => boolean): void {
  const child = worker.process as ChildProcess;
  // At most one, because Node gives a process the next connection when it has accepted the one before.
  const unaccepted = new Map<number, { close(): void }>();
  const send = child.send.bind(child) as (...values: unknown[]) => boolean;
  child.send = (message: ClusterMessage, handle?: unknown, ...rest: unknown[]) => {
    if (message.act === "newconn" && message.seq !== undefined) {
      unaccepted.set(message.seq, handle as { close(): void });
    }
    return send(message, handle, ...rest);
  };
  child.on("internalMessage", ({ ack }: ClusterMessage) => {
    if (ack !== undefined) unaccepted.delete(ack);
  });
  let isDisconnected = false;
  child.once("exit", () => {
    // Node does not notice the end of the channel if a connection was on its way through it.
    const disconnect = () => isDisconnected || child.emit("disconnect");
    setTimeout(disconnect, CHANNEL_END_MS);
  });
  child.once("disconnect", () => {
    isDisconnected = true;
    for (const [ack, handle] of [...unaccepted]) {
      // The same as if the process had refused it: Node gives it to another.
      if (isServed()) child.emit("internalMessage", { cmd: "NODE_CLUSTER", ack, accepted: false });
      else handle.close();
    }
  });
}
