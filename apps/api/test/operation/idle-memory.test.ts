import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { callerOf, startFleet } from "../support/fleet.ts";

const MIB = 2 ** 20;
const SCOPES = ["crm.contacts.read", "crm.contacts.write"];

// A server that was idle before the load gives memory back only after a minute.
const LIMIT_MS = 120_000;

test("an idle server gives back the memory that its start and a load took, and then serves", {
  timeout: LIMIT_MS + 30_000,
}, async ({ annotate }) => {
  const fleet = await startFleet("sqlite");
  const server = await fleet.start();
  const call = callerOf(server, await fleet.token(server, SCOPES));
  const inputs = Array.from({ length: 1_000 }, (_, i) => ({
    properties: [{ internal_name: "email", value: `person${i}@example.com` }],
  }));
  const { status } = await call("POST", "/api/crm/objects/contacts/batch/create", { inputs });
  expect(status).toBe(200);
  for (let i = 0; i < 100; i++) await call("GET", "/api/crm/objects/contacts?limit=200", undefined);
  const loaded = resident(server.child.pid);

  await expect
    .poll(() => resident(server.child.pid), { timeout: LIMIT_MS, interval: 500 })
    .toBeLessThan(loaded - 16 * MIB);

  const idle = resident(server.child.pid);
  await annotate(JSON.stringify({ loaded: loaded / MIB, idle: idle / MIB }), "MiB");
  const { body } = await call("GET", "/api/crm/objects/contacts?limit=200", undefined);
  expect(body.data.results).toHaveLength(200);
});

function resident(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
}
