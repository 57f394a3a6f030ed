import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@rapport/core";
import { amount, DIALECTS } from "@rapport/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { callerOf } from "../../api/test/support/fleet.ts";
import { freeJobs } from "../../api/test/support/jobs.ts";
import { fetchToken, startProcess } from "../../api/test/support/process.ts";
import { startAdminApp } from "./support/admin-app.ts";
import { bulkChanges } from "./support/changes.ts";

const KILLS = Math.ceil(amount("kills", 6) / 3);
const RECORDS = 1_000 * (KILLS + 1);
const SCOPES = ["crm.contacts.read", "crm.contacts.write"];
const SOON = { timeout: 120_000, interval: 20 };

describe.each(DIALECTS)("a server on %s that is killed during a bulk change", (dialect) => {
  it(`changes each record once, over ${KILLS} kills`, async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "rapport-changes-"));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const env = { DATA_DIR: dataDir, SECRET_KEY: randomBytes(32).toString("base64") };
    const app = await startAdminApp(dialect, undefined, env);
    onTestFinished(() => app[Symbol.asyncDispose]());
    const { projectId, deps } = app;
    const start = async () => {
      const server = await startProcess({
        ...env,
        DATABASE_URL: app.config.databaseUrl,
        PUBLIC_URL: "http://rapport.test",
        RATE_LIMIT: "0",
      });
      onTestFinished(() => void server.end("SIGKILL"));
      return server;
    };
    let server = await start();
    const client = await createClient(deps, { projectId, name: "c", scopes: SCOPES });
    const call = callerOf(server, await fetchToken(server, client, SCOPES));
    for (let made = 0; made < RECORDS; made += 1_000) {
      const inputs = Array.from({ length: 1_000 }, (_, i) => ({
        properties: [
          { internal_name: "email", value: `c${made + i}@example.com` },
          { internal_name: "city", value: "Old" },
        ],
      }));
      expect(
        (await call("POST", "/api/crm/objects/contacts/batch/create", { inputs })).status,
      ).toBe(200);
    }
    const bulk = bulkChanges(app, await app.admin("admin"));
    const id = await bulk.start({
      type: "contact",
      selection: { table: { groups: [[{ property: "city", operator: "eq", value: "Old" }]] } },
      action: { kind: "edit", edits: [{ internal_name: "city", how: "set", value: "New" }] },
    });
    for (let kill = 1; kill <= KILLS; kill++) {
      const least = (RECORDS * kill) / (KILLS + 2);
      await expect.poll(async () => (await bulk.read(id)).done, SOON).toBeGreaterThan(least);
      await server.end("SIGKILL");
      await freeJobs(deps.db);
      server = await start();
    }
    expect(await bulk.ended(id)).toMatchObject({
      ...{ state: "done", selected: RECORDS, done: RECORDS },
      ...{ changed: RECORDS, unchanged: 0, refused: 0 },
    });
    const { kysely } = deps.db;
    const records = await kysely.selectFrom("records").select(["version", "properties"]).execute();
    expect(records.every(({ version }) => version === 2)).toBe(true);
    expect(records.filter(({ properties }) => /New/.test(JSON.stringify(properties)))).toHaveLength(
      RECORDS,
    );
    const updated = await kysely
      .selectFrom("events")
      .select("record_id")
      .where("type", "=", "contact.updated")
      .execute();
    expect(new Set(updated.map(({ record_id }) => record_id)).size).toBe(RECORDS);
    expect(updated).toHaveLength(RECORDS);
  }, 600_000);
});
