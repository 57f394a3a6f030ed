import type { PropertyDefinition, PropertyType } from "@rapport/model";
import type { PropertySettings } from "../schema/check-property.ts";
import type { HubspotProperty } from "./answers.ts";
import { importedName } from "./names.ts";

export const MAX_LABEL_CHARACTERS = 255;
const MAX_DESCRIPTION_CHARACTERS = 1_000;

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
  const renamed = importedName(type, property.name, known);
  if (renamed === null) return null;
  const name = renamed ?? property.name;
  const existing = known.get(name);
  if (existing?.readOnly === true) return null;
  const isReadOnly = property.calculated || property.modificationMetadata?.readOnlyValue === true;
  const isMapped = renamed !== undefined || existing?.builtIn === true;
  if (!isMapped && property.hubspotDefined && (isReadOnly || property.hidden)) return null;
  if (!isMapped && isReadOnly) return { why: "HubSpot calculates it" };
  return { name, settings: { name, ...propertySettings(property) } };
}

/** Semicolons separate them in HubSpot's text. */
const ADDITIONAL: Omit<PropertySettings, "name"> = {
  label: "Additional emails",
  type: "email",
  multi: true,
  indexed: true,
};

function propertySettings(property: HubspotProperty): Omit<PropertySettings, "name"> {
  const { description } = property;
  if (property.name === "hs_additional_emails") return ADDITIONAL;
  const label = cut(property.label.trim() || property.name, MAX_LABEL_CHARACTERS);
  const type = plannedType(property);
  const isList = type === "enumeration";
  return {
    label,
    type,
    multi: isList && property.fieldType === "checkbox",
    ...(isList ? { options: plannedOptions(property) } : {}),
    ...(description ? { description: cut(description, MAX_DESCRIPTION_CHARACTERS) } : {}),
  };
}

function plannedType({ type, fieldType, options, name }: HubspotProperty): PropertyType {
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

function plannedOptions({ options }: HubspotProperty) {
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
