import type { PropertyDefinition, PropertyType } from "@rapport/model";
import { ADDITIONAL_EMAILS } from "../records/record-key.ts";
import type { PropertySettings } from "../schema/check-property.ts";
import type { HubspotProperty } from "./answers.ts";

export const MAX_LABEL_CHARACTERS = 255;
const MAX_DESCRIPTION_CHARACTERS = 1_000;

/** The property that keeps the id of a record in HubSpot. */
export const HUBSPOT_ID = "hubspot_object_id";

/** Rapport's names of properties that have another name in HubSpot; null if another property has the same value. */
const NAMES: Readonly<Partial<Record<string, Readonly<Record<string, string | null>>>>> = {
  contact: {
    hs_lead_status: "lead_status",
    hs_language: "language",
    createdate: "hubspot_created_at",
    hs_additional_emails: ADDITIONAL_EMAILS,
  },
  company: { numberofemployees: "employees", createdate: "hubspot_created_at" },
  deal: {
    dealname: "name",
    deal_currency_code: "currency",
    dealstage: "stage",
    closedate: "closeDate",
    createdate: "createdDate",
    hs_priority: "priority",
    dealtype: "dealType",
    closed_lost_reason: "lost_reason",
  },
  ticket: {
    subject: "name",
    content: "description",
    hs_pipeline: "pipeline",
    hs_pipeline_stage: "stage",
    hs_ticket_priority: "priority",
    hs_ticket_category: "category",
    source_type: "source",
    createdate: "createdDate",
    closed_date: "closeDate",
  },
  lead: {
    hs_lead_name: "name",
    hs_lead_label: "status",
    hs_lead_type: "lead_type",
    hs_pipeline: "pipeline",
    hs_pipeline_stage: "stage",
  },
  appointment: {
    hs_appointment_name: "name",
    hs_appointment_start: "appointment_start_ts",
    hs_appointment_end: "appointment_end_ts",
    hs_appointment_status: "status",
    hs_pipeline: "pipeline",
    hs_pipeline_stage: "stage",
  },
  task: {
    hs_task_subject: "name",
    hs_task_body: "body",
    hs_timestamp: "due_at",
    hs_task_status: "status",
    hs_task_completion_date: "completed_at",
    hs_task_priority: "priority",
  },
  note: { hs_note_body: "body", hs_timestamp: "occurred_at" },
  call: {
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
  email: {
    hs_email_subject: "subject",
    hs_email_from_email: "from",
    hs_email_to_email: "to",
    hs_email_cc_email: "cc",
    hs_email_text: "text",
    hs_email_html: null,
    hs_timestamp: "occurred_at",
    hs_email_direction: "direction",
    hs_email_status: "status",
  },
  meeting: {
    hs_meeting_title: "title",
    hs_meeting_body: "body",
    hs_timestamp: "start",
    hs_meeting_start_time: null,
    hs_meeting_end_time: "end",
    hs_meeting_location: "location",
    hs_meeting_outcome: "outcome",
  },
};

type Names = Readonly<Record<string, string | null>>;

/** Names of the properties of custom objects. */
const WITH_PIPELINE: Names = { hs_pipeline: "pipeline", hs_pipeline_stage: "stage" };
const WITHOUT_PIPELINE: Names = { hs_pipeline: null, hs_pipeline_stage: null };

/** What to do with a property of HubSpot: bring it under a name, or leave it. */
export type PropertyPlan =
  | { readonly name: string; readonly settings: PropertySettings }
  | { readonly why: string }
  /** A property that HubSpot sets itself; not worth a line in the report. */
  | null;

/**
 * Decides how a property of HubSpot is brought.
 *
 * @param known the properties that the type has in the project
 */
export function planProperty(
  type: string,
  property: HubspotProperty,
  known: ReadonlyMap<string, PropertyDefinition>,
): PropertyPlan {
  const names = NAMES[type] ?? (known.has("pipeline") ? WITH_PIPELINE : WITHOUT_PIPELINE);
  const renamed = names[property.name];
  if (renamed === null) return null;
  const name = renamed ?? property.name;
  const existing = known.get(name);
  if (existing?.readOnly === true) return null;
  const isReadOnly = property.calculated || property.modificationMetadata?.readOnlyValue === true;
  const isMapped = renamed !== undefined || existing?.builtIn === true;
  if (!isMapped && property.hubspotDefined && (isReadOnly || property.hidden)) return null;
  if (!isMapped && isReadOnly) return { why: "HubSpot calculates it" };
  return { name, settings: { name, ...settingsOf(property) } };
}

/** Semicolons separate them in HubSpot's text. */
const ADDITIONAL: Omit<PropertySettings, "name"> = {
  label: "Additional emails",
  type: "email",
  multi: true,
  indexed: true,
};

function settingsOf(property: HubspotProperty): Omit<PropertySettings, "name"> {
  const { description } = property;
  if (property.name === "hs_additional_emails") return ADDITIONAL;
  const label = cut(property.label.trim() || property.name, MAX_LABEL_CHARACTERS);
  const type = typeOf(property);
  const isList = type === "enumeration";
  return {
    label,
    type,
    multi: isList && property.fieldType === "checkbox",
    ...(isList ? { options: optionsOf(property) } : {}),
    ...(description ? { description: cut(description, MAX_DESCRIPTION_CHARACTERS) } : {}),
  };
}

function typeOf({ type, fieldType, options, name }: HubspotProperty): PropertyType {
  switch (type) {
    case "bool":
      return "boolean";
    case "number":
    case "date":
    case "datetime":
      return type;
    case "enumeration":
      // HubSpot lists owners elsewhere, not as options of the property.
      if (options.length === 0 || name.endsWith("owner_id")) return "string";
      return options.every(({ value }) => value === "true" || value === "false")
        ? "boolean"
        : "enumeration";
    default:
      return fieldType === "textarea" || fieldType === "html" ? "text" : "string";
  }
}

function optionsOf({ options }: HubspotProperty) {
  const seen = new Set<string>();
  return options.flatMap(({ value, label }) => {
    if (value === "" || value.length > 255 || seen.has(value)) return [];
    seen.add(value);
    return [{ value, label: cut(label.trim() || value, MAX_LABEL_CHARACTERS) }];
  });
}

/** Cuts a text, but no character in half: PostgreSQL stores no half of a surrogate pair. */
export function cut(text: string, characters: number): string {
  return text.slice(0, characters).replace(/[\ud800-\udbff]$/, "");
}
