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
      ],
      leads: [],
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
      tickets: [record("801", { subject: "Leak", hs_pipeline: "0", hs_pipeline_stage: "4" })],
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
