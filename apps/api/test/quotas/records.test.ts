import { type ObjectType, readQuota, setQuota, startWorker, type Worker } from "@rapport/core";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Answer,
  type Caller,
  startApp,
  type TestApp,
  type Workspace,
} from "../support/app.ts";
import { importFile, refusedOf } from "../support/imports.ts";
import { mergeApi } from "../support/merge.ts";

/** A tenant that has as many records as it may have, and what its callers need to get one more. */
interface Full {
  readonly caller: Caller;
  readonly workspace: Workspace;
  /** A deleted contact. */
  readonly deleted: number;
  /** A contact, and one that was merged into it. */
  readonly primary: number;
  readonly merged: number;
}

type Attempt = (app: TestApp, full: Full) => Promise<Answer>;

const email = (value: string) => ({ properties: [{ internal_name: "email", value }] });

const post =
  (path: string | ((full: Full) => string), json: object | ((full: Full) => object)): Attempt =>
  (app, full) =>
    app.call("POST", typeof path === "string" ? path : path(full), {
      token: full.caller.token,
      json: typeof json === "function" ? json(full) : json,
    });

const trpc = (path: string, input: (full: Full) => object): Attempt => post(`/trpc/${path}`, input);

const contacts = "/api/crm/objects/contacts";
const made = email("one-more@example.com");

/** Every request that adds a record: each must be refused in the same way. */
const ATTEMPTS: Readonly<Record<string, Attempt>> = {
  "POST /api/objects/contacts": post("/api/objects/contacts", made),
  "POST /api/objects/companies": post("/api/objects/companies", {
    properties: [{ internal_name: "name", value: "Acme" }],
  }),
  "an upsert": post(`${contacts}/upsert`, { idProperty: "email", ...made }),
  "an atomic batch of creates": post(`${contacts}/batch/create`, { inputs: [made], atomic: true }),
  "an atomic batch of upserts": post(`${contacts}/batch/upsert`, {
    ...{ idProperty: "email", inputs: [made], atomic: true },
  }),
  "a restore": post(({ deleted }) => `${contacts}/${deleted}/restore`, {}),
  "an unmerge": post(
    ({ primary }) => `${contacts}/${primary}/unmerge`,
    ({ merged: mergeId }) => ({ mergeId }),
  ),
  "a create over tRPC": trpc("public.contacts.create", () => made),
  "an upsert over tRPC": trpc("public.contacts.upsert", () => ({ idProperty: "email", ...made })),
  "a restore over tRPC": trpc("public.contacts.restore", ({ deleted }) => ({ contactId: deleted })),
  "an unmerge over tRPC": trpc("public.contacts.unmerge", ({ primary, merged }) => ({
    ...{ contactId: primary, mergeId: merged },
  })),
  "an atomic batch over tRPC": trpc("public.contacts.batch.create", () => ({
    ...{ inputs: [made], atomic: true },
  })),
  "POST /v1/contacts": (_, { workspace }) =>
    workspace.call("POST", "/contacts", { json: { email: "one-more@example.com" } }),
  "POST /v1/contacts/upsert": (_, { workspace }) =>
    workspace.call("POST", "/contacts/upsert", { json: { email: "one-more@example.com" } }),
  "POST /v1/companies": (_, { workspace }) =>
    workspace.call("POST", "/companies", { json: { name: "Acme" } }),
  "POST /v1/deals": (_, { workspace }) =>
    workspace.call("POST", "/deals", { json: { name: "Roof", amount: 12500, currency: "GBP" } }),
  "a create with an Idempotency-Key": (app, { caller: { token } }) =>
    app.call("POST", "/api/objects/contacts", {
      ...{ token, json: made },
      headers: { "idempotency-key": "once" },
    }),
};

/** The body of an error, in the form of REST or of tRPC. */
function errorOf({ body }: Answer) {
  const data = body.error?.data;
  return data === undefined ? body : { ...data, code: data.crmCode, message: body.error.message };
}

describe.each(DIALECTS)("the quota of records on %s", (dialect) => {
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

  const limit = (tenantId: number, records: number) => setQuota(app.deps, tenantId, { records });
  const used = async (tenantId: number) => (await readQuota(app.deps, tenantId)).used.records;

  async function fullTenant(): Promise<Full> {
    const caller = await app.caller();
    const workspace = await app.workspace({ projectId: caller.projectId });
    const api = mergeApi(app, caller);
    const [deleted, primary, merged] = [
      await api.contact({ email: "deleted@example.com" }),
      await api.contact({ email: "primary@example.com" }),
      await api.contact({ email: "merged@example.com" }),
    ];
    await app.call("DELETE", `${contacts}/${deleted}`, { token: caller.token });
    expect((await api.merge("contacts", primary, merged)).status).toBe(200);
    await limit(caller.tenantId, 1);
    return { caller, workspace, deleted, primary, merged };
  }

  it.each(Object.entries(ATTEMPTS))(
    "refuses %s with 409 QUOTA, until there is room",
    async (_, attempt) => {
      const full = await fullTenant();
      const { tenantId } = full.caller;
      const refused = await attempt(app, full);
      expect(errorOf(refused)).toMatchObject({
        ...{ code: "QUOTA", quota: "records", limit: 1, used: 1, issues: [] },
        message: expect.stringContaining(
          "The tenant's quota of records is 1 (used: 1). Delete records, or ask the operator",
        ),
      });
      expect(refused.status).toBe(409);
      expect(await used(tenantId)).toBe(1);
      await limit(tenantId, 2);
      expect((await attempt(app, full)).status).toBeLessThan(300);
      expect(await used(tenantId)).toBe(2);
    },
  );

  it("creates as many records of a batch as there is room for, and refuses the others", async () => {
    const { caller } = await fullTenant();
    await limit(caller.tenantId, 3);
    const inputs = ["a", "b", "c", "d"].map((name) => email(`${name}@example.com`));
    const upsert = { idProperty: "email", inputs: [...inputs, email("primary@example.com")] };
    const { status, body } = await app.call("POST", `${contacts}/batch/upsert`, {
      ...{ token: caller.token, json: upsert },
    });
    expect(status).toBe(207);
    expect(body.data.results.map((one: { status: string }) => one.status)).toEqual([
      ...["created", "created", "unchanged"],
    ]);
    expect(body.data.errors).toMatchObject([
      { index: 2, code: "QUOTA", quota: "records", limit: 3, used: 3 },
      { index: 3, code: "QUOTA", quota: "records", limit: 3, used: 3 },
    ]);
    expect(await used(caller.tenantId)).toBe(3);
  });

  it("refuses the rows of an import for which there is no room, and says why", async () => {
    const { caller } = await fullTenant();
    await limit(caller.tenantId, 3);
    const csv = `email\n${["a", "b", "c", "d", "primary"].map((name) => `${name}@example.com`).join("\n")}\n`;
    const settings = { object: "contact", mode: "upsert", idProperty: "email", format: "csv" };
    const mapping = { email: "email" };
    const done = await importFile(app, caller.token, { ...settings, mapping }, { body: csv });
    expect(done).toMatchObject({ state: "done", created: 2, unchanged: 1, refused: 2 });
    expect(await refusedOf(app, caller.token, done.id)).toContain(
      "The tenant's quota of records is 3 (used: 3).",
    );
  });

  it("counts all projects of the tenant, only live records, and no other tenant's", async () => {
    const { caller, primary } = await fullTenant();
    const other = await app.caller({ tenantId: caller.tenantId });
    const stranger = await app.caller();
    const create = (token: string) =>
      app.call("POST", "/api/objects/contacts", { token, json: made });
    expect((await create(other.token)).body).toMatchObject({ code: "QUOTA" });
    expect((await create(stranger.token)).status).toBe(201);
    await app.call("DELETE", `${contacts}/${primary}`, { token: caller.token });
    expect((await create(other.token)).status).toBe(201);
  });

  it("counts the same once the sums of reports have what changed, and what changes after that", async () => {
    const { caller, primary } = await fullTenant();
    const { token, tenantId, projectId } = caller;
    await limit(tenantId, 3);
    const create = (value: string) =>
      app.call("POST", "/api/objects/contacts", { token, json: email(value) });
    await create("a@example.com");
    const { kysely } = app.deps.db;
    const waiting = () =>
      kysely.selectFrom("sum_changes").select("id").where("project_id", "=", projectId).execute();
    await expect.poll(waiting, { timeout: 20_000 }).toEqual([]);
    expect(await used(tenantId)).toBe(2);
    expect((await create("b@example.com")).status).toBe(201);
    expect((await create("c@example.com")).body).toMatchObject({ code: "QUOTA", used: 3 });
    await app.call("DELETE", `${contacts}/${primary}`, { token });
    expect((await create("c@example.com")).status).toBe(201);
  });

  it("lets a tenant with more records than its quota read, change and delete them", async () => {
    const { caller, primary } = await fullTenant();
    const { token, tenantId } = caller;
    await limit(tenantId, 4);
    for (const name of ["a", "b", "c"]) {
      const json = email(`${name}@example.com`);
      expect((await app.call("POST", "/api/objects/contacts", { token, json })).status).toBe(201);
    }
    await limit(tenantId, 2);
    const path = `${contacts}/${primary}`;
    const json = { internal_name: "city", value: "Bern" };
    expect((await app.call("PATCH", path, { token, json })).status).toBe(200);
    const refused = await app.call("POST", "/api/objects/contacts", { token, json: made });
    expect(refused.body).toMatchObject({ code: "QUOTA", limit: 2, used: 4 });
    expect((await app.call("DELETE", path, { token })).status).toBe(200);
    expect(await used(tenantId)).toBe(3);
  });

  it("has no limit again once the quota is 0", async () => {
    const full = await fullTenant();
    await limit(full.caller.tenantId, 0);
    const { token } = full.caller;
    const made = await app.call("POST", "/api/objects/contacts", {
      token,
      json: email("x@y.example"),
    });
    expect(made.status).toBe(201);
  });

  it("reports the faults of the input first", async () => {
    const { caller } = await fullTenant();
    const json = { ...made, associations: [{ to: { object: "company", id: "999999999" } }] };
    const answer = await app.call("POST", "/api/objects/contacts", { token: caller.token, json });
    expect([answer.status, answer.body.code]).toEqual([400, "INVALID_INPUT"]);
  });

  it("is exact when many requests come at once, to several projects", async () => {
    const { caller } = await fullTenant();
    const other = await app.caller({ tenantId: caller.tenantId });
    await limit(caller.tenantId, 11);
    const attempts = Array.from({ length: 40 }, (_, i) => {
      const { token } = i % 2 === 0 ? caller : other;
      const inputs = [email(`b${i}@example.com`), email(`c${i}@example.com`)];
      return i % 4 === 3
        ? app.call("POST", `${contacts}/batch/create`, { token, json: { inputs } })
        : app.call("POST", "/api/objects/contacts", { token, json: email(`a${i}@example.com`) });
    });
    const statuses = new Set((await Promise.all(attempts)).map(({ status }) => status));
    expect([...statuses].filter((status) => ![200, 201, 207, 409].includes(status))).toEqual([]);
    expect(await used(caller.tenantId)).toBe(11);
  });

  it("takes the count of a second ago while very many records are left", async () => {
    const { caller } = await fullTenant();
    await limit(caller.tenantId, 1_000_000);
    const create = (n: number) =>
      app.call("POST", "/api/objects/contacts", {
        ...{ token: caller.token, json: email(`n${n}@example.com`) },
      });
    const made = await Promise.all(Array.from({ length: 20 }, (_, n) => create(n)));
    expect(made.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(app.deps.quotas.countedRecords.get(caller.tenantId)?.records).toBeGreaterThan(1);
    await limit(caller.tenantId, 21);
    expect((await create(21)).body).toMatchObject({ code: "QUOTA", limit: 21, used: 21 });
  });

  it.each(["contact", "note"] satisfies ObjectType[])("counts records of type %s", async (type) => {
    const { caller } = await fullTenant();
    const properties = { contact: made.properties, note: [{ internal_name: "body", value: "Hi" }] };
    const path = `/api/objects/${type}s`;
    const json = { properties: properties[type] };
    expect((await app.call("POST", path, { token: caller.token, json })).status).toBe(409);
  });
});
