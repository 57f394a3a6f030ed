import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, type Caller, sharedApp, type TestApp } from "../support/app.ts";
import { hubspot } from "../support/hubspot.ts";

const PLAIN = { category: "HUBSPOT_DEFINED", typeId: 279, label: null };

describe.each(DIALECTS)("associations for clients of HubSpot on %s", (dialect) => {
  let app: TestApp;
  let caller: Caller;
  beforeAll(async () => {
    app = await sharedApp(dialect);
    caller = await app.caller();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  function call(method: string, path: string, json?: unknown): Promise<Answer> {
    return hubspot(app, caller).call(method, path, json);
  }

  async function make(type: string, properties: object): Promise<string> {
    const { status, body } = await call("POST", `/crm/v3/objects/${type}`, { properties });
    expect([status, body.message]).toEqual([201, undefined]);
    return body.id;
  }
  const contact = () => make("contacts", { email: `${crypto.randomUUID()}@example.com` });
  const company = () => make("companies", { name: "Analytical Engines" });

  /** Adds a label of contacts to companies. Returns its numbers in both directions. */
  async function label(name: string, inverse: string): Promise<readonly [number, number]> {
    const path = "/crm/v4/associations/contact/company/labels";
    const given = { name, label: `Label ${name}`, inverseLabel: inverse };
    const { status, body } = await call("POST", path, given);
    expect([status, body.results]).toEqual([
      200,
      [
        expect.objectContaining({ category: "USER_DEFINED", label: `Label ${name}` }),
        expect.objectContaining({ category: "USER_DEFINED", label: inverse }),
      ],
    ]);
    return body.results.map((one: { typeId: number }) => one.typeId);
  }

  it.each([
    ["/crm/v4/objects", (id: string) => Number(id)],
    ["/crm/objects/2026-03", String],
    ["/crm/objects/2026-09", String],
  ])("associates, labels, lists and dissociates two records at %s", async (base, shown) => {
    const [one, other] = [await contact(), await company()];
    const both = `${base}/contacts/${one}/associations/companies/${other}`;
    const isDated = base.includes("2026");
    const set = await call("PUT", `${base}/contact/${one}/associations/default/company/${other}`);
    expect([set.status, set.body.status, set.body.results]).toEqual([
      200,
      "COMPLETE",
      [
        {
          from: { id: one },
          to: { id: other },
          associationSpec: { associationCategory: "HUBSPOT_DEFINED", associationTypeId: 279 },
        },
        {
          from: { id: other },
          to: { id: one },
          associationSpec: { associationCategory: "HUBSPOT_DEFINED", associationTypeId: 280 },
        },
      ],
    ]);
    const [chief] = await label(`Chief ${isDated}${base.at(-1)}`, "Led by");
    const types = [{ associationCategory: "USER_DEFINED", associationTypeId: chief }];
    const labelled = await call("PUT", both, types);
    expect([labelled.status, labelled.body]).toEqual([
      201,
      {
        ...{ fromObjectTypeId: "0-1", fromObjectId: shown(one) },
        ...{ toObjectTypeId: "0-2", toObjectId: shown(other) },
        labels: [`Label Chief ${isDated}${base.at(-1)}`],
      },
    ]);
    const list = await call("GET", `${base}/contacts/${one}/associations/0-2?limit=500`);
    expect([list.status, list.body]).toEqual([
      200,
      {
        results: [
          {
            toObjectId: shown(other),
            associationTypes: [
              PLAIN,
              expect.objectContaining({ category: "USER_DEFINED", typeId: chief }),
            ],
          },
        ],
      },
    ]);
    const ended = await call("DELETE", both);
    expect([ended.status, ended.body]).toEqual([204, ""]);
    const after = await call("GET", `${base}/contacts/${one}/associations/companies`);
    expect(after.body).toEqual({ results: [] });
  });

  it("pages the associations of a record with after", async () => {
    const one = await company();
    const ids = [await contact(), await contact(), await contact()];
    const inputs = ids.map((id) => ({ from: { id: one }, to: { id } }));
    const path = "/crm/v4/associations/companies/contacts/batch/associate/default";
    const made = await call("POST", path, { inputs });
    expect([made.status, made.body.results.length]).toEqual([200, 6]);
    const list = `/crm/v4/objects/companies/${one}/associations/contacts?limit=2`;
    const first = await call("GET", list);
    const { after } = first.body.paging.next;
    const second = await call("GET", `${list}&after=${encodeURIComponent(after)}`);
    const found = [...first.body.results, ...second.body.results];
    expect(found.map((entry: { toObjectId: number }) => String(entry.toObjectId))).toEqual(ids);
    expect(second.body.paging).toBeUndefined();
  });

  it.each(["/crm/v4/associations", "/crm/associations/2026-03"])(
    "creates, reads, and archives batches with labels at %s",
    async (base) => {
      const isDated = base.includes("2026");
      const [one, two, other] = [await contact(), await contact(), await company()];
      const [buyer, sellsTo] = await label(`Buyer ${isDated}`, "Sells to");
      const pair = `${base}/contacts/companies`;
      const types = (id: number) => [
        { associationCategory: "USER_DEFINED", associationTypeId: id },
      ];
      const inputs = [
        { from: { id: one }, to: { id: other }, types: types(buyer) },
        { from: { id: two }, to: { id: other }, types: types(279) },
        { from: { id: "999999999" }, to: { id: other }, types: types(279) },
        { from: { id: two }, to: { id: other }, types: [...types(buyer), ...types(9999)] },
      ];
      const made = await call("POST", `${pair}/batch/create`, { inputs });
      expect([made.status, made.body.numErrors]).toEqual([207, 2]);
      expect(made.body.results).toMatchObject([
        { labels: [`Label Buyer ${isDated}`] },
        { labels: [] },
      ]);
      const [unknown, missing] = made.body.errors;
      expect(unknown).toMatchObject({
        ...{ category: "VALIDATION_ERROR", context: { index: ["3"] } },
        errors: [{ in: "inputs.3.types.1", message: expect.stringContaining("It is one of 279") }],
      });
      expect(missing).toMatchObject({
        category: "OBJECT_NOT_FOUND",
        context: { fromObjectId: ["999999999"], toObjectId: [other] },
      });
      const lonely = await company();
      const read = await call("POST", `${base}/companies/contacts/batch/read`, {
        inputs: [{ id: other }, { id: lonely }],
      });
      expect([read.status, read.body.numErrors, read.body.errors[0].subCategory]).toEqual([
        ...[207, 1, "crm.associations.NO_ASSOCIATIONS_FOUND"],
      ]);
      const plain = { category: "HUBSPOT_DEFINED", typeId: 280, label: null };
      expect(read.body.results).toEqual([
        {
          from: { id: other },
          to: [
            {
              toObjectId: isDated ? one : Number(one),
              associationTypes: [
                plain,
                { category: "USER_DEFINED", typeId: sellsTo, label: "Sells to" },
              ],
            },
            { toObjectId: isDated ? two : Number(two), associationTypes: [plain] },
          ],
        },
      ]);
      const status = isDated ? 200 : 204;
      const unlabelled = await call("POST", `${pair}/batch/labels/archive`, {
        inputs: [inputs[0]],
      });
      expect(unlabelled.status).toBe(status);
      const archived = await call("POST", `${pair}/batch/archive`, {
        inputs: [{ from: { id: two }, to: [{ id: other }] }],
      });
      expect(archived.status).toBe(status);
      const left = await call("POST", `${base}/companies/contacts/batch/read`, {
        inputs: [{ id: other }],
      });
      expect(left.body.results[0].to).toEqual([
        { toObjectId: isDated ? one : Number(one), associationTypes: [plain] },
      ]);
    },
  );

  it("replaces the labels of a pair by those that a batch gives", async () => {
    const [one, other] = [await contact(), await company()];
    const [first] = await label("First", "First of");
    const [second] = await label("Second", "Second of");
    const path = "/crm/v4/associations/contacts/companies/batch/create";
    for (const id of [first, second]) {
      const types = [{ associationCategory: "USER_DEFINED", associationTypeId: id }];
      const input = { from: { id: one }, to: { id: other }, types };
      expect((await call("POST", path, { inputs: [input] })).status).toBe(201);
    }
    const { body } = await call("GET", `/crm/v4/objects/contacts/${one}/associations/companies`);
    const types: readonly { typeId: number }[] = body.results[0].associationTypes;
    expect(types.map(({ typeId }) => typeId)).toEqual([279, second]);
  });

  it("takes the number of the primary company, and says which numbers there are", async () => {
    const [one, other] = [await contact(), await company()];
    const path = `/crm/v4/objects/contacts/${one}/associations/companies/${other}`;
    const types = (id: number) => [
      { associationCategory: "HUBSPOT_DEFINED", associationTypeId: id },
    ];
    expect((await call("PUT", path, types(1))).status).toBe(201);
    const wrong = await call("PUT", path, types(280));
    expect([wrong.status, wrong.body.category, wrong.body.message]).toEqual([
      ...[400, "VALIDATION_ERROR", expect.stringContaining("It is one of 279")],
    ]);
  });

  it("serves the older batches, which name what an association says", async () => {
    const [one, other] = [await contact(), await make("deals", { dealname: "Engine No. 2" })];
    const base = "/crm/v3/associations/deals/contacts";
    const pair = { from: { id: other }, to: { id: one }, type: "deal_to_contact" };
    const made = await call("POST", `${base}/batch/create`, { inputs: [pair] });
    expect([made.status, made.body.results]).toEqual([201, [pair]]);
    const read = await call("POST", `${base}/batch/read`, { inputs: [{ id: other }] });
    expect([read.status, read.body.results]).toEqual([
      200,
      [{ from: { id: other }, to: [{ id: one, type: "deal_to_contact" }] }],
    ]);
    const list = await call("GET", `/crm/v3/objects/contacts/${one}/associations/deals`);
    expect(list.body.results).toEqual([{ id: other, type: "contact_to_deal" }]);
    const types = await call("GET", `${base}/types`);
    expect(types.body).toEqual({ results: [{ id: "3", name: "deal_to_contact" }] });
    const mixed = await call("POST", `${base}/batch/create`, {
      inputs: [{ ...pair, type: "contact_to_deal" }, pair, { ...pair, type: "9999" }],
    });
    expect([mixed.status, mixed.body.results, mixed.body.errors]).toMatchObject([
      ...[207, [pair], [{ context: { index: ["0"] } }, { context: { index: ["2"] } }]],
    ]);
    const ended = await call("POST", `${base}/batch/archive`, { inputs: [pair] });
    expect(ended.status).toBe(204);
    const after = await call("POST", `${base}/batch/read`, { inputs: [{ id: other }] });
    expect([after.status, after.body.numErrors]).toEqual([207, 1]);
  });

  it("serves the older paths of one association", async () => {
    const [one, other] = [await contact(), await company()];
    const path = `/crm/v3/objects/contacts/${one}/associations/companies/${other}`;
    const [supplier] = await label("Supplier", "Supplied by");
    const set = await call("PUT", `${path}/contact_to_company`);
    expect([set.status, set.body.id]).toEqual([200, one]);
    expect((await call("PUT", `${path}/${supplier}`)).status).toBe(200);
    const list = async () =>
      (await call("GET", `/crm/v3/objects/contacts/${one}/associations/companies`)).body.results;
    expect(await list()).toEqual([
      { id: other, type: "contact_to_company" },
      { id: other, type: "supplier" },
    ]);
    expect((await call("DELETE", `${path}/supplier`)).status).toBe(204);
    expect(await list()).toHaveLength(1);
    expect((await call("DELETE", `${path}/279`)).status).toBe(204);
    expect(await list()).toEqual([]);
    expect((await call("PUT", `${path}/company_to_contact`)).status).toBe(400);
  });

  it.each([
    "/crm/v4/associations/{}/labels",
    "/crm/associations/v4/{}/labels",
    "/crm/associations/2026-03/{}/labels",
  ])("lists, adds, changes and removes labels at %s", async (template) => {
    const path = template.replace("{}", "tickets/companies");
    const name = `by_${template.length}_${template.includes("v4/{}")}`;
    const made = await call("POST", path, { name, label: `Sold ${name}` });
    const [{ typeId }] = made.body.results;
    const listed = await call("GET", path);
    expect(listed.body.results).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ category: "HUBSPOT_DEFINED", typeId: 339, label: null }),
        expect.objectContaining({ category: "USER_DEFINED", typeId, label: `Sold ${name}` }),
      ]),
    );
    const changed = await call("PUT", path, { associationTypeId: typeId, label: `Bought ${name}` });
    expect([changed.status, changed.body]).toEqual([204, ""]);
    const after = await call("GET", path);
    const found = after.body.results.find((one: { typeId: number }) => one.typeId === typeId);
    expect(found.label).toBe(`Bought ${name}`);
    expect((await call("DELETE", `${path}/${typeId}`)).status).toBe(204);
    expect((await call("DELETE", `${path}/${typeId}`)).status).toBe(404);
    expect((await call("DELETE", `${path}/339`)).status).toBe(404);
  });
});
