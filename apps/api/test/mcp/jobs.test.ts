import { type AnyJson, DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Agent, connect } from "../support/agents.ts";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";

/** Calls of a job: an agent that knows only the texts of the tools needs no more. */
const MAX_CALLS = 2;

describe.each(DIALECTS)("jobs of an agent on %s", (dialect) => {
  let app: TestApp;
  let caller: Caller;
  let agent: Agent;
  let ids: Readonly<Record<"ada" | "engines" | "deal" | "call", number>>;
  let calls = 0;

  beforeAll(async () => {
    app = await sharedApp(dialect);
    caller = await app.caller();
    const make = async (plural: string, json: object): Promise<number> => {
      const path = `/api/crm/objects/${plural}`;
      return (await app.call("POST", path, { token: caller.token, json })).body.data.id;
    };
    const engines = await make("companies", { properties: { name: "Analytical Engines Ltd" } });
    const at = { associations: [{ to: { object: "company", id: String(engines) } }] };
    const person = (firstname: string, lastname: string) => ({
      properties: { firstname, lastname, email: `${firstname}@engines.example`.toLowerCase() },
      ...at,
    });
    const ada = await make("contacts", person("Ada", "Lovelace"));
    await make("contacts", person("Charles", "Babbage"));
    const deal = (name: string, amount: number, stage: string) =>
      make("deals", { properties: { name, amount, currency: "GBP", stage }, ...at });
    await deal("Difference Engine", 25_000, "proposal");
    await deal("Printer", 4_000, "proposal");
    ids = {
      ...{ ada, engines },
      deal: await deal("Analytical Engine", 90_000, "new"),
      call: await make("calls", { properties: { title: "About the engine" } }),
    };
    await app.call("POST", "/api/crm/types", {
      token: caller.token,
      json: {
        name: "listing",
        plural: "listings",
        properties: [
          { internal_name: "street", label: "Street", indexed: true },
          { internal_name: "price", label: "Price", type: "number" },
        ],
        required: [["street"]],
        nameProperties: [["street"]],
        hasPipeline: true,
        pipeline: { label: "Sale", stages: [{ label: "Draft" }, { label: "On the market" }] },
      },
    });
    agent = await connect(app, caller.token);
  });
  afterAll(async () => {
    await agent[Symbol.asyncDispose]();
    await app[Symbol.asyncDispose]();
  });

  async function ask(name: string, args: object, by = agent): Promise<AnyJson> {
    calls++;
    const answer = await by.call(name, args);
    return { isError: answer.isError ?? false, ...answer.structuredContent };
  }

  async function job(work: () => Promise<void>): Promise<void> {
    calls = 0;
    await work();
    expect(calls).toBeLessThanOrEqual(MAX_CALLS);
  }

  it("finds a person by half a name", () =>
    job(async () => {
      const { results } = await ask("search_records", { object: "contacts", query: "lovel" });
      expect(results).toMatchObject([{ id: ids.ada, properties: { firstname: "Ada" } }]);
    }));

  it("says who works at a company", () =>
    job(async () => {
      const { results } = await ask("search_records", {
        ...{ object: "companies", query: "analytical eng", associations: ["contacts"] },
      });
      expect(results[0].associations.contact.map(({ name }: AnyJson) => name).toSorted()).toEqual([
        ...["Ada Lovelace", "Charles Babbage"],
      ]);
      const people = await ask("search_records", {
        object: "contacts",
        filters: [{ property: "associations.companies", operator: "EQ", value: results[0].id }],
      });
      expect(people.results).toHaveLength(2);
    }));

  it("moves a deal", () =>
    job(async () => {
      const found = await ask("search_records", { object: "deals", query: "analytical engine" });
      const [{ id }] = found.results;
      const records = [{ id, properties: { stage: "Negotiation" } }];
      const { results } = await ask("update_records", { object: "deals", records });
      expect(results).toMatchObject([
        { status: "updated", record: { id: ids.deal, properties: { stage: "negotiation" } } },
      ]);
    }));

  it("says what changed today", async () => {
    const since = new Date().toISOString().slice(0, 10);
    const seen = async () => (await ask("recent_changes", { since, limit: 100 })).results;
    await expect
      .poll(async () => (await seen()).map(({ type }: AnyJson) => type), { timeout: 10_000 })
      .toContain("deal.stage_changed");
    await job(async () => {
      const moved = (await seen()).find(({ type }: AnyJson) => type === "deal.stage_changed");
      expect(moved).toMatchObject({
        ...{ object: "deals", id: ids.deal, name: "Analytical Engine" },
        changes: { stage: { old: "new", new: "negotiation" } },
      });
    });
  });

  it("counts deals above 10,000 by stage", () =>
    job(async () => {
      const { results, total } = await ask("count_records", {
        ...{ object: "deals", group_by: "stage", sum: "amount" },
        filters: [{ property: "amount", operator: "GT", value: 10_000 }],
      });
      expect(results).toMatchObject([
        { value: "proposal", label: "Proposal", count: 1, sum: "25000" },
        { value: "negotiation", label: "Negotiation", count: 1, sum: "90000" },
      ]);
      expect(total).toEqual({ value: 2, relation: "eq" });
    }));

  it("adds a note to a call", () =>
    job(async () => {
      const found = await ask("search_records", { object: "calls", query: "engine" });
      const to = { object: "calls", id: found.results[0].id };
      const { results } = await ask("create_records", {
        object: "notes",
        records: [{ properties: { body: "Send the drawings." }, associations: [{ to }] }],
      });
      expect(results).toMatchObject([{ status: "created" }]);
    }));

  it("fixes a wrong stage from the error", () =>
    job(async () => {
      const move = (stage: string) =>
        ask("update_records", {
          object: "deals",
          records: [{ id: ids.deal, properties: { stage } }],
        });
      const refused = await move("close won");
      const [{ issues }] = refused.errors;
      expect(refused.isError).toBe(true);
      expect(issues[0].path).toBe("records.0.properties.stage");
      expect(issues[0].message).toContain(
        "Stages: new, qualified, proposal, negotiation, won, lost",
      );
      expect((await move("won")).results).toMatchObject([{ status: "updated" }]);
    }));

  it("imports 50 people without duplicates", () =>
    job(async () => {
      const records = Array.from({ length: 50 }, (_, i) => ({
        properties: { email: `person${i}@example.com`, lastname: `Person ${i}` },
      }));
      const known = { properties: { email: "ADA@engines.example", jobtitle: "Countess" } };
      const call = { object: "contacts", key: { property: "email" }, records: [...records, known] };
      const first = await ask("upsert_records", call);
      expect(first.results.filter(({ status }: AnyJson) => status === "created")).toHaveLength(50);
      expect(first.results.at(-1)).toMatchObject({ status: "updated", record: { id: ids.ada } });
      const again = await ask("upsert_records", call);
      expect(new Set(again.results.map(({ status }: AnyJson) => status))).toEqual(
        new Set(["unchanged"]),
      );
    }));

  it("works with a custom type", () =>
    job(async () => {
      const [type] = (await ask("list_types", { object: "listings" })).results;
      expect(type.required).toEqual([["street"]]);
      expect(type.pipelines[0].stages[1]).toMatchObject({ label: "On the market" });
      const { results } = await ask("create_records", {
        object: "listings",
        records: [
          {
            properties: { street: "12 Dorset Street", price: 900_000, stage: "On the market" },
            associations: [{ to: { object: "contacts", id: ids.ada } }],
          },
        ],
      });
      expect(results).toMatchObject([
        { status: "created", record: { properties: { stage: type.pipelines[0].stages[1].key } } },
      ]);
    }));

  it("is refused what its token may not do, and says why", () =>
    job(async () => {
      const scope = "crm.contacts.read crm.contacts.write crm.deals.read";
      const { tenantId, projectId } = caller;
      const { token } = await app.caller({ scope, tenantId, projectId });
      await using reader = await connect(app, token);
      const names = (await reader.tools()).map(({ name }) => name);
      expect(names).not.toContain("delete_records");
      const records = [{ id: ids.deal, properties: { stage: "lost" } }];
      const refused = await ask("update_records", { object: "deals", records }, reader);
      expect(refused).toMatchObject({
        isError: true,
        errors: [
          { code: "INSUFFICIENT_SCOPE", message: expect.stringContaining("crm.deals.write") },
        ],
      });
      await expect(reader.call("delete_records", { object: "deals", ids: [1] })).rejects.toThrow(
        /no tool "delete_records"/,
      );
    }));
});
