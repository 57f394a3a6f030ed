import { type Color, RULES_OF_TYPES, type RuleName } from "@rapport/model";
import type { PropertyType } from "../../../property/new-property.ts";
import type { PropertyData } from "../../../property/property-types.ts";
import type { FormState } from "../../../ui/forms/form.tsx";
import type { Property, Settings } from "../use-schema-search.ts";

/** Limits as they are typed, by the names of the rules. */
type Limits = Record<RuleName, string | null>;

export interface PropertyValues extends Limits {
  label: string;
  name: string;
  type: PropertyType;
  multi: boolean;
  description: string;
  /** `id` identifies a row while its value is typed. */
  options: { id: number; value: string; label: string; color?: Color }[];
  closed: boolean;
  indexed: boolean;
  unique: boolean;
  default: PropertyData;
  group: string;
}

/** The form's state, shared by its parts. */
export type PropertyFormState = FormState<PropertyValues>;

let lastRow = 0;

/** Creates a row of the form for an option. */
export function optionRow(
  value = "",
  label = "",
  color?: Color,
): PropertyValues["options"][number] {
  return { id: ++lastRow, value, label, ...(color && { color }) };
}

/** Returns the initial values of the form. */
export function initialValues(property: Property | undefined): PropertyValues {
  return {
    label: property?.label ?? "",
    name: property?.name ?? "",
    type: property?.type ?? "string",
    multi: property?.multi ?? false,
    description: property?.description ?? "",
    options: (property?.options ?? []).map(({ value, label, color }) =>
      optionRow(value, label, color),
    ),
    closed: property?.closed ?? false,
    indexed: property?.indexed ?? false,
    unique: property?.unique ?? false,
    default: property?.default ?? null,
    group: property?.group ?? "",
    ...readLimits(property?.rules ?? {}),
  };
}

/** Returns the settings to send. For an existing property only the changes, so that another admin's edits are kept. */
export function toSettings(property: Property | undefined, values: PropertyValues): Settings {
  const { label, name, type, multi, description, indexed, unique, options, closed } = values;
  const isEnumeration = type === "enumeration";
  const given = {
    ...{ type, multi, description, indexed, unique },
    label: label.trim(),
    group: values.group.trim() || null,
    default: isNone(values.default) ? null : values.default,
    rules: toRules(values),
    ...(isEnumeration ? { closed, options: options.map(trimmed).filter(isGiven) } : {}),
  };
  if (property === undefined) return { name: name.trim(), ...given };
  const before: Readonly<Record<string, unknown>> = {
    ...{ description: "", options: [], group: null, default: null },
    ...property,
    rules: toRules(initialValues(property)),
  };
  const changed = Object.entries(given).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key]),
  );
  return { name, ...Object.fromEntries(changed) };
}

const LENGTHS: readonly RuleName[] = ["minLength", "maxLength", "decimals"];

function readLimits(rules: NonNullable<Property["rules"]>): Limits {
  const names = Object.values(RULES_OF_TYPES).flat();
  return Object.fromEntries(
    names.map((name) => [name, rules[name] === undefined ? null : String(rules[name])]),
  ) as Limits;
}

/** Returns the rules that the property's type has, in a fixed order; null for none. */
function toRules(values: PropertyValues): Settings["rules"] {
  const given = RULES_OF_TYPES[values.type].flatMap((name) => {
    const limit = values[name];
    if (limit === null || limit === "") return [];
    // The server says what is wrong with a length that is no number.
    const isLength = LENGTHS.includes(name) && /^\d{1,9}$/.test(limit);
    return [[name, isLength ? Number(limit) : limit] as const];
  });
  return given.length === 0 ? null : Object.fromEntries(given);
}

function isNone(value: PropertyData): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

/** An option without a label is labelled with its value. */
function trimmed({ value, label, color }: PropertyValues["options"][number]) {
  const given = { value: value.trim(), label: label.trim() || value.trim() };
  return color === undefined ? given : { ...given, color };
}

function isGiven({ value, label }: { value: string; label: string }): boolean {
  return value !== "" || label !== "";
}
