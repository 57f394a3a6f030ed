import { amount, DIALECTS } from "@rapport/testing";
import { describe, expect, test } from "vitest";
import { INSPECTED, readMemory } from "../support/memory.ts";
import { steadyLoad } from "../support/steady-load.ts";
import { makeContact, startWorkspaces } from "../support/webhooks.ts";

const RATE = amount("rate", 50);
const SECONDS = amount("minutes", 0.1) * 60;
/** Limits the memory of the test itself. */
const MAX_IDS = 100_000;
/** MiB. A leak of 100 bytes a request shows after 90,000 requests: five minutes at 300 a second. */
const HEAP_GROWTH = 8;
/** Connections to PostgreSQL that are opened on demand, and those of the load. */
const OPEN_FILES_GROWTH = 80;
/** MiB. SQLite keeps up to 16 MiB of pages on each of its three connections. */
const NATIVE_GROWTH = 64;

describe.each(DIALECTS)("a steady load on %s", (dialect) => {
  test(`succeeds with constant memory and files for ${SECONDS} seconds at ${RATE} requests per second`, async ({
    annotate,
  }) => {
    const { start } = await startWorkspaces(dialect);
    const { server, api, key } = await start(INSPECTED);
    const ids = [await makeContact(api, "first@example.com")];
    const call = (method: string, path: string, json?: object) =>
      fetch(`${server.url}/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        ...(json && { body: JSON.stringify(json) }),
      });
    let turn = 0;
    const next = async () => {
      const id = ids[turn++ % ids.length];
      if (turn % 10 < 5) return call("GET", `/contacts/${id}`);
      if (turn % 10 < 6) return call("GET", "/contacts?limit=25");
      if (turn % 10 < 8) return call("PATCH", `/contacts/${id}`, { firstName: `Ada ${turn}` });
      const made = await call("POST", "/contacts", { email: `c${turn}@example.com` });
      if (made.ok && ids.length < MAX_IDS) {
        const { data } = (await made.clone().json()) as { data: { id: string } };
        ids.push(data.id);
      }
      return made;
    };

    // The first third warms up compiled code and caches.
    const seconds = SECONDS / 3;
    const warmUp = await steadyLoad(next, { rate: RATE, seconds });
    const before = await readMemory(server);
    const load = await steadyLoad(next, { rate: RATE, seconds: seconds * 2 });
    const after = await readMemory(server);
    await annotate(
      JSON.stringify({ requests: warmUp.sent + load.sent, ...load, before, after }),
      "figures",
    );
    expect(Object.keys({ ...warmUp.answers, ...load.answers }).sort()).toEqual(["200", "201"]);
    expect(after.heapUsed).toBeLessThan(before.heapUsed + HEAP_GROWTH);
    expect(after.native).toBeLessThan(before.native + NATIVE_GROWTH);
    expect(after.openFiles).toBeLessThan(before.openFiles + OPEN_FILES_GROWTH);
  });
});
