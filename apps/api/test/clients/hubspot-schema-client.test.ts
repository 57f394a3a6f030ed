import { createAdmin, setRoleByHand } from "@rapport/core";
import { AssociationTypes, Client13, Client14 } from "@rapport/hubspot-clients";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";

const VERSIONS = [
  ["13.5", Client13],
  ["14.0", Client14],
] as const;
type Version = (typeof VERSIONS)[number][1];

/** Its own limits are for HubSpot. */
const limiterOptions = { minTime: 0, maxConcurrent: 6 };

// The client never sees which database answers.
describe("HubSpot's client library and the schema", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await sharedApp("sqlite");
  });
  afterAll(() => app[Symbol.asyncDispose]());

  /** The versions have the same calls. */
  function clientOf(Client: Version, { token: accessToken }: Caller) {
    const client = new Client({ accessToken, basePath: app.url, limiterOptions });
    return client as InstanceType<typeof Client14>;
  }

  const connect = async (Client: Version) => clientOf(Client, await app.caller()).crm;

  it.each(VERSIONS)("%s adds, reads, changes and archives properties and groups", async (_, C) => {
    const { properties } = await connect(C);
    const text = { type: "string" as never, fieldType: "text" as never };
    const group = await properties.groupsApi.create("contacts", { name: "Sales", label: "Sales" });
    expect(group).toMatchObject({ name: "Sales", archived: false });
    const one = { name: "tier", label: "Tier", groupName: "Sales", ...text };
    const made = await properties.coreApi.create("contacts", { ...one, hasUniqueValue: true });
    expect(made).toMatchObject({ ...one, hasUniqueValue: true, hubspotDefined: false });
    const changed = await properties.coreApi.update("contacts", "tier", { label: "Class" });
    expect(await properties.coreApi.getByName("contacts", "tier")).toEqual(changed);
    expect((await properties.groupsApi.getAll("contacts")).results).toHaveLength(2);
    expect((await properties.groupsApi.getByName("contacts", "Sales")).label).toBe("Sales");
    await properties.groupsApi.update("contacts", "Sales", { displayOrder: 1 });
    await expect(properties.groupsApi.archive("contacts", "Sales")).rejects.toMatchObject({
      code: 409,
    });
    const inputs = [
      { ...one, name: "a_text" },
      { ...one, name: "a_number", type: "number" as never, fieldType: "number" as never },
    ];
    const batch = await properties.batchApi.create("contacts", { inputs });
    expect(batch.results).toHaveLength(2);
    const read = await properties.batchApi.read("contacts", {
      ...{ inputs: [{ name: "a_number" }, { name: "tier" }], archived: false },
    });
    expect(read.results.map(({ type }) => type)).toEqual(["number", "string"]);
    await properties.batchApi.archive("contacts", { inputs: inputs.map(({ name }) => ({ name })) });
    await properties.coreApi.archive("contacts", "tier");
    const { results } = await properties.coreApi.getAll("contacts");
    expect(results.find(({ name }) => name === "createdate")?.type).toBe("datetime");
    expect(results.some(({ name }) => name === "tier")).toBe(false);
  });

  it.each(VERSIONS)("%s adds, reads, changes and archives pipelines and stages", async (_, C) => {
    const { pipelines } = await connect(C);
    const { pipelinesApi, pipelineStagesApi, pipelineAuditsApi, pipelineStageAuditsApi } =
      pipelines;
    const stage = (label: string, displayOrder: number, probability: string) => ({
      ...{ label, displayOrder, metadata: { probability } },
    });
    const made = await pipelinesApi.create("deals", {
      ...{ label: "Renewals", displayOrder: 1 },
      stages: [stage("Asked", 0, "0.2"), stage("Signed", 1, "1.0")],
    });
    expect(made.createdAt).toBeInstanceOf(Date);
    const id = made.id;
    const added = await pipelineStagesApi.create("deals", id, stage("Called", 1, "0.5"));
    expect([added.displayOrder, added.metadata?.isClosed]).toEqual([1, "false"]);
    await pipelineStagesApi.update("deals", id, added.id, {
      ...{ label: "Phoned", metadata: { probability: "0.6" } },
    });
    await pipelineStagesApi.replace("deals", id, added.id, stage("Phoned", 0, "0.7"));
    expect((await pipelineStagesApi.getById("deals", id, added.id)).displayOrder).toBe(0);
    const stages = (await pipelineStagesApi.getAll("deals", id)).results;
    expect(stages.map(({ label }) => label)).toEqual(["Phoned", "Asked", "Signed"]);
    await pipelineStagesApi.archive("deals", id, added.id);
    expect((await pipelinesApi.update("deals", id, { label: "Again" })).label).toBe("Again");
    const replaced = await pipelinesApi.replace("deals", id, {
      ...{ label: "Renewed", displayOrder: 0, stages: [stage("Signed", 0, "1.0")] },
    });
    expect(replaced.stages.map((one) => one.id)).toEqual([stages[2]?.id]);
    expect((await pipelinesApi.getById("deals", id)).label).toBe("Renewed");
    expect((await pipelinesApi.getAll("deals")).results[0]?.id).toBe(id);
    const audit = await pipelineAuditsApi.getAudit("deals", id);
    expect(audit.results[0]).toMatchObject({ identifier: id, action: "UPDATE" });
    // This call of the client does not say which pipeline the stage is in.
    await expect(pipelineStageAuditsApi.getAudit("deals", "signed")).rejects.toMatchObject({
      code: 404,
    });
    await pipelinesApi.archive("deals", id);
    await expect(pipelinesApi.getById("deals", id)).rejects.toMatchObject({ code: 404 });
  });

  it.each(VERSIONS)("%s makes a type and works with its records", async (_, C) => {
    const crm = await connect(C);
    const made = await crm.schemas.coreApi.create({
      ...{ name: "car", labels: { singular: "Car", plural: "Cars" }, requiredProperties: ["vin"] },
      ...{ primaryDisplayProperty: "vin", searchableProperties: ["vin"], associatedObjects: [] },
      properties: [{ name: "vin", label: "VIN", type: "string" as never, fieldType: "text" }],
    });
    const type = made.objectTypeId ?? "";
    expect(made.properties.find(({ name }) => name === "vin")?.label).toBe("VIN");
    const record = await crm.objects.basicApi.create(type, {
      ...{ properties: { vin: "WVW1" }, associations: [] },
    });
    const found = await crm.objects.searchApi.doSearch("p_car", {
      ...{ query: "WVW1", limit: 1, after: "0", sorts: [], properties: ["vin"], filterGroups: [] },
    });
    expect(found.results.map(({ id }) => id)).toEqual([record.id]);
    expect(await crm.objects.basicApi.getById("cars", record.id)).toMatchObject({ id: record.id });
    const changed = await crm.schemas.coreApi.update(type, { labels: { singular: "Vehicle" } });
    expect(changed.labels).toEqual({ singular: "Vehicle", plural: "Cars" });
    const pair = { fromObjectTypeId: type, toObjectTypeId: "contact" };
    const joined = await crm.schemas.coreApi.createAssociation(type, pair);
    expect(joined.toObjectTypeId).toBe("0-1");
    await expect(crm.schemas.coreApi.archiveAssociation(type, joined.id)).rejects.toMatchObject({
      code: 409,
    });
    expect((await crm.schemas.coreApi.getAll()).results.map(({ name }) => name)).toEqual(["car"]);
    await expect(crm.schemas.coreApi.archive(type)).rejects.toMatchObject({ code: 409 });
    await crm.objects.basicApi.archive(type, record.id);
    await crm.schemas.coreApi.archive(type);
    await expect(crm.schemas.coreApi.getById(type)).rejects.toMatchObject({ code: 400 });
  });

  it.each(VERSIONS)("%s reads owners", async (_, C) => {
    const caller = await app.caller();
    const { owners } = clientOf(C, caller).crm;
    const emails = ["a", "b"].map((name) => `${name}.${crypto.randomUUID()}@example.com`);
    for (const email of emails) {
      await createAdmin(app.deps, { email, role: null });
      await setRoleByHand(app.deps, { email, role: "admin", tenantId: caller.tenantId });
    }
    const page = await owners.ownersApi.getPage(undefined, undefined, 1);
    const rest = await owners.ownersApi.getPage(undefined, page.paging?.next?.after, 1);
    expect([...page.results, ...rest.results].map(({ email }) => email)).toEqual(emails);
    const [first] = page.results;
    const read = await owners.ownersApi.getById(Number(first?.id), "id");
    expect(read).toEqual(first);
    const byEmail = await owners.ownersApi.getPage(emails[1]);
    expect(byEmail.results).toEqual(rest.results);
  });

  it.each(VERSIONS)("%s associates records in every way, with labels too", async (_, C) => {
    const crm = await connect(C);
    const { v4, batchApi, schema } = crm.associations;
    const make = async (api: typeof crm.contacts | typeof crm.companies, properties: object) =>
      (await api.basicApi.create({ properties, associations: [] } as never)).id;
    const one = await make(crm.contacts, { email: "ada@example.com" });
    const two = await make(crm.contacts, { email: "grace@example.com" });
    const company = await make(crm.companies, { name: "Engines" });
    const pair = ["contacts", one, "companies", company] as const;
    const both = await v4.basicApi.createDefault(...pair);
    expect(both.results).toHaveLength(2);
    const { results: labels } = await v4.schema.definitionsApi.create("contacts", "companies", {
      ...{ name: "chief", label: "Chief", inverseLabel: "Led by" },
    });
    const chief = { associationCategory: "USER_DEFINED" as never };
    const types = [{ ...chief, associationTypeId: labels[0]?.typeId ?? 0 }];
    expect((await v4.basicApi.create(...pair, types)).labels).toEqual(["Chief"]);
    const page = await v4.basicApi.getPage("contacts", one, "companies", undefined, 100);
    expect(page.results[0]?.associationTypes.map(({ label }) => label)).toEqual([null, "Chief"]);
    const input = { _from: { id: two }, to: { id: company } };
    const made = await v4.batchApi.create("contacts", "companies", {
      inputs: [{ ...input, types }],
    });
    expect(made.results[0]).toMatchObject({ labels: ["Chief"] });
    await v4.batchApi.createDefault("contacts", "companies", { inputs: [input] });
    const read = await v4.batchApi.getPage("companies", "contacts", { inputs: [{ id: company }] });
    expect(read.results[0]?.to.map((to) => String(to.toObjectId))).toEqual([one, two]);
    await v4.batchApi.archiveLabels("contacts", "companies", { inputs: [{ ...input, types }] });
    await v4.batchApi.archive("contacts", "companies", {
      inputs: [{ _from: { id: two }, to: [{ id: company }] }],
    });
    await v4.basicApi.archive(...pair);
    const definitions = v4.schema.definitionsApi;
    const { associationTypeId } = types[0] ?? { associationTypeId: 0 };
    await definitions.update("contacts", "companies", { associationTypeId, label: "Head" });
    const all = await definitions.getAll("contacts", "companies");
    expect(all.results.map(({ label }) => label)).toEqual([null, "Head"]);
    await definitions.remove("contacts", "companies", associationTypeId);
    const old = [{ ...input, type: "contact_to_company" }];
    await batchApi.create("contacts", "companies", { inputs: old });
    const { results } = await batchApi.read("contacts", "companies", { inputs: [{ id: two }] });
    expect(results[0]?.to).toEqual([{ id: company, type: "contact_to_company" }]);
    await batchApi.archive("contacts", "companies", { inputs: old });
    const named = await schema.typesApi.getAll("contacts", "companies");
    expect(named.results).toEqual([{ id: "279", name: "contact_to_company" }]);
  });

  it("numbers associations as the client library does", async () => {
    const crm = await connect(Client14);
    const kinds = Object.entries(AssociationTypes).flatMap(([name, id]) => {
      const [, from = "", to = ""] = /^([a-z]+)To([A-Z][a-z]+)$/.exec(name) ?? [];
      return typeof id === "number" ? [[from, to.toLowerCase(), id] as const] : [];
    });
    const types = ["contact", "company", "deal", "ticket"];
    const ours = [...types, "call", "email", "meeting", "note", "task"];
    const known = kinds.filter(([from, to]) => ours.includes(from) && ours.includes(to));
    expect(known.length).toBeGreaterThan(50);
    for (const [from, to, id] of known) {
      const { results } = await crm.associations.v4.schema.definitionsApi.getAll(from, to);
      expect([from, to, results[0]?.typeId]).toEqual([from, to, id]);
    }
  });
});

interface Outcome {
  readonly code?: number;
  readonly body?: object;
}

type Apis = Readonly<Record<string, unknown>>;

/** Returns each API below a part of the client, by its name. */
function apisOf(part: object, name: string): readonly (readonly [string, Apis])[] {
  const getters = Object.entries(
    Object.getOwnPropertyDescriptors(Object.getPrototypeOf(part)),
  ).flatMap(([member, { get }]) => (get ? [member] : []));
  const own = Object.entries(part).flatMap(([member, value]) =>
    member.endsWith("Api") ? [[`${name}.${member}`, value as Apis] as const] : [],
  );
  const below = getters.flatMap((member) =>
    apisOf((part as Record<string, object>)[member] ?? {}, `${name}.${member}`),
  );
  return [...own, ...below];
}

describe.each(VERSIONS)("every call of HubSpot's client %s for the CRM", (_, Client) => {
  it("is served, or refused with 501", async () => {
    await using app = await sharedApp("sqlite");
    const { token: accessToken } = await app.caller();
    const { crm } = new Client({ accessToken, basePath: app.url, limiterOptions });
    const refused: string[] = [];
    const unsent: string[] = [];
    let served = 0;
    for (const [name, api] of apisOf(crm, "crm")) {
      const prototype = Object.getPrototypeOf(api) as Readonly<Record<string, unknown>>;
      for (const method of Object.getOwnPropertyNames(prototype)) {
        const run = api[method];
        if (method === "constructor" || method.endsWith("WithHttpInfo")) continue;
        const parameters = (prototype[method] as { readonly length: number }).length - 1;
        const given = Array.from({ length: Math.max(0, parameters) }, () => "contacts");
        const call = run as (...args: readonly string[]) => Promise<unknown>;
        const { code = "not sent", body } = await call(...given).then(
          (): Outcome => ({ code: 200 }),
          (error) => error as Outcome,
        );
        const text = JSON.stringify(body ?? null);
        expect([name, method, text]).not.toContain("There is nothing at this path");
        expect([name, method, code]).not.toEqual([name, method, 405]);
        if (code === "not sent") unsent.push(`${name}.${method}`);
        else if (code === 501) refused.push(`${name}.${method}`);
        else served++;
      }
    }
    // The library looks at the bodies of these before it sends them.
    expect(unsent.toSorted()).toEqual([
      ...["crm.exports.publicExportsApi.start", "crm.lists.listsApi.scheduleOrUpdateConversion"],
    ]);
    const parts = new Set(refused.map((one) => one.split(".")[1]));
    expect([...parts].toSorted()).toEqual([
      ...["associations", "exports", "extensions", "imports", "lists", "timeline"],
    ]);
    const ofAssociations = refused.filter((one) => one.startsWith("crm.associations"));
    expect(ofAssociations.every((one) => /reportApi|definitionConfiguration/.test(one))).toBe(true);
    expect(served).toBeGreaterThan(200);
  });
});
