import type { PropertyType } from "./use-schema-search.ts";

/** What admins call the types of properties. */
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

/** What a property of each type takes. */
export const TYPE_HINTS: Readonly<Record<PropertyType, string>> = {
  string: "Up to 65,536 characters.",
  text: "Shown in a larger field.",
  number: "An exact decimal, kept digit by digit.",
  boolean: "true or false.",
  date: "A day without a time, such as 2026-11-20.",
  datetime: "A moment in ISO 8601, kept in UTC.",
  email: "Refused unless it is an email address.",
  phone: "Refused unless it is a phone number.",
  url: "Refused unless it is a web address.",
  enumeration: "One of a list of options.",
};

/** A name made from a label, as programs like them: `Shoe size` gives `shoe_size`. */
export function nameFrom(label: string): string {
  return label
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{Mark}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^[_0-9]+|_+$/g, "")
    .slice(0, 64);
}
