import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";
import { hubspot } from "../support/hubspot.ts";

type Client = ReturnType<typeof hubspot>;

const OWN = [
  { internal_name: "size", label: "Size", type: "number" },
  { internal_name: "vip", label: "VIP", type: "boolean" },
  { internal_name: "born", label: "Born", type: "date" },
  { internal_name: "seen", label: "Seen", type: "datetime" },
  {
    ...{ internal_name: "topics", label: "Topics", type: "enumeration", multi: true },
    options: ["News", "Offers"].map((value) => ({ value, label: value })),
  },
];

describe.each(DIALECTS)("values for clients of HubSpot on %s", (dialect) => {
  // A value is put into another form before it is written and after it was read.
  const onSqlite = it.runIf(dialect === "sqlite");
  let app: TestApp;
  let caller: Caller;
  let client: Client;
  beforeAll(async () => {
    app = await sharedApp(dialect);
    caller = await app.caller();
    client = hubspot(app, caller);
    for (const json of OWN) {
      const path = "/api/crm/properties/contacts";
      const { status, body } = await app.call("POST", path, { token: caller.token, json });
      expect([status, body.issues]).toEqual([201, undefined]);
    }
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const read = async (type: string, id: string, name: string) =>
    (await client.call("GET", `/crm/v3/objects/${type}/${id}?properties=${name}`)).body.properties[
      name
    ];

  onSqlite.each([
    ["contacts", "size", "12.50", "12.50"],
    ["contacts", "size", 12.5, "12.5"],
    ["contacts", "size", "1e3", "1000"],
    ["contacts", "vip", "true", "true"],
    ["contacts", "vip", true, "true"],
    ["contacts", "vip", "false", "false"],
    ["contacts", "born", "1815-12-10", "1815-12-10"],
    ["contacts", "born", "1793491200000", "2026-11-01"],
    ["contacts", "born", "2026-11-01T00:00:00.000Z", "2026-11-01"],
    ["contacts", "seen", "2026-11-01T09:30:00Z", "2026-11-01T09:30:00.000Z"],
    ["contacts", "seen", "2026-11-01T11:30:00+02:00", "2026-11-01T09:30:00.000Z"],
    ["contacts", "seen", "1793525400000", "2026-11-01T09:30:00.000Z"],
    ["contacts", "seen", 1793525400000, "2026-11-01T09:30:00.000Z"],
    ["contacts", "seen", "0", "1970-01-01T00:00:00.000Z"],
    ["contacts", "seen", 1, "1970-01-01T00:00:00.001Z"],
    ["contacts", "seen", "-1", "1969-12-31T23:59:59.999Z"],
    ["contacts", "seen", "86400000", "1970-01-02T00:00:00.000Z"],
    ["contacts", "seen", "20261120", "1970-01-01T05:37:41.120Z"],
    ["contacts", "seen", "253402300799000", "9999-12-31T23:59:59.000Z"],
    ["contacts", "born", "0", "1970-01-01"],
    ["contacts", "born", "-86400000", "1969-12-31"],
    ["contacts", "born", "253402214400000", "9999-12-31"],
    ["contacts", "topics", "News;Offers", "News;Offers"],
    ["contacts", "topics", "news; offers;", "News;Offers"],
    ["contacts", "hs_lead_status", "IN_PROGRESS", "IN_PROGRESS"],
    ["contacts", "lifecyclestage", "customer", "customer"],
    ["contacts", "hubspot_owner_id", "Somebody", "Somebody"],
    ["companies", "numberofemployees", "12", "12"],
    ["deals", "hs_priority", "high", "high"],
    ["deals", "closedate", "2026-11-01T09:30:00Z", "2026-11-01T09:30:00.000Z"],
    ["deals", "createdate", "2026-01-01T00:00:00Z", "2026-01-01T00:00:00.000Z"],
    ["tickets", "hs_ticket_priority", "HIGH", "HIGH"],
    ["tickets", "hs_pipeline_stage", "closed", "closed"],
    ["notes", "hs_note_body", "<p>One</p><p>Two</p>", "One\nTwo"],
    ["tasks", "hs_task_status", "COMPLETED", "COMPLETED"],
    ["tasks", "hs_task_status", "WAITING", "NOT_STARTED"],
    ["tasks", "hs_task_priority", "HIGH", "HIGH"],
    ["calls", "hs_call_duration", "90000", "90000"],
    ["calls", "hs_call_direction", "INBOUND", "INBOUND"],
    ["calls", "hs_call_status", "NO_ANSWER", "NO_ANSWER"],
    ...["9d9162e7-6cf3-4944-bf63-4dff82258764"].map((id) => [
      "calls",
      "hs_call_disposition",
      id,
      id,
    ]),
    ["emails", "hs_email_direction", "EMAIL", "EMAIL"],
    ["emails", "hs_email_html", "<p>Hello</p>", "Hello"],
    ["meetings", "hs_meeting_outcome", "NO_SHOW", "NO_SHOW"],
    ["meetings", "hs_meeting_start_time", "2026-11-01T09:30:00Z", "2026-11-01T09:30:00.000Z"],
  ] as [string, string, unknown, string][])(
    "%s keep %s %j as %j",
    async (type, name, given, shown) => {
      const needed = NEEDED[type] ?? {};
      const id = await client.make(type, { ...needed, [name]: given });
      expect(await read(type, id, name)).toBe(shown);
      // What is read can be written.
      const properties = { [name]: shown };
      const again = await client.call("PATCH", `/crm/v3/objects/${type}/${id}`, { properties });
      expect([again.status, again.body.properties?.[name]]).toEqual([200, shown]);
    },
  );

  it.each(["", null])("%j clears every kind of value", async (nothing) => {
    const values = {
      ...{ size: "1", vip: "true", born: "2026-11-01", seen: "2026-11-01T09:30:00Z" },
      ...{ topics: "News", firstname: "Ada", hs_lead_status: "NEW" },
    };
    const id = await client.make("contacts", { phone: "+1 555", ...values });
    const properties = Object.fromEntries(Object.keys(values).map((name) => [name, nothing]));
    const cleared = await client.call("PATCH", `/crm/v3/objects/contacts/${id}`, { properties });
    expect([cleared.status, cleared.body.message]).toEqual([200, undefined]);
    const names = Object.keys(values).join(",");
    const left = await client.call("GET", `/crm/v3/objects/contacts/${id}?properties=${names}`);
    expect(left.body.properties).toMatchObject(
      Object.fromEntries(Object.keys(values).map((name) => [name, null])),
    );
  });

  onSqlite.each([
    ["email", "no email", "INVALID_EMAIL"],
    ["size", "many", "INVALID_NUMBER"],
    ["vip", "perhaps", "INVALID_BOOLEAN"],
    ["born", "soon", "INVALID_DATE"],
    ["seen", "soon", "INVALID_DATE"],
    ["seen", "253402300800000", "INVALID_DATE"],
    ["seen", "1234567890123456", "INVALID_DATE"],
    ["born", "-62135596800001", "INVALID_DATE"],
    ["born", "2026-11-01 and more", "INVALID_DATE"],
    ["website", "no address", "INVALID_URL"],
    ["createdate", "2026-11-01", "READ_ONLY_VALUE"],
    ["hs_lastmodifieddate", "2026-11-01", "READ_ONLY_VALUE"],
    ["hs_object_id", "1", "READ_ONLY_VALUE"],
    ["nonsense", "x", "PROPERTY_DOESNT_EXIST"],
    ["dealname", "x", "PROPERTY_DOESNT_EXIST"],
  ])("refuses %s %j with %s, also in a batch", async (name, value, code) => {
    const properties = JSON.parse(
      `{"phone": "+1 555", ${JSON.stringify(name)}: ${JSON.stringify(value)}}`,
    );
    const single = await client.post("contacts", { properties });
    expect([single.status, single.body.category]).toEqual([400, "VALIDATION_ERROR"]);
    expect(single.body.errors).toMatchObject([
      { code, context: { propertyName: [single.body.errors[0].in] } },
    ]);
    expect(single.body.message).toContain(`"error":"${code}"`);
    const batch = await client.post("contacts/batch/create", {
      inputs: [{ properties: { phone: "+1 555" } }, { properties }],
    });
    expect([batch.status, batch.body.results.length, batch.body.numErrors]).toEqual([207, 1, 1]);
    expect(batch.body.errors[0].errors).toMatchObject([{ code }]);
  });

  it("returns what HubSpot returns if no properties are named", async () => {
    const usual = {
      contacts: [
        "createdate",
        "email",
        "firstname",
        "hs_object_id",
        "lastmodifieddate",
        "lastname",
      ],
      companies: ["createdate", "domain", "hs_lastmodifieddate", "hs_object_id", "name"],
      tickets: [
        ...["content", "createdate", "hs_createdate", "hs_lastmodifieddate", "hs_object_id"],
        ...[
          "hs_pipeline",
          "hs_pipeline_stage",
          "hs_ticket_category",
          "hs_ticket_priority",
          "subject",
        ],
      ],
      notes: ["hs_createdate", "hs_lastmodifieddate", "hs_object_id"],
    };
    for (const [type, names] of Object.entries(usual)) {
      const id = await client.make(type, NEEDED[type] ?? {});
      const path = `/crm/v3/objects/${type}`;
      const answers = [
        (await client.call("GET", `${path}/${id}`)).body,
        (await client.call("GET", `${path}?limit=1`)).body.results[0],
        (await client.post(`${type}/search`, { limit: 1, properties: [] })).body.results[0],
        (await client.post(`${type}/batch/read`, { inputs: [{ id }], properties: [] })).body
          .results[0],
      ];
      for (const { properties } of answers) {
        expect(Object.keys(properties).toSorted()).toEqual(names);
      }
    }
  });
});

/** What a record of a type must have. */
const NEEDED: Readonly<Record<string, object>> = {
  contacts: { phone: "+1 555" },
  companies: { name: "Engines" },
  deals: { dealname: "Engine" },
  tickets: { subject: "Broken" },
  notes: { hs_note_body: "Note" },
  tasks: { hs_task_subject: "Call" },
  calls: { hs_call_title: "Call" },
  emails: { hs_email_subject: "Hello" },
  meetings: { hs_meeting_title: "Meet" },
};
