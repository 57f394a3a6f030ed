import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, type Caller, sharedApp, type TestApp } from "../support/app.ts";
import { hubspot } from "../support/hubspot.ts";

/** The forms of a path: numbered, and with each date. */
function forms(area: string, version = "v3"): readonly string[] {
  const dated = ["2026-03", "2026-09"].map((date) => `/crm/${area}/${date}`);
  return [`/crm/${version}/${area}`, ...dated];
}

describe.each(DIALECTS)("the schema for clients of HubSpot on %s", (dialect) => {
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

  const named = (results: readonly { name: string }[], name: string) =>
    results.find((one) => one.name === name);

  it.each(forms("properties"))(
    "lists, adds, changes and removes properties at %s",
    async (base) => {
      const name = `tier_${base.replaceAll(/\W/g, "_")}`;
      const option = (value: string, displayOrder: number) => ({
        ...{ value, label: value.toUpperCase(), displayOrder, hidden: false },
      });
      const made = await call("POST", `${base}/contacts`, {
        ...{ name, label: "Tier", type: "enumeration", fieldType: "select" },
        ...{ groupName: "contactinformation", description: "How much they buy" },
        options: [option("silver", 1), { ...option("gold", 0), description: "Most" }],
      });
      expect([made.status, made.body]).toEqual([
        201,
        {
          ...{ name, label: "Tier", type: "enumeration", fieldType: "select" },
          ...{ groupName: "contactinformation", description: "How much they buy" },
          options: [option("gold", 0), option("silver", 1)],
          ...{ displayOrder: -1, calculated: false, externalOptions: false, hasUniqueValue: false },
          ...{ hidden: false, hubspotDefined: false, formField: true, archived: false },
          dataSensitivity: "non_sensitive",
          modificationMetadata: {
            ...{ archivable: true, readOnlyDefinition: false },
            ...{ readOnlyOptions: false, readOnlyValue: false },
          },
        },
      ]);
      const changed = await call("PATCH", `${base}/0-1/${name}`, {
        ...{ label: "Class", type: "enumeration", fieldType: "select", groupName: "Contract" },
        options: [option("gold", 0), option("lead", 1)],
      });
      expect([changed.status, changed.body]).toMatchObject([
        200,
        { label: "Class", groupName: "Contract", options: [{ value: "gold" }, { value: "lead" }] },
      ]);
      const list = await call("GET", `${base}/contact`);
      expect(named(list.body.results, name)).toEqual(changed.body);
      const other = await call("PATCH", `${base}/contacts/${name}`, { type: "number" });
      expect([other.status, other.body.category]).toEqual([400, "VALIDATION_ERROR"]);
      expect((await call("DELETE", `${base}/contacts/${name}`)).status).toBe(204);
      const gone = await call("GET", `${base}/contacts/${name}`);
      expect([gone.status, gone.body.category]).toEqual([404, "OBJECT_NOT_FOUND"]);
    },
  );

  it("shows built-in properties in HubSpot's names, types and options", async () => {
    const properties = async (type: string) =>
      (await call("GET", `/crm/v3/properties/${type}`)).body.results;
    const deals = await properties("deals");
    expect(named(deals, "dealstage")).toMatchObject({
      ...{ type: "enumeration", fieldType: "select", hubspotDefined: true },
      options: expect.arrayContaining([expect.objectContaining({ value: "won", label: "Won" })]),
    });
    expect(named(deals, "hs_object_id")).toMatchObject({
      ...{ type: "number", hasUniqueValue: true },
      modificationMetadata: { readOnlyValue: true },
    });
    expect(named(deals, "hubspot_owner_id")).toMatchObject({ externalOptions: true });
    expect(named(deals, "amount")).toMatchObject({ type: "number", fieldType: "number" });
    expect(named(deals, "closedate")).toMatchObject({ type: "datetime", fieldType: "date" });
    const contacts = await properties("contacts");
    expect(named(contacts, "lastmodifieddate")).toMatchObject({ type: "datetime" });
    expect(named(contacts, "phone")).toMatchObject({ type: "string", fieldType: "phonenumber" });
    const { options } = named(await properties("tasks"), "hs_task_status") as never;
    expect(options).toMatchObject([{ value: "NOT_STARTED" }, { value: "COMPLETED" }]);
  });

  it("keeps options of a built-in property that a client sends back", async () => {
    const path = "/crm/v3/properties/contacts/hs_lead_status";
    const { options } = (await call("GET", path)).body;
    const more = { value: "RECYCLED", label: "Recycled", displayOrder: -1, hidden: false };
    const ours = "/api/crm/properties/contacts/lead_status";
    const { token } = caller;
    const before = (await app.call("GET", ours, { token })).body.data.options;
    const colored = before.map((one: object) => ({ ...one, color: "teal" }));
    await app.call("PATCH", ours, { token, json: { options: colored } });
    const { status, body } = await call("PATCH", path, { options: [...options, more] });
    expect([status, body.options.length]).toEqual([200, options.length + 1]);
    expect(body.options.slice(0, -1)).toEqual(options);
    const own = await app.call("GET", ours, { token });
    expect(own.body.data.options.slice(0, -1)).toEqual(colored);
  });

  it("refuses values that are no option of an enumeration of the client's own", async () => {
    const given = { name: "size", label: "Size", type: "enumeration", fieldType: "select" };
    const options = [{ value: "s", label: "Small" }];
    const made = await call("POST", "/crm/v3/properties/contacts", { ...given, options });
    expect(made.status).toBe(201);
    const write = (size: string) =>
      call("POST", "/crm/v3/objects/contacts", { properties: { phone: "+1 555", size } });
    expect((await write("s")).status).toBe(201);
    const wrong = await write("xl");
    expect([wrong.status, wrong.body.errors]).toMatchObject([400, [{ code: "INVALID_OPTION" }]]);
    const none = { ...given, name: "shape" };
    expect((await call("POST", "/crm/v3/properties/contacts", none)).status).toBe(201);
  });

  it("adds, reads and removes properties in batches", async () => {
    const base = "/crm/v3/properties/companies/batch";
    const one = (name: string) => ({
      ...{ name, label: name, type: "bool", fieldType: "booleancheckbox", groupName: "Flags" },
    });
    const inputs = [one("is_big"), one("is_old"), one("2bad")];
    const made = await call("POST", `${base}/create`, { inputs });
    expect([made.status, made.body.numErrors, made.body.results.length]).toEqual([207, 1, 2]);
    const read = await call("POST", `${base}/read`, {
      ...{ archived: false, inputs: [{ name: "is_big" }, { name: "nonsense" }] },
    });
    expect([read.status, read.body.results]).toMatchObject([207, [{ name: "is_big" }]]);
    const names = { inputs: [{ name: "is_big" }, { name: "is_old" }] };
    expect((await call("POST", `${base}/archive`, names)).status).toBe(204);
    const all = await call("POST", `${base}/read`, names);
    expect(all.body).toMatchObject({ status: "COMPLETE", results: [], numErrors: 2 });
  });

  it.each(forms("properties"))(
    "treats the headings of properties as groups at %s",
    async (base) => {
      const groups = `${base}/tickets/groups`;
      const group = `Service ${base.length}${base.at(-1)}`;
      const made = await call("POST", groups, { name: group, label: group, displayOrder: -1 });
      expect([made.status, made.body]).toMatchObject([201, { name: group, label: group }]);
      const nameless = await call("POST", groups, { label: group });
      expect([nameless.status, nameless.body.category]).toEqual([400, "VALIDATION_ERROR"]);
      const name = `level_${base.length}${base.at(-1)}`;
      await call("POST", `${base}/tickets`, {
        ...{ name, label: "Level", type: "string", fieldType: "text", groupName: group },
      });
      const list = await call("GET", groups);
      expect(list.body.results[0]).toMatchObject({ name: "ticketinformation", displayOrder: 0 });
      const found = named(list.body.results, group);
      const path = `${groups}/${encodeURIComponent(group)}`;
      expect((await call("GET", path)).body).toEqual(found);
      expect((await call("PATCH", path, { label: group })).body).toEqual(found);
      expect((await call("PATCH", path, { label: "Other" })).status).toBe(409);
      expect((await call("DELETE", path)).status).toBe(409);
      await call("DELETE", `${base}/tickets/${name}`);
      expect((await call("GET", path)).status).toBe(404);
    },
  );

  it.each(forms("pipelines"))(
    "adds, orders, replaces and removes pipelines at %s",
    async (base) => {
      const stage = (label: string, displayOrder: number, metadata: object) => ({
        ...{ label, displayOrder, metadata },
      });
      const label = `Renewals ${base.length}${base.at(-1)}`;
      const given = {
        ...{ label, displayOrder: 0 },
        stages: [
          stage("Lost", 2, { probability: "0.0", isClosed: "true" }),
          stage("Asked", 0, { probability: "0.2" }),
          stage("Signed", 1, { probability: "1.0", isClosed: "true" }),
        ],
      };
      const made = await call("POST", `${base}/deals`, given);
      expect(made.status).toBe(201);
      const { id, stages } = made.body;
      const times = {
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
        archived: false,
      };
      expect(made.body).toEqual({
        ...{ id, label, displayOrder: 0, ...times },
        stages: [
          { ...stages[0], label: "Asked", metadata: { probability: "0.2", isClosed: "false" } },
          { ...stages[1], label: "Signed", metadata: { probability: "1", isClosed: "true" } },
          { ...stages[2], label: "Lost", metadata: { probability: "0", isClosed: "true" } },
        ],
      });
      expect(stages[0]).toMatchObject({ displayOrder: 0, ...times });
      const list = await call("GET", `${base}/0-3`);
      expect(list.body.results[0].id).toBe(id);
      const patched = await call("PATCH", `${base}/deals/${id}`, { displayOrder: -1 });
      expect(patched.body.displayOrder).toBe(list.body.results.length - 1);
      const replaced = await call("PUT", `${base}/deals/${id}`, {
        ...{ label: `${label}!`, displayOrder: 0 },
        stages: [
          stage("Signed", 0, { probability: "1" }),
          { ...stage("Called", 1, { probability: "0.1" }), stageId: stages[0].id },
          stage("Sent", 2, { probability: "0.5" }),
        ],
      });
      expect([replaced.status, replaced.body.label, replaced.body.displayOrder]).toEqual([
        ...[200, `${label}!`, 0],
      ]);
      expect(replaced.body.stages).toMatchObject([
        { id: stages[1].id, label: "Signed", metadata: { isClosed: "true" } },
        { id: stages[0].id, label: "Called", metadata: { probability: "0.1" } },
        { label: "Sent", metadata: { probability: "0.5", isClosed: "false" } },
      ]);
      const audit = await call("GET", `${base}/deals/${id}/audit`);
      expect(audit.body.results.at(-1)).toMatchObject({ action: "CREATE", identifier: id });
      expect((await call("DELETE", `${base}/deals/${id}`)).status).toBe(204);
      const gone = await call("GET", `${base}/deals/${id}`);
      expect([gone.status, gone.body.category]).toEqual([404, "OBJECT_NOT_FOUND"]);
    },
  );

  it.each(forms("pipelines"))("adds, changes and removes stages at %s", async (base) => {
    const stages = `${base}/tickets/default/stages`;
    const label = `On hold ${base.length}${base.at(-1)}`;
    const metadata = { ticketState: "OPEN" };
    const made = await call("POST", stages, { label, displayOrder: 1, metadata });
    expect([made.status, made.body]).toMatchObject([
      201,
      { label, displayOrder: 1, metadata: { ticketState: "OPEN", isClosed: "false" } },
    ]);
    const one = `${stages}/${made.body.id}`;
    const closed = { label, displayOrder: 0, metadata: { ticketState: "CLOSED" } };
    const changed = await call("PUT", one, closed);
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { displayOrder: 0, metadata: { ticketState: "CLOSED", isClosed: "true" } },
    ]);
    const renamed = await call("PATCH", one, { label: `${label}?`, metadata: {} });
    expect((await call("GET", one)).body).toEqual(renamed.body);
    const audit = await call("GET", `${one}/audit`);
    expect(audit.body.results).toEqual([
      {
        ...{ portalId: caller.projectId, identifier: made.body.id, action: "UPDATE" },
        timestamp: expect.any(String),
      },
      expect.objectContaining({ action: "UPDATE" }),
      expect.objectContaining({ action: "CREATE" }),
    ]);
    expect((await call("GET", `${base}/tickets/default/audit`)).status).toBe(200);
    const list = await call("GET", stages);
    expect(list.body.results[0]).toMatchObject({ id: made.body.id, label: `${label}?` });
    expect((await call("DELETE", one)).status).toBe(204);
    expect((await call("GET", one)).status).toBe(404);
  });

  it.each([
    "/crm-object-schemas/v3/schemas",
    "/crm/v3/schemas",
    "/crm/schemas/2026-03",
    "/crm/schemas/2026-09",
    "/crm-object-schemas/2026-03/schemas",
    "/crm-object-schemas/2026-09/schemas",
  ])("adds, reads, changes and removes a type of the project's own at %s", async (base) => {
    const name = `car${base.replaceAll(/\W+/g, "_")}`;
    const property = (name: string, type: string, fieldType: string) => ({
      ...{ name, label: name, type, fieldType },
    });
    const made = await call("POST", base, {
      ...{ name, labels: { singular: "Car", plural: `Cars ${name}` }, description: "To rent" },
      ...{ primaryDisplayProperty: "model", requiredProperties: ["model"] },
      ...{ searchableProperties: ["model"], secondaryDisplayProperties: ["year"] },
      properties: [property("model", "string", "text"), property("year", "number", "number")],
      associatedObjects: ["CONTACT"],
    });
    expect([made.status, made.body.message]).toEqual([201, undefined]);
    const { objectTypeId, fullyQualifiedName } = made.body;
    expect(made.body).toMatchObject({
      ...{ id: objectTypeId, name, labels: { singular: "Car", plural: `Cars ${name}` } },
      ...{ description: "To rent", archived: false, primaryDisplayProperty: "model" },
      ...{ requiredProperties: ["model"], secondaryDisplayProperties: ["year"] },
      properties: expect.arrayContaining([
        expect.objectContaining({ name: "model", type: "string", fieldType: "text" }),
        expect.objectContaining({ name: "hs_object_id" }),
      ]),
      associations: expect.arrayContaining([
        expect.objectContaining({ fromObjectTypeId: objectTypeId, toObjectTypeId: "0-1" }),
      ]),
    });
    expect([objectTypeId, fullyQualifiedName]).toEqual([
      expect.stringMatching(/^2-\d+$/),
      `p${caller.projectId}_${name}`,
    ]);
    for (const named of [objectTypeId, fullyQualifiedName, name, `p_${name}`]) {
      const properties = { model: "Analytical Engine" };
      const record = await call("POST", `/crm/v3/objects/${named}`, { properties });
      expect([record.status, record.body.properties]).toMatchObject([201, properties]);
      await call("DELETE", `/crm/v3/objects/${named}/${record.body.id}`);
      const read = await call("GET", `${base}/${named}`);
      expect(read.body).toEqual(made.body);
    }
    const list = await call("GET", base);
    expect(list.body.results).toContainEqual(made.body);
    const batch = await call("POST", `${base}/batch/read`, {
      ...{ inputs: [objectTypeId], includePropertyDefinitions: true },
    });
    expect(batch.body.results).toEqual([made.body]);
    const changed = await call("PATCH", `${base}/${objectTypeId}`, {
      ...{ labels: { singular: "Vehicle" }, clearDescription: true },
    });
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { labels: { singular: "Vehicle", plural: `Cars ${name}` }, description: null },
    ]);
    const pair = { fromObjectTypeId: objectTypeId, toObjectTypeId: "contact" };
    const joined = await call("POST", `${base}/${objectTypeId}/associations`, pair);
    expect([joined.status, joined.body]).toMatchObject([
      201,
      { ...pair, toObjectTypeId: "0-1", name: `${name}_to_contact` },
    ]);
    const removed = await call("DELETE", `${base}/${name}/associations/${joined.body.id}`);
    expect(removed.status).toBe(409);
    expect((await call("DELETE", `${base}/${objectTypeId}`)).status).toBe(204);
    expect((await call("GET", `${base}/${objectTypeId}`)).status).toBe(400);
  });

  it("gives a type pipelines if it is asked for", async () => {
    const { status, body } = await call("POST", "/crm-object-schemas/v3/schemas", {
      ...{ name: "lease", labels: { singular: "Lease", plural: "Leases" }, hasPipeline: true },
      ...{ properties: [], requiredProperties: [], associatedObjects: [] },
    });
    expect(status).toBe(201);
    const pipelines = await call("GET", `/crm/v3/pipelines/${body.objectTypeId}`);
    expect(pipelines.body.results).toHaveLength(1);
    expect(named(body.properties, "hs_pipeline_stage")).toMatchObject({ type: "enumeration" });
  });
});
