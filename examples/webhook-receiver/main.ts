// Receives webhooks of Rapport: verifies each, stores each event once, and responds at once.
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { createWorkspaceClient, RapportError, verifyWebhook } from "@rapport/client";
import { needed, RAPPORT_URL } from "../settings.ts";
import { certificate } from "./certificate.ts";
import { openStore } from "./store.ts";

const MAX_BODY_BYTES = 1024 * 1024;

const rapport = createWorkspaceClient({ baseUrl: RAPPORT_URL, apiKey: needed("API_KEY") });
const store = openStore(process.argv[2] ?? fileURLToPath(new URL("events.db", import.meta.url)));
let secret = "";

const server = createServer(await certificate(), async (request, response) => {
  try {
    const body = await read(request);
    const event = await verifyWebhook({ headers: request.headers, body }, secret);
    // A delivery may arrive more than once, always with the same id.
    if (store.add(event)) console.log(event.timestamp, event.type);
    response.writeHead(204).end();
  } catch (error) {
    response.writeHead(error instanceof RapportError ? 400 : 500).end();
    console.error(error instanceof Error ? error.message : error);
  }
});
server.listen(Number(process.env.PORT ?? 3443), "127.0.0.1");
await once(server, "listening");

const { port } = server.address() as AddressInfo;
const url = `https://127.0.0.1:${port}/`;
// A receiver that was killed has left its endpoint, whose secret nobody has any more.
for (const one of await rapport.webhooks.endpoints.list()) {
  if (one.url === url) await rapport.webhooks.endpoints.delete(one.id);
}
const endpoint = await rapport.webhooks.endpoints.create({ url, events: ["*"] });
secret = endpoint.signingSecret;
console.log(`Receiving on port ${port}. Ctrl-C stops it.`);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, async () => {
    await rapport.webhooks.endpoints.delete(endpoint.id);
    server.close(() => store.close());
    server.closeAllConnections();
  });
}

async function read(request: IncomingMessage): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) throw new Error("The body is larger than 1 MiB.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
