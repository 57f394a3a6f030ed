import { importTemplates, setAccount } from "@rapport/core";
import { type GraphPlatform, startGraphPlatform } from "@rapport/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createPublicClient, type PublicClient, RapportError } from "../src/index.ts";
import { errorOf, SCOPE, startRapport, type TestRapport } from "./support/rapport.ts";

const ACCOUNT = { wabaId: "102290129340398", accessToken: "EAAGclient0123456789" };
const TEMPLATE = { name: "order", language: "en_US", status: "APPROVED", category: "UTILITY" };

// The client never sees which database answers.
describe("the client of the Public Object API", () => {
  let platform: GraphPlatform;
  let rapport: TestRapport;
  let client: PublicClient;
  beforeAll(async () => {
    platform = await startGraphPlatform({ ...ACCOUNT, templates: [TEMPLATE] });
    rapport = await startRapport("sqlite", { graphUrl: platform.url });
    client = await rapport.publicClient();
  });
  beforeEach(() => rapport.proxy.clear());
  afterAll(async () => {
    await rapport[Symbol.asyncDispose]();
    await platform[Symbol.asyncDispose]();
  });

  test("creates, reads, updates and deletes many records of a type", async () => {
    const { contacts } = client;
    const { results, errors } = await contacts.batch.create([
      { properties: { email: "many1@example.com", tags: ["a"] } },
      { properties: { email: "nobody" } },
    ]);
    expect(results).toMatchObject([{ index: 0, status: "created", record: { version: 1 } }]);
    expect(errors).toMatchObject([{ index: 1, issues: [{ path: "inputs.1.properties.0.value" }] }]);
    const id = results[0]?.record.id ?? 0;
    const change = { id, properties: { tags: null }, ifVersion: 1 };
    const updated = await contacts.batch.update([change, change]);
    expect(updated.results).toMatchObject([{ status: "updated", record: { version: 2 } }]);
    expect(updated.errors).toMatchObject([{ index: 1, code: "VERSION_MISMATCH" }]);
    const read = await contacts.batch.read([{ id }, { id: 999_999 }]);
    expect(read.results[0]?.record.properties).toEqual({ email: "many1@example.com" });
    const upserted = await contacts.batch.upsert(
      [{ properties: { email: "MANY1@example.com", city: "Rome" } }],
      { idProperty: "email" },
    );
    expect(upserted.results).toMatchObject([{ status: "updated", record: { id } }]);
    const byEmail = { idProperty: "email" };
    const found = await contacts.batch.read([{ value: "many1@example.com" }], byEmail);
    expect(found.results).toMatchObject([{ record: { id } }]);
    const one = await contacts.upsert("email", { email: "many1@example.com", city: null });
    expect(one).toMatchObject({ status: "updated", record: { id, version: 4 } });
    const atomic = contacts.batch.delete([{ id }, { id: 999_999 }], { atomic: true });
    expect(await errorOf(atomic)).toMatchObject({ code: "NOT_FOUND", status: 404 });
    expect((await contacts.batch.delete([{ id }])).errors).toEqual([]);
  });

  test("creates, reads, updates and deletes records of every type", async () => {
    const company = await client.companies.create({ name: "Engines", domain: "engines.example" });
    expect(company).toMatchObject({ id: expect.any(Number), name: "Engines", website: null });
    const associations = [{ object: "company", id: company.id }] as const;
    const made = {
      contacts: await client.contacts.create({ email: "ada@example.com" }, { associations }),
      deals: await client.deals.create({ name: "d", amount: 5 }, { associations }),
      tickets: await client.tickets.create({ name: "t" }, { associations }),
      leads: await client.leads.create({ name: "l" }, { associations }),
      appointments: await client.appointments.create({ name: "a" }, { associations }),
      notes: await client.notes.create({ body: "n" }, { associations }),
      tasks: await client.tasks.create({ name: "t" }, { associations }),
    };
    expect(made.contacts.email).toBe("ada@example.com");
    expect(made.deals.amount).toBe("5");
    for (const plural of Object.keys(made) as (keyof typeof made)[]) {
      const { id } = made[plural];
      const found = await client[plural].read(id, {
        properties: ["owner_id"],
        associations: ["company"],
      });
      expect(found).toEqual({
        id,
        createdAt: made[plural].createdAt,
        updatedAt: made[plural].updatedAt,
        version: 1,
        properties: { owner_id: null },
        associations: {
          company: [{ id: String(company.id), type: `${plural.slice(0, -1)}_to_company` }],
        },
      });
      await client[plural].update(id, "owner_id", "Grace");
      expect((await client[plural].read(String(id))).properties.owner_id).toBe("Grace");
      await client[plural].update(id, "owner_id", null);
      expect((await client[plural].read(id)).properties).not.toHaveProperty("owner_id");
      await client[plural].delete(id);
      expect(await errorOf(client[plural].read(id))).toMatchObject({ code: "NOT_FOUND" });
    }
    await client.companies.update(company.id, "tags", ["a", "b"]);
    expect((await client.companies.read(company.id)).properties.tags).toEqual(["a", "b"]);
    await client.companies.update(company.id, "industry", "Manufacturing");
    expect(await client.companies.read(company.id, { properties: ["industry"] })).toMatchObject({
      properties: { industry: "Manufacturing" },
      associations: null,
    });
    await client.companies.delete(company.id);
  });

  test("sets several properties at once, only of the expected version", async () => {
    const { id } = await client.leads.create({ name: "Ada" });
    const changed = await client.leads.update(id, { source: "fair", status: "open" });
    expect(changed).toEqual(await client.leads.read(id));
    expect(changed.version).toBe(2);
    for (const change of [
      () => client.leads.update(id, { source: "web" }, { ifVersion: 1 }),
      () => client.leads.update(id, "source", "web", { ifVersion: 1 }),
      () => client.leads.delete(id, { ifVersion: 1 }),
    ]) {
      const error = await errorOf(change());
      expect(error).toMatchObject({ status: 412, code: "VERSION_MISMATCH" });
      expect(error.issues[0]?.currentVersion).toBe(2);
    }
    await client.leads.update(id, "source", null, { ifVersion: 2 });
    await client.leads.delete(id, { ifVersion: 3 });
    expect((await errorOf(client.leads.read(id))).code).toBe("NOT_FOUND");
  });

  test("associates, dissociates and restores, each also twice", async () => {
    const { id } = await client.leads.create({ name: "Ada" });
    const company = await client.companies.create({ name: "Engines" });
    const associated = async () =>
      (await client.leads.read(id, { associations: ["company"] })).associations?.company;
    for (let time = 0; time < 2; time++) await client.leads.associate(id, "companies", company.id);
    expect(await associated()).toEqual([{ id: String(company.id), type: "lead_to_company" }]);
    for (let time = 0; time < 2; time++) await client.leads.dissociate(id, "companies", company.id);
    expect(await associated()).toEqual([]);
    await client.leads.delete(id);
    const key = { idempotencyKey: "restore-1" };
    for (let time = 0; time < 2; time++) await client.leads.restore(id, key);
    expect((await client.leads.read(id)).properties.name).toBe("Ada");
    expect((await errorOf(client.leads.restore(id))).code).toBe("NOT_FOUND");
  });

  test("properties and pipelines are listed and read", async () => {
    const [properties, pipelines] = await Promise.all([
      client.properties.list("tickets"),
      client.pipelines.list("tickets"),
    ]);
    const priority = properties.find((one) => one.internal_name === "priority");
    expect(priority?.options.map(({ value }) => value)).toContain("urgent");
    expect(await client.properties.read("tickets", "priority")).toEqual(priority);
    expect(pipelines.map(({ key, stages }) => [key, stages[0]?.key])).toEqual([["default", "new"]]);
    expect(await client.pipelines.read("tickets", "default")).toEqual(pipelines[0]);
    expect(await client.pipelines.list("contacts")).toEqual([]);
    const missing = await errorOf(client.properties.read("tickets", "priorty"));
    expect([missing.code, missing.message]).toEqual([
      "NOT_FOUND",
      expect.stringContaining('"priority"'),
    ]);
  });

  test("lists records over pages: live, deleted, or by their change", async () => {
    const own = await rapport.publicClient();
    const ids: number[] = [];
    for (const name of ["a", "b", "c"]) ids.push((await own.leads.create({ name })).id);
    await own.leads.delete(ids[1] as number);
    const names: unknown[] = [];
    for await (const { properties } of own.leads.list({ limit: 1, properties: ["name"] })) {
      names.push(properties);
    }
    expect(names).toEqual([{ name: "a" }, { name: "c" }]);
    const deleted = await own.leads.list({ archived: true }).page();
    expect(deleted.items).toMatchObject([{ id: ids[1], deletedAt: expect.any(String) }]);
    const updatedSince = new Date(Date.now() - 60_000).toISOString();
    const changes = own.leads.list({ updatedSince, limit: 2 });
    const first = await changes.page();
    expect(Date.parse(first.asOf ?? "")).toBeLessThan(Date.now());
    const versions = new Map<number, number>();
    for await (const { id, version } of changes) versions.set(id, version);
    expect(Object.fromEntries(versions)).toEqual(
      Object.fromEntries(ids.map((id, i) => [id, i === 1 ? 2 : 1])),
    );
  });

  test("reads a record by a property, and throws the ids if several have the value", async () => {
    const own = await rapport.publicClient();
    const { id } = await own.contacts.create({ email: "ada@example.com" });
    const select = { properties: ["email"], associations: ["company"] } as const;
    const found = await own.contacts.readBy("email", "ADA@example.com", select);
    expect(found).toMatchObject({
      id,
      properties: { email: "ada@example.com" },
      associations: { company: [] },
    });
    const other = await own.contacts.create({ email: "ada@example.com" });
    const error = await errorOf(own.contacts.readBy("email", "ada@example.com"));
    expect(error).toMatchObject({ status: 409, code: "AMBIGUOUS" });
    expect(error.issues[0]?.conflictingIds).toEqual([String(id), String(other.id)]);
    expect((await errorOf(own.contacts.readBy("email", "x@y.example"))).code).toBe("NOT_FOUND");
  });

  test("lists the associations and the history of a record over pages", async () => {
    const own = await rapport.publicClient();
    const { id } = await own.companies.create({ name: "Engines" });
    const associations = [{ object: "company", id }] as const;
    const deals: string[] = [];
    for (const name of ["a", "b"]) {
      deals.push(String((await own.deals.create({ name }, { associations })).id));
    }
    const found: string[] = [];
    for await (const one of own.companies.associations(id, "deals", { limit: 1 })) {
      found.push(one.id);
    }
    expect(found).toEqual(deals);
    await own.companies.update(id, "name", "Engines Ltd");
    const actions: string[] = [];
    for await (const { action } of own.companies.history(id, { limit: 2 })) actions.push(action);
    expect(actions).toEqual(["updated", "associated", "associated", "created"]);
    const { items } = await own.companies.history(id, { name: "name" }).page();
    expect(items).toMatchObject([
      { version: 2, changes: [{ internal_name: "name", old: "Engines", new: "Engines Ltd" }] },
    ]);
  });

  test("yields the records of a search over pages, and returns the total with each page", async () => {
    const ids: number[] = [];
    for (const name of ["Steam 1", "Steam 2", "Coal"]) {
      ids.push((await client.companies.create({ name, industry: "Searched" })).id);
    }
    const industry = { internal_name: "industry", operator: "EQ", value: "searched" } as const;
    const found = client.companies.search({
      filterGroups: [{ filters: [industry] }],
      query: "steam",
      sorts: [{ internal_name: "name", direction: "DESCENDING" }],
      properties: ["name"],
      limit: 1,
      total: true,
    });
    const names: unknown[] = [];
    for await (const { properties } of found) names.push(properties.name);
    expect(names).toEqual(["Steam 2", "Steam 1"]);
    const first = await found.page();
    expect(first).toMatchObject({ items: [{ id: ids[1] }], total: { value: 2, relation: "eq" } });
    expect((await found.page(first.nextCursor ?? "")).items).toMatchObject([{ id: ids[0] }]);
  });

  test("syncs templates, and lists them over pages", async () => {
    const { tenantId, clientId, clientSecret } = await rapport.app.caller();
    await setAccount(rapport.app.deps, tenantId, ACCOUNT);
    await importTemplates(rapport.app.deps, tenantId, [
      { ...TEMPLATE, status: "PENDING" },
      ...["b", "c"].map((name) => ({ ...TEMPLATE, name })),
    ]);
    const { baseUrl } = rapport;
    const { templates } = createPublicClient({ baseUrl, clientId, clientSecret, scope: SCOPE });
    expect(await templates.sync()).toMatchObject({
      updated: 1,
      updated_templates: [{ template_name: "order", new_status: "APPROVED" }],
    });
    const names: string[] = [];
    for await (const { name } of templates.list({ limit: 1 })) names.push(name);
    expect(names).toEqual(["order", "b", "c"]);
    expect((await templates.list({ name: "c" }).page()).items).toHaveLength(1);
  });

  test("changes properties, pipelines and stages, and tells what is in use", async () => {
    const { properties, pipelines } = client;
    const made = await properties.create("tickets", { internal_name: "floor", label: "Floor" });
    expect(made).toMatchObject({ internal_name: "floor", type: "string", builtIn: false });
    const changed = await properties.update("tickets", "floor", { indexed: true });
    expect(changed).toEqual({ ...made, indexed: true, violations: null });
    const { id } = await client.tickets.create({ name: "Jam", floor: "3" });
    const error = await errorOf(properties.delete("tickets", "floor"));
    expect(error).toMatchObject({ code: "CONFLICT", issues: [{ code: "in_use", records: 1 }] });
    await client.tickets.update(id, "floor", null);
    await properties.delete("tickets", "floor");
    expect(await errorOf(properties.read("tickets", "floor"))).toMatchObject({ code: "NOT_FOUND" });

    const stages = [{ label: "Open" }];
    const { key } = await pipelines.create("tickets", { label: "Repairs", stages });
    const ordered = await pipelines.order("tickets", [key, "default"]);
    expect(ordered.map((one) => one.key)).toEqual(["repairs", "default"]);
    await pipelines.update("tickets", key, { label: "Repair" });
    await pipelines.stages.create("tickets", key, { label: "Done", closed: true });
    await pipelines.stages.update("tickets", key, "done", { label: "Fixed" });
    await pipelines.stages.order("tickets", key, ["done", "open"]);
    expect(await pipelines.read("tickets", key)).toMatchObject({
      label: "Repair",
      stages: [{ key: "done", label: "Fixed", closed: true }, { key: "open" }],
    });
    await pipelines.stages.delete("tickets", key, "open");
    await pipelines.delete("tickets", key);
  });

  test("throws one typed error for a refused request", async () => {
    const error = await errorOf(client.contacts.create({ email: "nonsense", foo: 1 }));
    expect(error).toBeInstanceOf(RapportError);
    expect(error).toMatchObject({
      status: 400,
      code: "INVALID_INPUT",
      requestId: expect.stringMatching(/^req_/),
      retryAfter: undefined,
    });
    expect(error.issues.map(({ path }) => path)).toEqual([
      "properties.0.value",
      "properties.1.internal_name",
    ]);
  });

  test("escapes ids, so they cannot lead to another operation", async () => {
    for (const id of ["", ".", ".."]) {
      expect((await errorOf(client.contacts.read(id))).code).toBe("INVALID_OPTIONS");
    }
    for (const id of ["1/2", "1?x=1", "../companies/1"]) {
      const error = await errorOf(client.contacts.read(id));
      expect(["INVALID_INPUT", "NOT_FOUND"]).toContain(error.code);
      expect(rapport.proxy.requests.at(-1)?.path).toMatch(
        /^\/api\/crm\/objects\/contacts\/[^/?]+$/,
      );
    }
  });
});
