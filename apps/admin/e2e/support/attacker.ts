import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface Attacker extends AsyncDisposable {
  /** Port at which any host name of this machine leads to an empty page. */
  readonly port: number;
}

/** Starts the web server of another site. The test runs scripts on its page. */
export async function startAttacker(): Promise<Attacker> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.end("<!doctype html><title>Another site</title><h1>Another site</h1>");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
