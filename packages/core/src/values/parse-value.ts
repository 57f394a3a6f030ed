import type { StoredValue } from "@rapport/db";
import type { PropertyDefinition, PropertyType } from "@rapport/model";
import { quoted } from "../errors.ts";
import * as formats from "../formats.ts";
import { hasInvisibleEnd, invisibleIn, isStorable } from "../storable-text.ts";

/** Numbers are exact decimals as text, times are ISO 8601 UTC, and null means no value. */
export type { StoredValue };

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

export type ParsedValue = { readonly ok: true; readonly value: StoredValue } | ValueFault;

type ParsedScalar = { readonly ok: true; readonly value: string | boolean | null } | ValueFault;

/** Specification §8. */
const MAX_TEXT_CHARACTERS = 65_536;
const MAX_ENUMERATION_CHARACTERS = 255;
export const MAX_VALUES = 1_000;
const FORMATS = {
  number: formats.decimal,
  date: formats.date,
  email: formats.email,
  phone: formats.phone,
  url: formats.url,
} as const;

/**
 * Converts the `value` of a request to its stored form (specification §2.2, §11). Null, an absent value and
 * an empty string all clear the property. On a multi-value property a value is a list of one, so that a
 * PATCH, which has no `values`, can set it.
 *
 * @param definition property of the value
 * @param raw value as parsed from JSON
 * @returns the value to store, or a fault: `value_not_scalar`, `value_invalid`, `value_too_long`, or
 *   `value_not_allowed` with the allowed values of a closed enumeration
 */
export function parseValue(definition: PropertyDefinition, raw: unknown): ParsedValue {
  const parsed = parseScalar(definition, raw);
  if (!definition.multi || !parsed.ok || parsed.value === null) return parsed;
  return { ok: true, value: asList([parsed.value]) };
}

/**
 * Converts the `values` of a request to their stored form (specification §2.2): each entry as in
 * `parseValue`, without repeats, in the given order. An empty array clears the property.
 *
 * @param definition property of the values
 * @param raw array as parsed from JSON
 * @returns the list to store, or the first fault with its `index`: those of `parseValue`,
 *   `values_not_allowed` on a single-value property, `values_too_many` above 1,000
 */
export function parseValues(definition: PropertyDefinition, raw: readonly unknown[]): ParsedValue {
  if (!definition.multi) {
    return fault(
      definition,
      "values_not_allowed",
      `has a single value. Send "value" instead of "values".`,
    );
  }
  if (raw.length > MAX_VALUES) {
    return fault(
      definition,
      "values_too_many",
      `can have at most ${MAX_VALUES} values, got ${raw.length}.`,
    );
  }
  const values = new Set<string | boolean>();
  for (const [index, entry] of raw.entries()) {
    const parsed = parseScalar(definition, entry);
    if (!parsed.ok) return { ...parsed, index };
    if (parsed.value === null) {
      return {
        ...fault(definition, "value_invalid", `cannot have an empty entry (entry ${index}).`),
        index,
      };
    }
    values.add(parsed.value);
  }
  return { ok: true, value: values.size === 0 ? null : asList([...values]) };
}

function parseScalar(definition: PropertyDefinition, raw: unknown): ParsedScalar {
  if (raw === null || raw === undefined || raw === "") return { ok: true, value: null };
  if (typeof raw === "object") {
    const got = Array.isArray(raw) ? "an array" : "an object";
    return fault(definition, "value_not_scalar", `must be a single value, got ${got}.`);
  }
  if (definition.type === "boolean") return parseBoolean(definition, raw);

  const text = toText(definition, raw);
  if (typeof text !== "string") return text;
  switch (definition.type) {
    case "string":
    case "text":
      return definition.format === "currency"
        ? parseCurrency(definition, text)
        : { ok: true, value: text };
    case "enumeration":
      return parseEnumeration(definition, text);
    case "datetime":
      return parseDatetime(definition, text);
    default: {
      const value = FORMATS[definition.type](text);
      return value === null ? invalid(definition, raw) : { ok: true, value };
    }
  }
}

function parseBoolean(definition: PropertyDefinition, raw: unknown): ParsedScalar {
  if (raw === true || raw === "true") return { ok: true, value: true };
  if (raw === false || raw === "false") return { ok: true, value: false };
  return invalid(definition, raw);
}

/** `value` is any scalar (specification §2.2), so a number or a boolean is converted to text. */
function toText(definition: PropertyDefinition, raw: unknown): string | ValueFault {
  if (typeof raw === "number") {
    const hint = "JSON cannot represent this number exactly. Send it as a string.";
    return (
      formats.decimalOfNumber(raw) ??
      fault(definition, "value_invalid", `cannot store ${quoted(raw)}: ${hint}`)
    );
  }
  if (typeof raw === "boolean" && definition.type !== "number") return String(raw);
  if (typeof raw !== "string") return invalid(definition, raw);
  if (isLongerThan(raw, MAX_TEXT_CHARACTERS)) {
    return fault(
      definition,
      "value_too_long",
      `can have at most ${MAX_TEXT_CHARACTERS} characters, got ${[...raw].length}.`,
    );
  }
  if (!isStorable(raw)) {
    return fault(
      definition,
      "value_invalid",
      "contains a character that is not text (U+0000 or half a surrogate pair).",
    );
  }
  return raw;
}

function parseCurrency(definition: PropertyDefinition, text: string): ParsedScalar {
  if (CURRENCIES.has(text)) return { ok: true, value: text };
  const message = `must be an active ISO 4217 code in upper case, got ${quoted(text)}.`;
  return fault(definition, "value_invalid", message);
}

/**
 * Active codes of ISO 4217 list one, amendments up to 180 (BGN withdrawn on 2026-01-01) included.
 * Kept here because the list of `Intl` has withdrawn codes, lacks active ones and changes with the runtime.
 * XTS (testing) and XXX (no currency) are left out: no amount can be in them.
 */
export const CURRENCIES: ReadonlySet<string> = new Set(
  `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF
   CHW CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD
   HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD
   MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN
   PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD
   TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAD XAF XAG XAU XBA XBB XBC XBD XCD XCG XDR XOF XPD
   XPF XPT XSU XUA YER ZAR ZMW ZWG`.split(/\s+/),
);

function parseEnumeration(definition: PropertyDefinition, text: string): ParsedScalar {
  const allowed = definition.options?.map((option) => option.value) ?? [];
  if (definition.closed && !allowed.includes(text)) {
    const message = invisibleIn(text) ?? `must be one of ${listed(allowed)}, got ${quoted(text)}.`;
    return { ...fault(definition, "value_not_allowed", message), allowed };
  }
  if (isLongerThan(text, MAX_ENUMERATION_CHARACTERS)) {
    const message = `can have at most ${MAX_ENUMERATION_CHARACTERS} characters, got ${[...text].length}.`;
    return fault(definition, "value_too_long", message);
  }
  // It would look like another value.
  if (hasInvisibleEnd(text) && !allowed.includes(text)) return invalid(definition, text);
  return { ok: true, value: text };
}

function parseDatetime(definition: PropertyDefinition, text: string): ParsedScalar {
  const value = formats.datetime(text);
  if (value === null) return invalid(definition, text);
  if (value !== formats.NO_ZONE) return { ok: true, value };
  const message = `needs a time zone. End ${quoted(text)} with "Z" for UTC or with an offset.`;
  return fault(definition, "value_invalid", message);
}

const MAX_LISTED_OPTIONS = 30;

/** What a value of each type must be, and an example of one. */
const EXPECTED: Readonly<Record<PropertyType, readonly [what: string, example: unknown]>> = {
  string: ["text", "Ada"],
  text: ["text", "Called back on Monday."],
  number: ["a decimal number of at most 30 digits and 15 decimals", "1250.50"],
  boolean: ["true or false", true],
  date: ["a calendar date", "2025-01-31"],
  datetime: ["an ISO 8601 date and time", "2025-01-31T09:30:00Z"],
  email: ["an email address", "ada@example.com"],
  phone: ["a phone number", "+1 555 0100"],
  url: ["a web address", "https://example.com"],
  enumeration: ["text", "new"],
};

/** Returns the end of a message about the form of a value: an example of a right one. */
export function valueExample({ type, format, options = [] }: PropertyDefinition): string {
  const [, usual] = EXPECTED[type];
  const example = options[0]?.value ?? (format === "currency" ? "EUR" : usual);
  return `Example: ${JSON.stringify(example)}`;
}

function invalid(definition: PropertyDefinition, raw: unknown): ValueFault {
  const unseen = typeof raw === "string" ? invisibleIn(raw) : null;
  const message = unseen ?? `must be ${EXPECTED[definition.type][0]}, got ${quoted(raw)}.`;
  return fault(definition, "value_invalid", message);
}

function fault(
  definition: PropertyDefinition,
  code: ValueFault["code"],
  predicate: string,
): ValueFault {
  const message = `"${definition.name}" ${predicate}`;
  const isOfForm = code === "value_invalid" || code === "value_not_scalar";
  return {
    ok: false,
    code,
    message: isOfForm ? `${message} ${valueExample(definition)}` : message,
  };
}

function listed(allowed: readonly string[]): string {
  const more =
    allowed.length > MAX_LISTED_OPTIONS ? ` and ${allowed.length - MAX_LISTED_OPTIONS} more` : "";
  return `${allowed.slice(0, MAX_LISTED_OPTIONS).map(quoted).join(", ")}${more}`;
}

function isLongerThan(text: string, limit: number): boolean {
  // A character has at most two UTF-16 units, so most texts need no counting.
  return text.length > limit && (text.length > 2 * limit || [...text].length > limit);
}

/** All values of a property have the same type. */
function asList(values: (string | boolean)[]): string[] | boolean[] {
  return values as string[] | boolean[];
}
