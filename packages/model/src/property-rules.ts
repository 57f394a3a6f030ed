import type { PropertyDefinition, PropertyRules, PropertyType, RuleName } from "./property.ts";

const OF_TEXT = ["minLength", "maxLength", "pattern"] as const;
const OF_TIME = ["notBefore", "notAfter"] as const;

/** The rules that a property of each type can have. */
export const RULES_OF_TYPES: Readonly<Record<PropertyType, readonly RuleName[]>> = {
  string: OF_TEXT,
  text: OF_TEXT,
  number: ["min", "max", "decimals"],
  boolean: [],
  date: OF_TIME,
  datetime: OF_TIME,
  email: OF_TEXT,
  phone: OF_TEXT,
  url: OF_TEXT,
  enumeration: [],
};

const ORDER = [...OF_TEXT, ...RULES_OF_TYPES.number, ...OF_TIME];

/** Returns rules with their limits in a fixed order. Those of PostgreSQL are in its own order. */
export function rulesIn(rules: PropertyRules): readonly (readonly [RuleName, string | number])[] {
  return ORDER.flatMap((rule) => {
    const limit = rules[rule];
    return limit === undefined ? [] : [[rule, limit] as const];
  });
}

/**
 * Returns what the rules of a property allow, in a few words, such as `1 to 100, 2 decimals`; an empty text without rules.
 * Dates have the form of the rules.
 */
export function allowedBy(rules: PropertyRules = {}): string {
  const { minLength, maxLength, pattern, min, max, decimals, notBefore, notAfter } = rules;
  const length = between(minLength, maxLength);
  const most = maxLength ?? minLength;
  const parts = [
    between(min, max),
    decimals === undefined ? "" : decimals === 0 ? "whole number" : counted(decimals, "decimal"),
    length === "" ? "" : `${length} character${most === 1 ? "" : "s"}`,
    pattern === undefined ? "" : `pattern ${pattern}`,
    times(notBefore && shown(notBefore), notAfter && shown(notAfter)),
  ];
  return parts.filter((part) => part !== "").join(", ");
}

function between(least?: string | number, most?: string | number): string {
  if (least === undefined) return most === undefined ? "" : `at most ${most}`;
  if (most === undefined) return `at least ${least}`;
  return least === most ? `exactly ${least}` : `${least} to ${most}`;
}

function times(first?: string, last?: string): string {
  if (first === undefined) return last === undefined ? "" : `until ${last}`;
  return last === undefined ? `from ${first}` : `${first} to ${last}`;
}

/** A rule that a value breaks. */
export interface BrokenRule {
  readonly rule: RuleName;
  readonly limit: string | number;
  /** A sentence that names the property and the rule. */
  readonly message: string;
}

/** Returns whether a whole text matches a pattern. */
export type MatchesPattern = (pattern: string, text: string) => boolean;

/**
 * Returns the rules of a property that one value of it breaks.
 *
 * @param value in stored form; of a property with several values, one of them
 */
export function brokenRules(
  { name, rules = {} }: Pick<PropertyDefinition, "name" | "rules">,
  value: string | boolean,
  matches: MatchesPattern,
): readonly BrokenRule[] {
  if (typeof value !== "string") return [];
  const broken: BrokenRule[] = [];
  for (const [rule, limit] of rulesIn(rules)) {
    const predicate = (CHECKS[rule] as Check<unknown>)(value, limit, matches);
    if (predicate !== null) broken.push({ rule, limit, message: `"${name}" ${predicate}` });
  }
  return broken;
}

type Check<Limit> = (value: string, limit: Limit, matches: MatchesPattern) => string | null;

const CHECKS: { readonly [Rule in RuleName]: Check<Required<PropertyRules>[Rule]> } = {
  minLength: (value, limit) => {
    const length = countCharacters(value);
    return length >= limit ? null : `must have at least ${characters(limit)}, got ${length}.`;
  },
  maxLength: (value, limit) => {
    const length = countCharacters(value);
    return length <= limit ? null : `must have at most ${characters(limit)}, got ${length}.`;
  },
  pattern: (value, limit, matches) =>
    matches(limit, value) ? null : `must match the pattern ${limit}`,
  min: (value, limit) =>
    compareDecimals(value, limit) >= 0 ? null : `must be at least ${limit}, got ${value}.`,
  max: (value, limit) =>
    compareDecimals(value, limit) <= 0 ? null : `must be at most ${limit}, got ${value}.`,
  decimals: (value, limit) => {
    if (countDecimals(value.includes(".") ? value.replace(/0+$/, "") : value) <= limit) return null;
    if (limit === 0) return `must be a whole number, got ${value}.`;
    return `must have at most ${counted(limit, "decimal")}, got ${value}.`;
  },
  notBefore: (value, limit) =>
    isBefore(value, limit) ? `must not be before ${shown(limit)}, got ${shown(value)}.` : null,
  notAfter: (value, limit) =>
    isAfter(value, limit) ? `must not be after ${shown(limit)}, got ${shown(value)}.` : null,
};

/** A day without a time is before a moment if all of it is, in UTC. */
function isBefore(value: string, limit: string): boolean {
  return isDay(value) ? dayInTime(value) < dayInTime(limit) : value < limit;
}

/** If the last day has no time, the whole day is allowed, in UTC. */
function isAfter(value: string, limit: string): boolean {
  return isDay(limit) ? dayInTime(value) > dayInTime(limit) : value > limit;
}

function dayInTime(time: string): string {
  return time.slice(0, 10);
}

function shown(time: string): string {
  return isDay(time) ? dayInTime(time) : time;
}

const MIDNIGHT = "T00:00:00.000Z";

/**
 * Returns whether a datetime is a day without a time: its time is exactly 00:00:00.000Z (specification §11). It is the
 * same day in every time zone.
 *
 * @param value as it is stored
 */
export function isDay(value: string): boolean {
  return value.endsWith(MIDNIGHT);
}

/** Returns the datetime that is a day without a time. @param day such as 2026-11-20 */
export function dayValue(day: string): string {
  return day + MIDNIGHT;
}

/**
 * Returns a moment that is never taken for a day: midnight in UTC gets a millisecond.
 *
 * @param moment with a time, such as one of the clock or one that a person chose
 */
export function asMoment(moment: string): string {
  return isDay(moment) ? moment.replace(".000Z", ".001Z") : moment;
}

/** Returns the day of a datetime without a time, such as 2026-11-20, and every other value as it is. */
export function withoutMidnight(value: string): string {
  return isDay(value) ? value.slice(0, 10) : value;
}

/** Units of a period that a filter counts. */
export const PERIOD_UNITS = ["days", "weeks", "months"] as const;

const NAMED = "today|yesterday|tomorrow|past|future";
const CALENDAR = "(?:this|last|next)-(?:week|month|quarter|year)";
const COUNTED = `(?:last|next|older)-[1-9][0-9]{0,3}-(?:${PERIOD_UNITS.join("|")})`;
const PERIOD = new RegExp(`^(?:${NAMED}|${CALENDAR}|${COUNTED})$`);

/**
 * Returns whether a text names a period relative to today, such as `last-7-days` or `next-month`. The admin app finds
 * out in the admin's time zone which moments it means.
 */
export function isPeriod(text: string): boolean {
  return PERIOD.test(text);
}

/** Adds decimals exactly. */
export function addDecimals(one: string, other: string): string {
  const scale = Math.max(countDecimals(one), countDecimals(other));
  return decimalText(toUnits(one, scale) + toUnits(other, scale), scale);
}

/** Adds any number of decimals exactly. */
export function addAll(decimals: readonly string[]): string {
  const scale = decimals.reduce((most, one) => Math.max(most, countDecimals(one)), 0);
  return decimalText(
    decimals.reduce((sum, one) => sum + toUnits(one, scale), 0n),
    scale,
  );
}

/** Multiplies decimals exactly. */
export function multiplyDecimals(one: string, other: string): string {
  const [scale, otherScale] = [countDecimals(one), countDecimals(other)];
  return decimalText(toUnits(one, scale) * toUnits(other, otherScale), scale + otherScale);
}

/** Returns a number below, equal to or above 0 if a decimal is below, equal to or above another one, exactly. */
export function compareDecimals(one: string, other: string): number {
  const scale = Math.max(countDecimals(one), countDecimals(other));
  const [units, others] = [toUnits(one, scale), toUnits(other, scale)];
  return units < others ? -1 : Number(units > others);
}

/** Returns a decimal with the other sign. */
export function negative(decimal: string): string {
  return decimal.startsWith("-") ? decimal.slice(1) : `-${decimal}`;
}

/** Returns the number of digits after the point of a decimal, such as `12.50`. */
export function countDecimals(decimal: string): number {
  return decimal.split(".")[1]?.length ?? 0;
}

/** Returns a decimal in units of the last of some digits after the point, of which it has no more. */
function toUnits(decimal: string, scale: number): bigint {
  return BigInt(decimal.replace(".", "") + "0".repeat(scale - countDecimals(decimal)));
}

function decimalText(units: bigint, scale: number): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, "0");
  const whole = digits.slice(0, digits.length - scale);
  const rest = scale === 0 ? "" : `.${digits.slice(-scale)}`;
  return `${units < 0n ? "-" : ""}${whole}${rest}`;
}

function countCharacters(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

function characters(count: number): string {
  return counted(count, "character");
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
