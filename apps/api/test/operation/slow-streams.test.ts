import { get, type IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import { callerOf, startFleet } from "../support/fleet.ts";
import { INSPECTED, readMemory } from "../support/memory.ts";

const STREAMS = 10;
/** Events of nearly 1 MiB. */
const EVENTS = 28;
/** Of which a batch may have so many. */
const BATCH = 7;
const SCOPES = ["crm.events.read", "crm.contacts.read", "crm.contacts.write"];
/** MiB. All streams together would hold 280 if they did not wait for their clients. */
const HEAP_GROWTH = 80;
const SOON = { timeout: 60_000, interval: 50 };

// A stream waits for its client, not for the database. The feed has its events on both elsewhere.
describe("streams whose clients do not read", () => {
  test("hold a bounded part of the events, and send them all once the client reads", async ({
    annotate,
  }) => {
    const fleet = await startFleet("sqlite");
    const server = await fleet.start(INSPECTED);
    const token = await fleet.token(server, SCOPES);
    const call = callerOf(server, token);
    const streams = await Promise.all(
      Array.from({ length: STREAMS }, () => openStream(server.url, token)),
    );
    const tags = Array.from({ length: 15 }, (_, i) => `${i}${"t".repeat(60_000)}`);
    const before = await readMemory(server);
    for (let start = 0; start < EVENTS; start += BATCH) {
      const inputs = Array.from({ length: BATCH }, (_, i) => ({
        properties: [
          { internal_name: "email", value: `large${start + i}@example.com` },
          { internal_name: "tags", values: tags },
        ],
      }));
      const made = await call("POST", "/api/crm/objects/contacts/batch/create", { inputs });
      expect(made.status).toBe(200);
    }
    await expect.poll(() => numberedEvents(fleet.db), SOON).toBe(EVENTS);
    // Another stream reads them, so the waiting ones have been notified too.
    const [reader, ...others] = streams as [IncomingMessage, ...IncomingMessage[]];
    const emails = await readEmails(reader, EVENTS);
    expect(emails).toEqual(Array.from({ length: EVENTS }, (_, i) => `large${i}@example.com`));
    const after = await readMemory(server);
    await annotate(JSON.stringify({ before, after }), "figures");
    expect(after.heapUsed).toBeLessThan(before.heapUsed + HEAP_GROWTH);
    expect(await readEmails(others[0] as IncomingMessage, EVENTS)).toEqual(emails);
    for (const stream of streams) stream.destroy();
  });
});

/** Opens a stream without reading its response yet. */
function openStream(url: string, token: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    const sent = get(`${url}/api/crm/events/stream`, { headers, agent: false }, (response) => {
      expect(response.statusCode).toBe(200);
      resolve(response);
    });
    sent.once("error", reject);
  });
}

/** Reads events of contacts, and returns their emails. */
async function readEmails(stream: IncomingMessage, count: number): Promise<readonly string[]> {
  const emails: string[] = [];
  let text = "";
  stream.setEncoding("utf8");
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    text += chunk;
    const end = text.lastIndexOf("\n\n");
    if (end < 0) continue;
    for (const [, data = ""] of text.slice(0, end + 2).matchAll(/^data: (.+)$/gm)) {
      emails.push(JSON.parse(data).data.properties.email);
    }
    text = text.slice(end + 2);
    if (emails.length >= count) break;
  }
  return emails;
}

async function numberedEvents({ kysely }: Awaited<ReturnType<typeof startFleet>>["db"]) {
  const rows = await kysely.selectFrom("feed").select("number").execute();
  return rows.length;
}
