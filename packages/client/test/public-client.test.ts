import { importTemplates, setAccount } from "@rapport/core";
import { DIALECTS, type GraphPlatform, startGraphPlatform } from "@rapport/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createPublicClient, type PublicClient, RapportError } from "../src/index.ts";
import { errorOf, SCOPE, startRapport, type TestRapport } from "./support/rapport.ts";

const ACCOUNT = { wabaId: "102290129340398", accessToken: "EAAGclient0123456789" };
const TEMPLATE = { name: "order", language: "en_US", status: "APPROVED", category: "UTILITY" };

describe.each(DIALECTS)("the client of the Public Object API on %s", (dialect) => {
  let platform: GraphPlatform;
  let rapport: TestRapport;
  let client: PublicClient;
  beforeAll(async () => {
    platform = await startGraphPlatform({ ...ACCOUNT, templates: [TEMPLATE] });
    rapport = await startRapport(dialect, { graphUrl: platform.url });
    client = await rapport.publicClient();
  });
  beforeEach(() => rapport.proxy.clear());
  afterAll(async () => {
    await rapport[Symbol.asyncDispose]();
    await platform[Symbol.asyncDispose]();
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
    };
    expect(made.contacts.email).toBe("ada@example.com");
    expect(made.deals.amount).toBe("5");
    for (const plural of ["contacts", "deals", "tickets", "leads", "appointments"] as const) {
      const { id } = made[plural];
      const found = await client[plural].read(id, {
        properties: ["tags"],
        associations: ["company"],
      });
      expect(found).toEqual({
        id,
        createdAt: made[plural].createdAt,
        updatedAt: made[plural].updatedAt,
        version: 1,
        properties: { tags: null },
        associations: {
          company: [{ id: String(company.id), type: `${plural.slice(0, -1)}_to_company` }],
        },
      });
      await client[plural].update(id, "tags", ["a", "b"]);
      expect((await client[plural].read(String(id))).properties.tags).toEqual(["a", "b"]);
      await client[plural].update(id, "tags", null);
      expect((await client[plural].read(id)).properties).not.toHaveProperty("tags");
      await client[plural].delete(id);
      expect(await errorOf(client[plural].read(id))).toMatchObject({ code: "NOT_FOUND" });
    }
    await client.companies.update(company.id, "industry", "Manufacturing");
    expect(await client.companies.read(company.id, { properties: ["industry"] })).toMatchObject({
      properties: { industry: "Manufacturing" },
      associations: null,
    });
    await client.companies.delete(company.id);
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
