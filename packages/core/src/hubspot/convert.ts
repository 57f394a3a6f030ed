import type { PropertyDefinition } from "@rapport/model";
import { decimalOfNumber } from "../formats.ts";
import type { PropertyItem } from "../records/property-input.ts";
import { rulesBrokenBy } from "../values/broken-rules.ts";
import { parseValue, parseValues, type StoredValue } from "../values/parse-value.ts";

/** HubSpot's older texts of times: milliseconds since 1970. */
const MILLISECONDS = /^-?\d{10,14}$/;

/**
 * Converts a value of HubSpot, which is always a text, for a property.
 *
 * @returns the item of an input, or why the property cannot have the value
 */
export function convertValue(
  definition: PropertyDefinition,
  value: string,
): { readonly item: PropertyItem } | { readonly why: string } {
  const { name: internal_name } = definition;
  const given = givenValue(definition, value);
  const isList = typeof given === "object";
  const parsed = isList ? parseValues(definition, given) : parseValue(definition, given);
  if (!parsed.ok) return notValid(definition);
  const item = isList ? { internal_name, values: given } : { internal_name, value: given };
  return allowed(definition, parsed.value, item);
}

/** Returns a value of HubSpot as an input of the API has it: a list for a property with several values. */
export function givenValue(
  definition: PropertyDefinition,
  text: string,
): string | boolean | readonly string[] {
  if (!definition.multi) return toHubspotScalar(definition, matchOption(definition, text));
  const values = text.split(";").flatMap((one) => one.trim() || []);
  return values.map((one) => matchOption(definition, one));
}

/** A value that breaks a rule is left out, so that the rest of the object comes. */
function allowed(definition: PropertyDefinition, value: StoredValue, item: PropertyItem) {
  const [broken] = rulesBrokenBy(definition, value);
  if (broken === undefined) return { item };
  return { why: `the value breaks the rule ${broken.rule} of ${definition.name}` };
}

/** Does not quote the value, as the faults of `parseValue` do, because the report must hold no values. */
function notValid({ name, type, closed }: PropertyDefinition): { readonly why: string } {
  if (closed) return { why: `the value is not one that ${name} allows` };
  return { why: `the value does not fit the type of ${name}, which is ${type}` };
}

/** Returns the option that a value is but for its case: `HIGH` is `high`. HubSpot writes its own options in capitals. */
function matchOption({ type, options = [] }: PropertyDefinition, value: string): string {
  if (type !== "enumeration" || options.some((option) => option.value === value)) return value;
  const lower = value.toLowerCase();
  return options.find((option) => option.value.toLowerCase() === lower)?.value ?? value;
}

function toHubspotScalar({ type }: PropertyDefinition, value: string): string | boolean {
  switch (type) {
    case "boolean":
      return value === "true" || value === "false" ? value === "true" : value;
    case "date":
      return toIsoTime(value).slice(0, 10);
    case "datetime":
      return toIsoTime(value);
    case "number":
      return /e/i.test(value) ? (decimalOfNumber(Number(value)) ?? value) : value;
    default:
      return value;
  }
}

/** Returns a time as ISO 8601. HubSpot also writes milliseconds since 1970. */
export function toIsoTime(value: string): string {
  return MILLISECONDS.test(value) ? new Date(Number(value)).toISOString() : value;
}
