import type { Outputs } from "../api.ts";

export type PropertyType = Outputs["schema"]["read"]["properties"][number]["type"];

/** Labels of the property types. */
export const TYPE_NAMES: Readonly<Record<PropertyType, string>> = {
  string: "Text, one line",
  text: "Text, long",
  number: "Number",
  boolean: "Yes or no",
  date: "Date",
  datetime: "Date and time",
  email: "Email",
  phone: "Phone",
  url: "Web address",
  enumeration: "Enumeration",
};

/** Hints about the values of each property type. */
const TYPE_HINTS: Readonly<Record<PropertyType, string>> = {
  string: "Up to 65,536 characters.",
  text: "Shown in a larger field.",
  number: "An exact decimal number.",
  boolean: "Yes or no.",
  date: "A day without a time, such as 2026-11-20.",
  datetime: "A date and time in ISO 8601, stored in UTC.",
  email: "Must be a valid email address.",
  phone: "Must be a valid phone number.",
  url: "Must be a valid web address.",
  enumeration: "One of a list of options.",
};

/** Makes an internal name from a label: `Shoe size` gives `shoe_size`. */
export function nameFrom(label: string): string {
  return label
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{Mark}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^[_0-9]+|_+$/g, "")
    .slice(0, 64);
}

/** The field for the internal name of something new. */
export const newNameField = {
  name: "name",
  label: "Internal name",
  help: "The name in the API. It cannot be changed later.",
  required: true,
  input: { spellCheck: false },
} as const;

/** Returns the field for the type of a new property. */
export function typeField(type: PropertyType) {
  return {
    name: "type",
    kind: "select",
    label: "Type",
    help: `${TYPE_HINTS[type]} It cannot be changed later.`,
    options: Object.entries(TYPE_NAMES).map(([value, label]) => ({ value, label })),
  } as const;
}
