import type { HubspotData, HubspotRecord } from "@rapport/testing";

/** The properties that every object of HubSpot has. No one can write them. */
const SYSTEM = ["hs_object_id", "hs_lastmodifieddate"].map((name) => ({
  ...{ name, label: name, type: "string", fieldType: "text", options: [], hubspotDefined: true },
  ...{ hidden: false, calculated: false, modificationMetadata: { readOnlyValue: true } },
}));

const CREATED = {
  ...{ name: "createdate", label: "Create date", type: "datetime", fieldType: "date" },
  ...{ options: [], hubspotDefined: true, modificationMetadata: { readOnlyValue: true } },
};

const own = (name: string, type: string, fieldType: string, more: object = {}) => ({
  ...{ name, label: `The ${name}`, type, fieldType, options: [], calculated: false },
  ...{ hidden: false, modificationMetadata: { readOnlyValue: false }, ...more },
});

const theirs = (name: string, type = "string", fieldType = "text", more: object = {}) =>
  own(name, type, fieldType, { hubspotDefined: true, ...more });

const options = (...values: string[]) => ({
  options: values.map((value) => ({ value, label: value.toUpperCase(), hidden: false })),
});

const stage = (id: string, label: string, displayOrder: number, metadata: object) => ({
  ...{ id, label, displayOrder, metadata, archived: false },
  ...{ createdAt: "2024-01-01T00:00:00Z", updatedAt: "2024-01-01T00:00:00Z" },
});

/** Returns an account with objects of all types, one of which is archived. */
export function hubspotData(contacts = 250): HubspotData {
  return {
    forbidden: ["leads"],
    properties: {
      companies: [
        ...SYSTEM,
        CREATED,
        theirs("name"),
        theirs("domain"),
        theirs("numberofemployees", "number", "number"),
      ],
      contacts: [
        ...[
          ...SYSTEM,
          CREATED,
          theirs("email"),
          theirs("firstname"),
          theirs("hubspot_owner_id", "enumeration", "select"),
        ],
        own("favourite_colours", "enumeration", "checkbox", options("red", "blue", "green")),
        own("size", "enumeration", "select", options("s", "m")),
        own("vip", "bool", "booleancheckbox", options("true", "false")),
        own("birthday", "date", "date"),
        own("last_call", "datetime", "date"),
        own("score", "number", "number"),
        own("story", "string", "textarea"),
        own("age_now", "number", "calculation_equation", { calculated: true }),
        own("9lives", "string", "text"),
      ],
      deals: [
        ...[...SYSTEM, CREATED, theirs("dealname"), theirs("amount", "number", "number")],
        ...[
          theirs("pipeline", "enumeration", "select"),
          theirs("dealstage", "enumeration", "radio"),
        ],
        theirs("closedate", "datetime", "date"),
      ],
      tickets: [
        ...SYSTEM,
        CREATED,
        theirs("subject"),
        theirs("hs_pipeline"),
        theirs("hs_pipeline_stage"),
        theirs("hs_ticket_priority", "enumeration", "select", options("LOW", "HIGH")),
      ],
      leads: [],
      tasks: [
        ...[...SYSTEM, theirs("hs_task_subject"), theirs("hs_task_body", "string", "html")],
        theirs("hs_timestamp", "datetime", "date"),
        theirs("hs_task_status", "enumeration", "select", options("NOT_STARTED", "COMPLETED")),
        theirs("hs_task_priority", "enumeration", "select", options("NONE", "HIGH")),
        theirs("hs_task_completion_date", "datetime", "date"),
      ],
      notes: [
        ...[...SYSTEM, theirs("hs_note_body", "string", "html")],
        theirs("hs_timestamp", "datetime", "date"),
      ],
      calls: [
        ...[...SYSTEM, theirs("hs_call_title"), theirs("hs_call_body", "string", "html")],
        ...[theirs("hs_timestamp", "datetime", "date"), theirs("hs_call_duration", "number")],
        ...[theirs("hs_call_direction"), theirs("hs_call_status"), theirs("hs_call_disposition")],
      ],
      emails: [
        ...[...SYSTEM, theirs("hs_email_subject"), theirs("hs_email_text")],
        ...[theirs("hs_email_from_email"), theirs("hs_email_to_email")],
        ...[theirs("hs_timestamp", "datetime", "date"), theirs("hs_email_direction")],
      ],
      meetings: [
        ...[...SYSTEM, theirs("hs_meeting_title"), theirs("hs_meeting_outcome")],
        ...["hs_timestamp", "hs_meeting_start_time", "hs_meeting_end_time"].map((name) =>
          theirs(name, "datetime", "date"),
        ),
      ],
    },
    pipelines: {
      deals: [
        {
          ...{ id: "default", label: "Sales Pipeline", displayOrder: 0, archived: false },
          stages: [
            stage("closedwon", "Closed won", 1, { isClosed: "true", probability: "1.0" }),
            stage("appointmentscheduled", "Appointment scheduled", 0, {
              isClosed: "false",
              probability: "0.2",
            }),
          ],
        },
        {
          ...{ id: "77001", label: "Renewals", displayOrder: 1, archived: false },
          stages: [stage("77002", "Waiting", 0, { isClosed: "false", probability: "0.5" })],
        },
      ],
      tickets: [
        {
          ...{ id: "0", label: "Support pipeline", displayOrder: 0, archived: false },
          stages: [
            stage("1", "New", 0, { ticketState: "OPEN" }),
            stage("4", "Done", 1, { ticketState: "CLOSED" }),
          ],
        },
      ],
    },
    objects: {
      companies: [
        record("501", { name: "Acme", domain: "acme.example", numberofemployees: "1.2E2" }),
        record("502", { name: "Gone" }, true),
      ],
      contacts: Array.from({ length: contacts }, (_, i) => contact(i)),
      deals: [
        record("901", {
          dealname: "Roof",
          amount: "1250.50",
          pipeline: "77001",
          dealstage: "77002",
          closedate: "2024-05-01T12:00:00.5Z",
        }),
        record("902", { dealname: "Floor", pipeline: "default", dealstage: "closedwon" }),
      ],
      tickets: [
        record("801", {
          ...{ subject: "Leak", hs_pipeline: "0", hs_pipeline_stage: "4" },
          hs_ticket_priority: "HIGH",
        }),
      ],
      tasks: [
        record("701", {
          ...{ hs_task_subject: "Call", hs_task_body: "<p>Ask for&nbsp;the <b>roof</b></p>" },
          ...{ hs_timestamp: "1709287200000", hs_task_status: "COMPLETED" },
          hs_task_priority: "HIGH",
          hs_task_completion_date: "2024-03-02T10:00:00Z",
        }),
        record("702", {
          ...{ hs_task_subject: "Wait", hs_task_status: "WAITING", hs_task_priority: "NONE" },
          hs_task_completion_date: "2024-03-02T10:00:00Z",
        }),
      ],
      notes: [
        record("601", {
          hs_note_body: "<div>Met at the fair &amp; talked</div><ul><li>Roof</li></ul>",
          hs_timestamp: "2024-03-03T10:00:00Z",
        }),
        record("602", { hs_timestamp: "2024-03-03T10:00:00Z" }),
      ],
      calls: [
        record("401", {
          ...{ hs_call_title: "Roof", hs_call_body: "<p>Wants <i>slate</i></p>" },
          ...{ hs_timestamp: "2024-03-04T10:00:00Z", hs_call_duration: "61500" },
          ...{ hs_call_direction: "OUTBOUND", hs_call_status: "COMPLETED" },
          hs_call_disposition: "b2cf5968-551e-4856-9783-52b3da59a7d0",
        }),
      ],
      emails: [
        record("411", {
          ...{ hs_email_subject: "Offer", hs_email_text: "See below" },
          ...{
            hs_email_from_email: "me@example.com",
            hs_email_to_email: "a@b.example;c@d.example",
          },
          ...{ hs_timestamp: "2024-03-05T10:00:00Z", hs_email_direction: "INCOMING_EMAIL" },
        }),
      ],
      meetings: [
        record("421", {
          ...{ hs_meeting_title: "Visit", hs_meeting_outcome: "NO_SHOW" },
          hs_timestamp: "2024-03-06T10:00:00Z",
          hs_meeting_end_time: "2024-03-06T11:00:00Z",
        }),
      ],
    },
    associations: {
      "contacts/companies": [
        ["1000", "501"],
        ["1001", "501"],
        ["1002", "502"],
      ],
      "deals/contacts": [
        ["901", "1000"],
        ["901", "1001"],
        ["901", "1003"],
      ],
      "deals/companies": [["901", "501"]],
      "tickets/contacts": [["801", "1000"]],
      "tasks/deals": [["701", "901"]],
      "notes/contacts": [["601", "1000"]],
      "notes/companies": [["601", "501"]],
      "calls/contacts": [["401", "1000"]],
      "emails/contacts": [["411", "1000"]],
      "meetings/companies": [["421", "501"]],
    },
  };
}

/** Returns the account with custom objects, labels of associations, and associations between records of one type. */
export function labelledHubspotData(contacts: number): HubspotData {
  const data = hubspotData(contacts);
  const { properties, pipelines, objects, associations } = data;
  properties["2-77"] = [
    ...[...SYSTEM, own("address", "string", "text"), own("price", "number", "number")],
    ...[theirs("hs_pipeline"), theirs("hs_pipeline_stage")],
  ];
  pipelines["2-77"] = [
    {
      ...{ id: "31", label: "Sale", displayOrder: 0, archived: false },
      stages: [
        stage("311", "On the market", 0, { isClosed: "false" }),
        stage("312", "Sold", 1, { isClosed: "true" }),
      ],
    },
  ];
  objects["2-77"] = [
    record("3001", {
      address: "Main St 1",
      price: "100",
      hs_pipeline: "31",
      hs_pipeline_stage: "312",
    }),
    record("3002", { address: "Main St 2", hs_pipeline: "31", hs_pipeline_stage: "311" }),
  ];
  // HubSpot lets a custom object have the name of a type that every project has.
  properties["2-78"] = [...SYSTEM, own("headline", "string", "text")];
  objects["2-78"] = [record("3101", { headline: "Hello" })];
  associations["contacts/companies"] = [
    ["1000", "501", 41],
    ["1001", "501"],
  ];
  associations["contacts/contacts"] = [
    ...([
      ["1000", "1001", 61],
      ["1001", "1000", 62],
    ] as const),
    ...([
      ["1000", "1110", 63],
      ["1110", "1000", 63],
    ] as const),
  ];
  associations["2-77/contacts"] = [
    ["3001", "1000", 51, 53],
    ["3001", "1001"],
  ];
  associations["2-77/2-77"] = [
    ["3001", "3002"],
    ["3002", "3001"],
  ];
  associations["tasks/2-77"] = [["701", "3001"]];
  return {
    ...data,
    schemas: [
      {
        ...{ objectTypeId: "2-77", name: "Listing", archived: false },
        labels: { singular: "Listing", plural: "Listings" },
        ...{ primaryDisplayProperty: "address", description: "A house for sale" },
      },
      {
        ...{ objectTypeId: "2-78", name: "note", archived: false },
        ...{ labels: { singular: "Slogan", plural: "Notes" }, primaryDisplayProperty: "headline" },
      },
      { objectTypeId: "2-79", name: "gone", labels: {}, archived: true },
    ],
    labels: {
      "contacts/companies": { 41: "Decision maker" },
      "companies/contacts": { 42: "Decision maker" },
      "contacts/contacts": { 61: "Manager", 62: "Report", 63: "Colleague" },
      "2-77/contacts": { 51: "Sold to", 53: "Shown to" },
      "contacts/2-77": { 52: "Bought", 54: "Has seen" },
    },
  };
}

function contact(i: number): HubspotRecord {
  const filled = {
    ...{ favourite_colours: "red;blue", size: "m", vip: "true", birthday: "1990-04-30" },
    ...{ last_call: "1709287200000", score: "12.50", story: "Once\nupon", age_now: "34" },
    ...{ hubspot_owner_id: "4242" },
  };
  const more: Record<string, string> =
    i === 0 ? filled : i === 5 ? { score: "many" } : i === 6 ? { birthday: "" } : {};
  const email = i === 7 ? {} : { email: `p${i}@example.com` };
  return record(String(1000 + i), { ...email, firstname: `Zoë ${i}`, ...more });
}

function record(id: string, properties: Record<string, string>, archived = false): HubspotRecord {
  return { id, properties, archived };
}
