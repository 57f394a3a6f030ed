import type { ObjectType } from "../../object-types.ts";
import type { PropertyDefinition } from "../../property/property-types.ts";
import type { Schema } from "../../property/use-schema.ts";

/** What a table can filter and show: a property, or something that every record has. */
export type Field = PropertyDefinition;

export const CREATED = own("created_at", "Created", "datetime");
export const UPDATED = own("updated_at", "Last change", "datetime");
export const ID = own("id", "Record id", "number");

function own(name: string, label: string, type: Field["type"]): Field {
  const traits = { multi: false, unique: false, readOnly: true, closed: false, builtIn: true };
  return { name, label, type, indexed: true, ...traits };
}

/** Everything that conditions may be about. */
export function filterFields({ properties }: Schema): readonly Field[] {
  return [...properties, CREATED, ID];
}

/** The property that the column of names is sorted by. */
export function nameProperty(type: ObjectType): string {
  return type === "contact" ? "lastname" : "name";
}

const SHOWN_FIRST: Readonly<Record<ObjectType, readonly string[]>> = {
  contact: ["email", "phone", "company", "jobtitle", "lifecyclestage", "created_at"],
  company: ["domain", "industry", "city", "country", "lifecyclestage", "created_at"],
  deal: ["amount", "stage", "priority", "closeDate", "dealType", "created_at"],
  ticket: ["stage", "priority", "category", "source", "created_at"],
  lead: ["status", "stage", "source", "lead_type", "created_at"],
  appointment: ["appointment_start_ts", "appointment_end_ts", "status", "stage", "location"],
};

/** The columns that a table has until the admin chooses others. */
export function defaultColumns(type: ObjectType): readonly string[] {
  return SHOWN_FIRST[type];
}

/** Everything that may be a column beside the name, in the order of the schema. */
export function columnFields(type: ObjectType, { properties }: Schema): readonly Field[] {
  const ofType = type === "contact" ? properties : properties.filter(({ name }) => name !== "name");
  return [...ofType, CREATED, UPDATED, ID];
}

/** The kinds of property whose values the server searches, and those of them that hold keys. */
const SEARCHED = new Set(["string", "text", "email", "phone", "url"]);
const KEYS = new Set(["pipeline", "stage", "owner_id"]);

/** Labels of what the search box looks through. */
export function searchedLabels({ properties }: Schema): readonly string[] {
  return properties
    .filter(({ indexed, type, name }) => indexed && SEARCHED.has(type) && !KEYS.has(name))
    .map(({ label }) => label);
}
