import type { PropertyDefinition } from "@rapport/model";
import { datetime, decimalOfNumber } from "../formats.ts";
import type { PropertyItem } from "../records/property-input.ts";
import { rulesBrokenBy } from "../values/broken-rules.ts";
import { parseValue, parseValues, type StoredValue } from "../values/parse-value.ts";

/** HubSpot's older texts of times: milliseconds since 1970. So `20261120` is a time of 1970, as HubSpot reads it too. */
const MILLISECONDS = /^-?\d{1,15}$/;
const FIRST_YEAR = Date.parse("0001-01-01T00:00:00.000Z");
const LAST_YEAR = Date.parse("9999-12-31T23:59:59.999Z");

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
  return text.split(";").flatMap((one) => matchOption(definition, one.trim()) || []);
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
function matchOption(definition: PropertyDefinition, value: string): string {
  if (definition.type !== "enumeration") return value;
  const options = optionsByText(definition);
  return options.get(value) ?? options.get(value.toLowerCase()) ?? value;
}

/** Of definitions in schemas. A batch may have hundreds of thousands of values, and a property 1,000 options. */
const known = new WeakMap<PropertyDefinition, ReadonlyMap<string, string>>();

/** Returns the options by their values, and by these in small letters. */
function optionsByText(definition: PropertyDefinition): ReadonlyMap<string, string> {
  let found = known.get(definition);
  if (found === undefined) {
    const values = (definition.options ?? []).map(({ value }) => value);
    const lower = values.toReversed().map((value) => [value.toLowerCase(), value] as const);
    found = new Map([...lower, ...values.map((value) => [value, value] as const)]);
    known.set(definition, found);
  }
  return found;
}

function toHubspotScalar({ type }: PropertyDefinition, value: string): string | boolean {
  switch (type) {
    case "boolean":
      return value === "true" || value === "false" ? value === "true" : value;
    case "date":
      return toDay(toIsoTime(value));
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
  const time = MILLISECONDS.test(value) ? Number(value) : Number.NaN;
  return time >= FIRST_YEAR && time <= LAST_YEAR ? new Date(time).toISOString() : value;
}

function toDay(value: string): string {
  return typeof datetime(value) === "string" ? value.slice(0, 10) : value;
}
