import type { ObjectType } from "../../../object-types.ts";
import type { PropertyDefinition } from "../../../property/property-types.ts";
import type { Schema } from "../../../property/use-schema.ts";

const IMPORTANT: Readonly<Record<ObjectType, readonly string[]>> = {
  contact: ["firstname", "lastname", "email", "phone", "company", "jobtitle", "lifecyclestage"],
  company: ["name", "domain", "website", "phone", "industry", "lifecyclestage"],
  deal: ["name", "amount", "currency", "pipeline", "stage", "closeDate", "priority"],
  ticket: ["name", "description", "pipeline", "stage", "priority", "category"],
  lead: ["name", "status", "pipeline", "stage", "source"],
  appointment: [
    "name",
    "appointment_start_ts",
    "appointment_end_ts",
    "status",
    "location",
    "pipeline",
    "stage",
  ],
};

/** Returns the writable properties: the most important ones, and the rest. */
export function formFields(
  type: ObjectType,
  { properties }: Schema,
): {
  readonly important: readonly PropertyDefinition[];
  readonly more: readonly PropertyDefinition[];
} {
  const writable = properties.filter(({ readOnly }) => !readOnly);
  const important = IMPORTANT[type].flatMap(
    (name) => writable.find((property) => property.name === name) ?? [],
  );
  return { important, more: writable.filter((property) => !important.includes(property)) };
}
