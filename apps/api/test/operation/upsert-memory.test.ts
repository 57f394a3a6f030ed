import { amount, DIALECTS } from "@rapport/testing";
import { describe, expect, test } from "vitest";
import { callerOf, startFleet } from "../support/fleet.ts";
import { INSPECTED, readMemory } from "../support/memory.ts";

const UPSERTS = amount("upserts", 9_000);
const BATCH = 1_000;
const SCOPES = ["crm.contacts.read", "crm.contacts.write"];
/** MiB. A leak of 20 bytes for each record shows after a million. */
const HEAP_GROWTH = 16;
/** MiB. SQLite keeps up to 16 MiB of pages on each of its three connections. */
const NATIVE_GROWTH = 96;

describe.each(DIALECTS)("batches of upserts on %s", (dialect) => {
  test(`write ${UPSERTS} records with constant memory`, async ({ annotate }) => {
    const fleet = await startFleet(dialect);
    const server = await fleet.start(INSPECTED);
    const call = callerOf(server, await fleet.token(server, SCOPES));
    // Every third input is the record of an earlier one: unchanged, or with another city.
    const inputOf = (i: number) => ({
      properties: [
        { internal_name: "email", value: `person${i % 3 === 2 ? i - 2 : i}@example.com` },
        { internal_name: "city", value: i % 6 === 5 ? "Bern" : "Rome" },
      ],
    });
    async function upsert(from: number, to: number): Promise<void> {
      for (let start = from; start < to; start += BATCH) {
        const inputs = Array.from({ length: BATCH }, (_, i) => inputOf(start + i));
        const json = { idProperty: "email", inputs };
        const { status } = await call("POST", "/api/crm/objects/contacts/batch/upsert", json);
        expect(status).toBe(200);
      }
    }

    // The first third warms up compiled code and caches.
    const third = Math.ceil(UPSERTS / 3 / BATCH) * BATCH;
    await upsert(0, third);
    const before = await readMemory(server);
    await upsert(third, UPSERTS);
    const after = await readMemory(server);
    await annotate(JSON.stringify({ upserts: UPSERTS, before, after }), "figures");
    expect(after.heapUsed).toBeLessThan(before.heapUsed + HEAP_GROWTH);
    expect(after.native).toBeLessThan(before.native + NATIVE_GROWTH);
  });
});
