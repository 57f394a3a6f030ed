import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DIALECTS, startHubspot } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../../api/test/support/app.ts";
import { hubspotData } from "./support/hubspot-data.ts";
import { runHere } from "./support/run-here.ts";

const TOKEN = "pat-eu1-11111111-2222-3333-4444-555555555555";
const folder = mkdtempSync(join(tmpdir(), "rapport-quota-"));
const secretKey = randomBytes(32);
let files = 0;

afterAll(() => rmSync(folder, { recursive: true }));

describe.each(DIALECTS)("rapport quota on %s", (dialect) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ dialect, settings: { secretKeys: () => [secretKey] } });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const rapport = (...args: readonly (string | number)[]) =>
    runHere(args.map(String), {
      ...{ DATA_DIR: folder, DATABASE_URL: app.databaseUrl, HUBSPOT_TOKEN: TOKEN },
      SECRET_KEY: secretKey.toString("base64"),
    });
  const json = async (...args: readonly (string | number)[]) => {
    const { code, stdout, stderr } = await rapport(...args, "--json");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    return JSON.parse(stdout);
  };
  const create = (token: string, value: string) =>
    app.call("POST", "/api/objects/contacts", {
      ...{ token, json: { properties: [{ internal_name: "email", value }] } },
    });

  it("sets quotas, keeps those that are not named, and shows what is used", async () => {
    const { tenantId: tenant, token } = await app.caller();
    await create(token, "ada@example.com");
    const set = await json("quota", "set", "--tenant", tenant, "--records", 10, "--projects", 3);
    expect(set).toMatchObject({
      tenant_id: tenant,
      records: { limit: 10, used: 1 },
      projects: { limit: 3, used: 1 },
      ...{ file_bytes: { limit: 0, used: 0 }, endpoints: { limit: 0, used: 0 } },
    });
    await json("quota", "set", "--tenant", tenant, "--projects", 0, "--endpoints", 2);
    await json("quota", "set", "--tenant", tenant, "--file-bytes", 5000);
    await json("quota", "set", "--tenant", tenant, "--requests-per-day", 100);
    expect(await json("quota", "show", "--tenant", tenant)).toMatchObject({
      ...{ records: { limit: 10, used: 1 }, projects: { limit: 0, used: 1 } },
      ...{ endpoints: { limit: 2, used: 0 }, file_bytes: { limit: 5000, used: 0 } },
      requests_per_day: { limit: 100 },
    });
    const { stdout } = await rapport("quota", "show", "--tenant", tenant);
    expect(stdout).toContain("records: 1 of 10\n");
    expect(stdout).toContain("projects: 1 (no limit)\n");
  });

  it("shows every tenant that has a quota", async () => {
    const [limited, free] = [await app.caller(), await app.caller()];
    await json("quota", "set", "--tenant", limited.tenantId, "--records", 7);
    const shown = async () =>
      (await json("quota", "show")).map((one: { tenant_id: number }) => one.tenant_id);
    expect(await shown()).toContain(limited.tenantId);
    expect(await shown()).not.toContain(free.tenantId);
    await json("quota", "set", "--tenant", limited.tenantId, "--records", 0);
    expect(await shown()).not.toContain(limited.tenantId);
  });

  it("is followed by a server that runs, within five seconds", async () => {
    const { tenantId, token } = await app.caller();
    await json("quota", "set", "--tenant", tenantId, "--records", 1);
    await expect
      .poll(async () => app.deps.quotas.readLimit(tenantId, "records"), { timeout: 5_000 })
      .toBe(1);
    expect((await create(token, "first@example.com")).status).toBe(201);
    expect((await create(token, "second@example.com")).body).toMatchObject({ code: "QUOTA" });
  });

  it("is in the audit log", async () => {
    const { tenantId } = await app.caller();
    await json("quota", "set", "--tenant", tenantId, "--records", 5);
    const rows = await app.deps.db.kysely
      .selectFrom("audit_log")
      .select(["actor", "action", "details"])
      .where("tenant_id", "=", tenantId)
      .execute();
    expect(rows).toMatchObject([{ actor: "cli:rapport", action: "tenants.setQuota" }]);
  });

  it.each([
    [["--tenant", "999999", "--records", "1"], /There is no tenant with id 999999/],
    [["--tenant", "1", "--records", "-1"], /It must be a whole number/],
    [["--tenant", "1", "--records", "1.5"], /It must be a whole number/],
    [["--tenant", "1"], /Give a quota, for instance --records/],
    [["--records", "1"], /--tenant/],
  ])("refuses %s and says why", async (args, message) => {
    const { code, stderr } = await rapport("quota", "set", ...args);
    expect(code).not.toBe(0);
    expect(stderr).toMatch(message);
  });

  it("refuses a project's file whose live records do not fit, before it writes anything", async () => {
    const { tenantId, projectId, token } = await app.caller();
    for (const name of ["a", "b", "c"]) await create(token, `${name}@example.com`);
    const gone = (await create(token, "gone@example.com")).body.data.id;
    await app.call("DELETE", `/api/crm/objects/contacts/${gone}`, { token });
    const file = join(folder, `${++files}.gz`);
    await json("project", "export", "--project", projectId, "--out", file);
    await json("quota", "set", "--tenant", tenantId, "--records", 5);
    const importFile = () => rapport("project", "import", file, "--tenant", tenantId, "--json");
    const refused = await importFile();
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toContain("The tenant's quota of records is 5 (used: 3).");
    expect(await json("quota", "show", "--tenant", tenantId)).toMatchObject({
      ...{ projects: { used: 1 }, records: { used: 3 } },
    });
    await json("quota", "set", "--tenant", tenantId, "--records", 6, "--projects", 1);
    expect((await importFile()).stderr).toContain("The tenant's quota of projects is 1 (used: 1).");
    await json("quota", "set", "--tenant", tenantId, "--projects", 2);
    expect((await importFile()).code).toBe(0);
    expect(await json("quota", "show", "--tenant", tenantId)).toMatchObject({
      ...{ projects: { used: 2 }, records: { limit: 6, used: 6 } },
    });
  });

  it("refuses objects of HubSpot for which there is no room, and says why", async () => {
    const { tenantId, projectId } = await app.caller();
    await using hubspot = await startHubspot({ token: TOKEN, data: hubspotData(3) });
    await json("quota", "set", "--tenant", tenantId, "--records", 2);
    const { code, stdout } = await rapport(
      ...["import", "hubspot", "--project", projectId, "--token", "env:HUBSPOT_TOKEN"],
      ...["--url", hubspot.url],
    );
    expect(code).toBe(0);
    expect(stdout).toContain("the tenant has used up its quota of records");
    expect(await json("quota", "show", "--tenant", tenantId)).toMatchObject({
      records: { limit: 2, used: 2 },
    });
  });
});
