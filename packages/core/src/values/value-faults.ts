import type { PropertyDefinition, PropertyType } from "@rapport/model";
import { quoted } from "../errors.ts";
import { invisibleIn } from "../invisible.ts";

export interface ValueFault {
  readonly ok: false;
  readonly code:
    | "value_not_scalar"
    | "value_invalid"
    | "value_not_allowed"
    | "value_too_long"
    | "values_too_many"
    | "values_not_allowed";
  readonly message: string;
  /** Allowed values of a closed enumeration. */
  readonly allowed?: readonly string[];
  /** Which entry of `values` is at fault. */
  readonly index?: number;
}

const MAX_LISTED_OPTIONS = 30;

export const EXPECTED: Readonly<Record<PropertyType, string>> = {
  string: 'text, such as "Ada"',
  text: 'text, such as "Called back on Monday."',
  number: 'a decimal number of at most 30 digits and 15 decimals, such as "1250.50"',
  boolean: "true or false",
  date: 'a calendar date, such as "2025-01-31"',
  datetime: 'an ISO 8601 date and time, such as "2025-01-31T09:30:00Z"',
  email: 'an email address, such as "ada@example.com"',
  phone: 'a phone number, such as "+1 555 0100"',
  url: 'a web address, such as "https://example.com"',
  enumeration: 'text, such as "new"',
};

export function invalid(definition: PropertyDefinition, raw: unknown): ValueFault {
  const unseen = typeof raw === "string" ? invisibleIn(raw) : null;
  const message = unseen ?? `must be ${EXPECTED[definition.type]}, got ${quoted(raw)}.`;
  return fault(definition, "value_invalid", message);
}

export function fault(
  definition: PropertyDefinition,
  code: ValueFault["code"],
  predicate: string,
): ValueFault {
  return { ok: false, code, message: `"${definition.name}" ${predicate}` };
}

export function listed(allowed: readonly string[]): string {
  const more =
    allowed.length > MAX_LISTED_OPTIONS ? ` and ${allowed.length - MAX_LISTED_OPTIONS} more` : "";
  return `${allowed.slice(0, MAX_LISTED_OPTIONS).map(quoted).join(", ")}${more}`;
}
