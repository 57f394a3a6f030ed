import type { ObjectSchema, ProjectSchema } from "../object-schema.ts";
import { ADDITIONAL_EMAILS } from "../records/record-key.ts";

/*
 * HubSpot's names of object types and of their properties. The import from HubSpot and the paths for HubSpot's clients read
 * the same table. They differ in the names that HubSpot's own side sets: an imported contact keeps when HubSpot created it in
 * a property of its own, but for a client `createdate` is when the record was created here.
 */

/** The property that keeps the id of a record in HubSpot. */
export const HUBSPOT_ID = "hubspot_object_id";

/** A second name in HubSpot of a property that has the same value under another one. The import leaves it. */
interface Also {
  readonly also: string;
}

type Names = Readonly<Record<string, string | Also>>;

const IN_PIPELINE: Names = { hs_pipeline: "pipeline", hs_pipeline_stage: "stage" };

/** What is particular to HubSpot about a type that it has: its number, and Rapport's names of properties by HubSpot's. */
interface HubspotType {
  readonly id: `0-${number}`;
  readonly names: Names;
  /** HubSpot's names of the times at which a record was created and changed, if they are not the usual ones. */
  readonly created?: string;
  readonly updated?: string;
}

/** By Rapport's name of the type. The numbers are those of HubSpot's guide "Understanding the CRM". */
const TYPES: Readonly<Partial<Record<string, HubspotType>>> = {
  contact: {
    id: "0-1",
    names: {
      hs_lead_status: "lead_status",
      hs_language: "language",
      createdate: "hubspot_created_at",
      hs_additional_emails: ADDITIONAL_EMAILS,
    },
    ...{ created: "createdate", updated: "lastmodifieddate" },
  },
  company: {
    id: "0-2",
    names: { numberofemployees: "employees", createdate: "hubspot_created_at" },
    created: "createdate",
  },
  deal: {
    id: "0-3",
    names: {
      dealname: "name",
      deal_currency_code: "currency",
      dealstage: "stage",
      closedate: "closeDate",
      createdate: "createdDate",
      hs_priority: "priority",
      dealtype: "dealType",
      closed_lost_reason: "lost_reason",
    },
  },
  ticket: {
    id: "0-5",
    names: {
      ...IN_PIPELINE,
      subject: "name",
      content: "description",
      hs_ticket_priority: "priority",
      hs_ticket_category: "category",
      source_type: "source",
      createdate: "createdDate",
      closed_date: "closeDate",
    },
  },
  lead: {
    id: "0-136",
    names: {
      ...IN_PIPELINE,
      hs_lead_name: "name",
      hs_lead_label: "status",
      hs_lead_type: "lead_type",
    },
  },
  appointment: {
    id: "0-421",
    names: {
      ...IN_PIPELINE,
      hs_appointment_name: "name",
      hs_appointment_start: "appointment_start_ts",
      hs_appointment_end: "appointment_end_ts",
      hs_appointment_status: "status",
    },
  },
  task: {
    id: "0-27",
    names: {
      hs_task_subject: "name",
      hs_task_body: "body",
      hs_timestamp: "due_at",
      hs_task_status: "status",
      hs_task_completion_date: "completed_at",
      hs_task_priority: "priority",
    },
  },
  note: { id: "0-46", names: { hs_note_body: "body", hs_timestamp: "occurred_at" } },
  call: {
    id: "0-48",
    names: {
      hs_call_title: "title",
      hs_call_body: "body",
      hs_timestamp: "occurred_at",
      hs_call_duration: "duration",
      hs_call_direction: "direction",
      hs_call_status: "status",
      hs_call_disposition: "outcome",
      hs_call_from_number: "from_number",
      hs_call_to_number: "to_number",
    },
  },
  email: {
    id: "0-49",
    names: {
      hs_email_subject: "subject",
      hs_email_from_email: "from",
      hs_email_to_email: "to",
      hs_email_cc_email: "cc",
      hs_email_text: "text",
      hs_email_html: { also: "text" },
      hs_timestamp: "occurred_at",
      hs_email_direction: "direction",
      hs_email_status: "status",
    },
  },
  meeting: {
    id: "0-47",
    names: {
      hs_meeting_title: "title",
      hs_meeting_body: "body",
      hs_timestamp: "start",
      hs_meeting_start_time: { also: "start" },
      hs_meeting_end_time: "end",
      hs_meeting_location: "location",
      hs_meeting_outcome: "outcome",
    },
  },
};

function knownType(type: string): HubspotType | undefined {
  return Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
}

function namesForType(type: string): Names {
  return knownType(type)?.names ?? IN_PIPELINE;
}

/**
 * Returns the name under which the import brings a property of HubSpot; undefined if the name stays, null if the property is
 * left because another one has the same value.
 *
 * @param known the properties that the type has in the project
 */
export function importedName(
  type: string,
  name: string,
  known: Pick<ReadonlyMap<string, unknown>, "has">,
): string | null | undefined {
  const names = namesForType(type);
  const ours = Object.hasOwn(names, name) ? names[name] : undefined;
  if (typeof ours === "object") return null;
  // A custom object without pipelines.
  if (ours === "pipeline" && !known.has("pipeline")) return null;
  return ours === "stage" && !known.has("stage") ? null : ours;
}

/** What a client of HubSpot calls the fields that every record has, by what the API calls them. */
function fieldNames(type: string): readonly (readonly [ours: string, theirs: string])[] {
  const { created = "hs_createdate", updated = "hs_lastmodifieddate" } = knownType(type) ?? {};
  return [
    ["id", "hs_object_id"],
    ["createdAt", created],
    ["updatedAt", updated],
    ["owner_id", "hubspot_owner_id"],
  ];
}

/** Names of a type in both directions. */
interface Directions {
  readonly ours: ReadonlyMap<string, string>;
  readonly theirs: ReadonlyMap<string, string>;
}

const directions = new Map<string, Directions>();

function nameDirections(type: string): Directions {
  // The project's own types have the same names.
  const key = knownType(type) === undefined ? "" : type;
  const known = directions.get(key);
  if (known !== undefined) return known;
  const theirs = new Map(fieldNames(type));
  const ours = new Map([...theirs].map(([own, name]) => [name, own]));
  // Further names of the times, for all types.
  ours.set("hs_createdate", "createdAt").set("hs_lastmodifieddate", "updatedAt");
  for (const [name, own] of Object.entries(namesForType(type))) {
    if (ours.has(name)) continue;
    ours.set(name, typeof own === "string" ? own : own.also);
    if (typeof own === "string") theirs.set(own, name);
  }
  const found = { ours, theirs };
  directions.set(key, found);
  return found;
}

/**
 * Returns Rapport's name of a property that a client of HubSpot names. The fields of every record are `id`, `createdAt` and
 * `updatedAt`. Names without an entry are the same, and may be unknown.
 */
export function ourName({ name: type }: Pick<ObjectSchema, "name">, name: string): string {
  return nameDirections(type).ours.get(name) ?? name;
}

/**
 * Returns what clients of HubSpot call a property, or one of the fields `id`, `createdAt` and `updatedAt`.
 *
 * @returns undefined if the name means another property to them, such as the project's own property `hubspot_owner_id`
 */
export function hubspotName(
  { name: type }: Pick<ObjectSchema, "name">,
  name: string,
): string | undefined {
  const { ours, theirs } = nameDirections(type);
  const found = theirs.get(name) ?? name;
  return (ours.get(found) ?? found) === name ? found : undefined;
}

/** Returns HubSpot's number of a type, such as `0-1`; `2-` and a number for a type of the project's own, which never changes. */
export function hubspotTypeId(object: Pick<ObjectSchema, "name" | "associationRank">): string {
  return knownType(object.name)?.id ?? `2-${Math.abs(object.associationRank)}`;
}

/**
 * Finds the type that a path of HubSpot's API names: by its name or plural, HubSpot's number of it, or for a type of the
 * project's own also as `p_listing` or, with the number of an account, `p123_listing`.
 */
export function typeAt({ objects, types }: ProjectSchema, given: string): ObjectSchema | undefined {
  const name = given.toLowerCase();
  const found = objects.get(name);
  if (found !== undefined) return found;
  if (/^\d/.test(name)) return types.find((one) => hubspotTypeId(one) === name);
  const own = objects.get(name.replace(/^p\d*_/, ""));
  return own?.builtIn === false ? own : undefined;
}
