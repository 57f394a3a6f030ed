import {
  createProject,
  deleteProject,
  moveProject,
  readQuota,
  restoreProject,
  setQuota,
  startWorker,
  type TenantQuota,
  type Worker,
} from "@rapport/core";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Caller, startApp, type TestApp } from "../support/app.ts";
import { createImport, endOf, sendData } from "../support/imports.ts";

const EVENTUALLY = { timeout: 30_000, interval: 50 };

describe.each(DIALECTS)("the quotas of projects, endpoints and files on %s", (dialect) => {
  let app: TestApp;
  let worker: Worker;
  beforeAll(async () => {
    app = await startApp({ dialect });
    worker = startWorker(app.deps, { onError: () => undefined });
  });
  afterAll(async () => {
    await worker.stop();
    await app[Symbol.asyncDispose]();
  });

  const used = async (tenantId: number): Promise<TenantQuota["used"]> =>
    (await readQuota(app.deps, tenantId)).used;

  it("refuses another project with QUOTA, also if many are created at once", async () => {
    const { tenantId } = await app.caller();
    await setQuota(app.deps, tenantId, { projects: 3 });
    const made = await Promise.allSettled(
      Array.from({ length: 8 }, (_, i) => createProject(app.deps, tenantId, `Project ${i}`)),
    );
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    expect(made.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "QUOTA", quota: { quota: "projects", limit: 3, used: 3 } },
    });
  });

  it("refuses to restore a project, or to move one to a tenant, for which there is no room", async () => {
    const [giver, taker] = [await app.caller(), await app.caller()];
    const { projectId } = giver;
    const actor = "cli:rapport";
    for (const value of ["a@example.com", "b@example.com"]) {
      const json = { properties: [{ internal_name: "email", value }] };
      await app.call("POST", "/api/objects/contacts", { token: giver.token, json });
    }
    const workspace = await app.workspace({ projectId });
    const url = "https://127.0.0.1:9443/moved";
    await workspace.call("POST", "/webhooks/endpoints", {
      json: { url, events: ["deal.created"] },
    });
    const move = () => moveProject(app.deps, actor, projectId, taker.tenantId);
    const restore = () => restoreProject(app.deps, actor, projectId);
    const limits = [{ records: 1 }, { projects: 1 }, { endpoints: 0, records: 1 }];
    for (const limit of limits) {
      await setQuota(app.deps, taker.tenantId, { records: 0, projects: 0, ...limit });
      await expect(move()).rejects.toMatchObject({ code: "QUOTA" });
    }
    await setQuota(app.deps, taker.tenantId, { projects: 2, records: 2, endpoints: 1 });
    await move();
    expect(await used(taker.tenantId)).toMatchObject({ projects: 2, records: 2, endpoints: 1 });
    await deleteProject(app.deps, actor, projectId, { confirm: "Project" });
    expect(await used(taker.tenantId)).toMatchObject({ projects: 1, records: 0, endpoints: 0 });
    const json = { properties: [{ internal_name: "email", value: "c@example.com" }] };
    await app.call("POST", "/api/objects/contacts", { token: taker.token, json });
    await expect(restore()).rejects.toMatchObject({
      ...{ code: "QUOTA", quota: { quota: "records", limit: 2, used: 1 } },
    });
    await setQuota(app.deps, taker.tenantId, { records: 3 });
    await restore();
    expect(await used(taker.tenantId)).toMatchObject({ projects: 2, records: 3, endpoints: 1 });
  });

  it("refuses another webhook endpoint of any project with 409 QUOTA", async () => {
    const caller = await app.caller();
    const second = await app.caller({ tenantId: caller.tenantId });
    const [one, other] = [
      await app.workspace({ projectId: caller.projectId }),
      await app.workspace({ projectId: second.projectId }),
    ];
    await setQuota(app.deps, caller.tenantId, { endpoints: 2 });
    const register = (workspace: typeof one, n: number) =>
      workspace.call("POST", "/webhooks/endpoints", {
        json: { url: `https://127.0.0.1:9443/${n}`, events: ["contact.created"] },
      });
    expect((await register(one, 1)).status).toBe(201);
    const { body } = await register(other, 2);
    const refused = await register(one, 3);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      ...{ status: "error", code: "QUOTA", quota: "endpoints", limit: 2, used: 2 },
    });
    await other.call("DELETE", `/webhooks/endpoints/${body.data.id}`);
    expect((await register(one, 3)).status).toBe(201);
  });

  const rows = (count: number) =>
    `email\n${Array.from({ length: count }, (_, i) => `f${i}@example.com`).join("\n")}\n`;
  const importOf = async ({ token }: Caller, text: string) => {
    const settings = { object: "contact", mode: "upsert", idProperty: "email", format: "csv" };
    const id = await createImport(app, token, { ...settings, mapping: { email: "email" } });
    return { id, sent: await sendData(app, token, id, { body: text }) };
  };

  it("refuses a file that does not fit, and takes a smaller one for the same import", async () => {
    const caller = await app.caller();
    const { tenantId, token } = caller;
    await setQuota(app.deps, tenantId, { fileBytes: 2_000 });
    const { id, sent } = await importOf(caller, rows(200));
    expect(sent.status).toBe(409);
    expect(sent.body).toMatchObject({ code: "QUOTA", quota: "fileBytes", limit: 2_000, used: 0 });
    expect((await used(tenantId)).fileBytes).toBe(0);
    expect((await sendData(app, token, id, { body: rows(50) })).status).toBe(200);
    expect(await endOf(app, token, id)).toMatchObject({ state: "done", created: 50 });
    expect((await used(tenantId)).fileBytes).toBeGreaterThan(rows(50).length);
  });

  it("counts the files of all projects, those of imports that run at once too", async () => {
    const caller = await app.caller();
    const second = await app.caller({ tenantId: caller.tenantId });
    const { length } = rows(100);
    await setQuota(app.deps, caller.tenantId, { fileBytes: 2 * length + 100 });
    const sent = await Promise.all(
      [caller, second, caller, second].map((one) => importOf(one, rows(100))),
    );
    const statuses = sent.map((one) => one.sent.status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, 200, 409, 409]);
  });

  it("ends an export whose file does not fit, and refuses one if nothing is left", async () => {
    const caller = await app.caller();
    const { tenantId, token } = caller;
    await importOf(caller, rows(300)).then(({ id }) => endOf(app, token, id));
    const { fileBytes } = await used(tenantId);
    await setQuota(app.deps, tenantId, { fileBytes: fileBytes + 1_000 });
    const begin = () =>
      app.call("POST", "/api/crm/exports", {
        ...{ token, json: { object: "contact", format: "ndjson" } },
      });
    const begun = await begin();
    expect(begun.status).toBe(201);
    const read = async () =>
      (await app.call("GET", `/api/crm/exports/${begun.body.data.id}`, { token })).body.data;
    await expect.poll(async () => (await read()).state, EVENTUALLY).toBe("failed");
    expect(JSON.stringify(await read())).toContain(
      `quota of bytes of files is ${fileBytes + 1_000}`,
    );
    await setQuota(app.deps, tenantId, { fileBytes: 10 });
    const refused = await begin();
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: "QUOTA", quota: "fileBytes", limit: 10 });
  });

  it("shows in metrics what tenants with a quota have, and no other tenant", async () => {
    await using own = await startApp({ dialect, settings: { metricsPort: 0 } });
    const [limited, free] = [await own.caller(), await own.caller()];
    await setQuota(own.deps, limited.tenantId, { records: 9, projects: 4 });
    const text = await (await fetch(`${own.metricsUrl}/metrics`)).text();
    const of = (tenant: number) =>
      text
        .split("\n")
        .filter((line) => /^rapport_quota_/.test(line) && line.includes(`"${tenant}"`));
    expect(of(limited.tenantId).toSorted()).toEqual([
      `rapport_quota_limit{tenant="${limited.tenantId}",quota="projects"} 4`,
      `rapport_quota_limit{tenant="${limited.tenantId}",quota="records"} 9`,
      `rapport_quota_used{tenant="${limited.tenantId}",quota="projects"} 1`,
      `rapport_quota_used{tenant="${limited.tenantId}",quota="records"} 0`,
    ]);
    expect(of(free.tenantId)).toEqual([]);
  });
});
