import { isDay } from "./days.ts";
import { compareDecimals, decimalsOf } from "./decimals.ts";
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
    const length = lengthOf(value);
    return length >= limit ? null : `must have at least ${characters(limit)}, got ${length}.`;
  },
  maxLength: (value, limit) => {
    const length = lengthOf(value);
    return length <= limit ? null : `must have at most ${characters(limit)}, got ${length}.`;
  },
  pattern: (value, limit, matches) =>
    matches(limit, value) ? null : `must match the pattern ${limit}`,
  min: (value, limit) =>
    compareDecimals(value, limit) >= 0 ? null : `must be at least ${limit}, got ${value}.`,
  max: (value, limit) =>
    compareDecimals(value, limit) <= 0 ? null : `must be at most ${limit}, got ${value}.`,
  decimals: (value, limit) => {
    if (decimalsOf(value.includes(".") ? value.replace(/0+$/, "") : value) <= limit) return null;
    if (limit === 0) return `must be a whole number, got ${value}.`;
    return `must have at most ${limit} decimal${limit === 1 ? "" : "s"}, got ${value}.`;
  },
  notBefore: (value, limit) =>
    isBefore(value, limit) ? `must not be before ${shown(limit)}, got ${shown(value)}.` : null,
  notAfter: (value, limit) =>
    isAfter(value, limit) ? `must not be after ${shown(limit)}, got ${shown(value)}.` : null,
};

/** A day without a time is before a moment if all of it is, in UTC. */
function isBefore(value: string, limit: string): boolean {
  return isDay(value) ? dayOf(value) < dayOf(limit) : value < limit;
}

/** All of a day without a time is allowed if it is the last one, in UTC. */
function isAfter(value: string, limit: string): boolean {
  return isDay(limit) ? dayOf(value) > dayOf(limit) : value > limit;
}

function dayOf(time: string): string {
  return time.slice(0, 10);
}

function shown(time: string): string {
  return isDay(time) ? dayOf(time) : time;
}

function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

function characters(count: number): string {
  return `${count} character${count === 1 ? "" : "s"}`;
}
