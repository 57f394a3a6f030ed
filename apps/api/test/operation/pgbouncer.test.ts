import { openDatabase } from "@rapport/db";
import {
  keepsStatements,
  migratedDatabase,
  missingPrograms,
  type PoolMode,
  runSql,
  startPgbouncer,
} from "@rapport/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { createContact, expectKept, writeContacts } from "../support/acknowledged.ts";
import { callerOf, openFleet } from "../support/fleet.ts";
import { createPooledRole } from "../support/pooled-role.ts";

/** The driver sends these by themselves, and PgBouncer accepts them. */
const OF_THE_DRIVER = "'application_name', 'client_encoding'";
const RESTARTS = 3;
const SCOPES = ["read", "write", "delete", "erase"].map((one) => `crm.contacts.${one}`);

it("docs/operations.md gives a role behind PgBouncer the settings of Rapport's own sessions", async () => {
  const { url, drop } = await migratedDatabase("postgres");
  const role = await createPooledRole(url);
  const db = openDatabase(url);
  const own = await db.execute(
    {
      name: "own_settings",
      sql: `select name, setting from pg_settings
        where source = 'client' and name not in (${OF_THE_DRIVER}) order by name`,
    },
    [],
  );
  const given = "select name, setting from pg_settings where source = 'user' order by name";
  expect(await runSql(role.url, given)).toEqual(own);
  await db.close();
  await drop();
  await role[Symbol.asyncDispose]();
});

describe.skipIf(missingPrograms(["pgbouncer"]).length > 0)("behind PgBouncer", () => {
  const modes: readonly PoolMode[] = keepsStatements() ? ["session", "transaction"] : ["session"];

  it.each(modes)("in %s pooling, nothing acknowledged is lost while it restarts", async (mode) => {
    const { fleet, server } = await start(mode);
    const key = await fleet.apiKey(["contacts:write", "contacts:read"]);
    const writing = writeContacts(server.url, key);
    for (let restart = 0; restart < RESTARTS; restart++) {
      await writing.more(50);
      await fleet.bouncer.restart();
    }
    await writing.more(50);
    await writing.stop();
    expect([...writing.others].filter((other) => other !== "503 true")).toEqual([]);
    await expectKept(fleet.databaseUrl, writing.contacts);
  });

  it.each(modes)(
    "in %s pooling, batches, searches, merges, erasures and jobs work",
    async (mode) => {
      const { fleet, server } = await start(mode);
      const call = callerOf(server, await fleet.token(server, SCOPES));
      const inputs = Array.from({ length: 500 }, (_, i) => ({
        properties: [{ internal_name: "email", value: `p${i}@example.com` }],
      }));
      const made = await call("POST", "/api/crm/objects/contacts/batch/create", { inputs });
      expect(made.status).toBe(200);
      const ids = made.body.data.results.map(({ record }: { record: { id: number } }) => record.id);
      const [primaryId, mergeId, erased] = ids;
      const found = await call("POST", "/api/crm/objects/contacts/search", { query: "p499" });
      expect(found.body.data.results).toHaveLength(1);
      const path = "/api/crm/objects/contacts";
      const merged = await call("POST", `${path}/merge`, { primaryId, mergeIds: [mergeId] });
      expect(merged.status, JSON.stringify(merged.body)).toBe(200);
      expect((await call("POST", `${path}/${primaryId}/unmerge`, { mergeId })).status).toBe(200);
      const deleted = await call("DELETE", `${path}/${erased}`);
      expect(deleted.status, JSON.stringify(deleted.body)).toBe(200);
      const created = await call("POST", "/api/crm/exports", { object: "contact" });
      const job = `/api/crm/exports/${created.body.data.id}`;
      await expect
        .poll(async () => (await call("GET", job)).body.data, { timeout: 60_000 })
        .toMatchObject({ state: "done", rows: 499 });
    },
  );

  it.skipIf(keepsStatements())(
    "503 in transaction pooling of a version that loses named statements, with the reason in the log",
    async () => {
      const { fleet, server } = await start("transaction");
      const key = await fleet.apiKey(["contacts:write", "contacts:read"]);
      const emails = Array.from({ length: 40 }, (_, i) => `t${i}@example.com`);
      const answers = await Promise.all(
        emails.map((email) => createContact(server.url, key, email)),
      );
      const statuses = new Set(answers.map(({ status }) => status));
      expect([...statuses].filter((status) => status !== 201)).toEqual([503]);
      expect(server.output()).toContain("PgBouncer loses named statements");
    },
  );
});

/** Starts a server whose connections all lead through PgBouncer. */
async function start(mode: PoolMode) {
  const fleet = await openFleet("postgres");
  const role = await createPooledRole(fleet.databaseUrl);
  const bouncer = await startPgbouncer(role.url, mode);
  onTestFinished(async () => {
    await bouncer[Symbol.asyncDispose]();
    await fleet[Symbol.asyncDispose]();
    await role[Symbol.asyncDispose]();
  });
  const server = await fleet.start({ DATABASE_URL: bouncer.url });
  return { fleet: { ...fleet, bouncer }, server };
}
