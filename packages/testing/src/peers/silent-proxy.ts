import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface SilentProxy extends AsyncDisposable {
  readonly port: number;
  /** Forwards new connections to another port. Open ones stay as they are. */
  forwardTo(port: number): void;
  /** Stops forwarding but keeps every connection open, like a network failure. */
  silence(): void;
  /** For a connection that sends this text, forwards its next COMMIT, then breaks the connection instead of answering. */
  loseCommitOf(text: string): void;
}

/** Starts a TCP proxy on a free port of 127.0.0.1 that can change its target, and stop forwarding. */
export async function startSilentProxy(targetPort: number): Promise<SilentProxy> {
  const sockets = new Set<Socket>();
  let target = targetPort;
  let isSilent = false;
  let doomed: string | undefined;
  const server = createServer((near) => {
    const far = connect(target, "127.0.0.1");
    let isDoomed = false;
    near.on("data", (chunk) => {
      isDoomed ||= doomed !== undefined && chunk.includes(doomed);
      if (isDoomed && chunk.includes("commit")) {
        far.removeAllListeners("data").once("data", () => near.destroy());
      }
    });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("data", (chunk) => isSilent || to.write(chunk));
      from.on("error", () => undefined);
      from.on("close", () => {
        sockets.delete(from);
        if (!isSilent) to.destroy();
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    forwardTo(port) {
      target = port;
    },
    silence() {
      isSilent = true;
    },
    loseCommitOf(text) {
      doomed = text;
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
