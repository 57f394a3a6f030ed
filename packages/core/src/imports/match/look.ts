import type { PropertyType } from "@rapport/model";
import { email } from "../../formats.ts";

/** Share of a column's values that must look like a type, so that a few faulty values do not hide it. */
const MIN_SHARE = 0.8;
/** A column with longer values is text. */
const MAX_STRING_CHARACTERS = 200;

type SimpleLook = Exclude<PropertyType, "string" | "text" | "enumeration">;

/** The tests of a value, the strictest first: 2026 is a number, not a phone number. */
const TESTS: readonly (readonly [look: SimpleLook, test: (value: string) => boolean])[] = [
  ["email", (value) => email(value) !== null],
  ["url", (value) => /^(https?:\/\/|www\.)[^\s/]+\.[^\s]+$/i.test(value)],
  ["boolean", (value) => /^(true|false|yes|no)$/i.test(value)],
  ["datetime", (value) => /^\S*\d[-./]\d\S*[T ]\d{1,2}:\d{2}/.test(value)],
  ["date", isDate],
  ["phone", isPhone],
  ["number", (value) => /^[-+]?\d+([.,'\u00a0\u202f ]\d+)*$/.test(value)],
];

/**
 * Returns the type of property that a column's values look like; undefined if the column is empty.
 *
 * @param samples the first values of the column
 */
export function lookOf(samples: readonly string[]): PropertyType | undefined {
  const values = samples.map((value) => value.trim()).filter((value) => value !== "");
  if (values.length === 0) return undefined;
  const found = TESTS.find(([, test]) => share(values, test) >= MIN_SHARE);
  if (found !== undefined) return found[0];
  const isText = values.some((value) => value.length > MAX_STRING_CHARACTERS || /\n/.test(value));
  return isText ? "text" : "string";
}

/** Returns the share of the values that pass a test, from 0 to 1. */
export function share(values: readonly string[], test: (value: string) => boolean): number {
  return values.length === 0 ? 0 : values.filter(test).length / values.length;
}

function isDate(value: string): boolean {
  return /^(\d{4}-\d{1,2}-\d{1,2}|\d{1,2}([./-])\d{1,2}\2(\d{4}|\d{2}))$/.test(value);
}

/** True for a number with a country code, a leading zero or separators as phone numbers have them. */
function isPhone(value: string): boolean {
  const digits = value.replace(/\D/g, "");
  if (digits.length < 7 || digits.length > 15 || !/^[+(\d][\d\s()./-]*$/.test(value)) return false;
  return /^(\+|00|0|\()/.test(value) || /\d[\s()-]+\d/.test(value);
}
