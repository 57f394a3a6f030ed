import { type BrokenRule, brokenRules, type PropertyDefinition } from "@rapport/model";
import { LRUCache } from "lru-cache";
import { RE2JS, RE2JSException } from "re2js";
import { CrmError } from "../errors.ts";
import type { StoredValue } from "./parse-value.ts";

/** Characters of a pattern. */
export const MAX_PATTERN_CHARACTERS = 500;
/** Instructions of a compiled pattern. What it takes to match a character grows with them. */
const MAX_INSTRUCTIONS = 500;
/** Compiled patterns that a process keeps. */
const MAX_KEPT = 500;
/** After a match that took longer, the memory of the pattern is freed, up to 8 MiB. */
const LONG_MATCH_MS = 1;
/** Time that the patterns of one turn of the event loop may take. Sensible ones take a thousandth of it. */
const MAX_TURN_MS = 1_000;

const compiled = new LRUCache<string, RE2JS>({
  max: MAX_KEPT,
  memoMethod: (pattern) => RE2JS.compile(pattern),
});

/**
 * Returns why a text is no pattern: it is not in RE2 syntax, which takes time that grows linearly with the value, or it
 * is too large.
 *
 * @returns the end of a sentence; null for a valid pattern
 */
export function patternFault(pattern: string): string | null {
  try {
    const size = RE2JS.compile(pattern).programSize();
    return size <= MAX_INSTRUCTIONS
      ? null
      : `is too complex: it needs ${size} steps; ${MAX_INSTRUCTIONS} are allowed. Use smaller repeats.`;
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    const why = error.message.replace(/^error parsing regexp: /, "");
    return `is not a regular expression in RE2 syntax, which has no look-around and no back-references: ${why}.`;
  }
}

let spentMs = 0;

/**
 * Returns whether a whole text matches a valid pattern.
 *
 * @throws CrmError UNAVAILABLE if patterns took so long in this turn of the event loop that others would wait
 */
export function matchesPattern(pattern: string, text: string): boolean {
  if (spentMs > MAX_TURN_MS) {
    throw new CrmError(
      "UNAVAILABLE",
      "Patterns of properties take too long on these values. Send fewer at a time, or simplify the patterns.",
      { headers: { "Retry-After": "2" } },
    );
  }
  const expression = compiled.memo(pattern);
  const start = performance.now();
  const isMatch = expression.testExact(text);
  const took = performance.now() - start;
  if (took > LONG_MATCH_MS) expression.reset();
  if (spentMs === 0) {
    setImmediate(() => {
      spentMs = 0;
    });
  }
  spentMs += took;
  return isMatch;
}

/** Code of the issue of a value that breaks a rule. */
export const RULE_VIOLATED = "rule_violated";

/** A rule that a value breaks, and its place among several values. */
export interface BrokenValue extends BrokenRule {
  readonly entry?: number;
}

/**
 * Returns the rules that a value breaks. Values that the record has already may stay.
 *
 * @param before the value that the record has
 */
export function rulesBrokenBy(
  definition: PropertyDefinition,
  value: StoredValue,
  before: StoredValue = null,
): readonly BrokenValue[] {
  if (definition.rules === undefined || value === null) return [];
  const broken = (one: string | boolean) => brokenRules(definition, one, matchesPattern);
  if (!Array.isArray(value)) return value === before ? [] : broken(value);
  const had = new Set<string | boolean>(Array.isArray(before) ? before : []);
  return value.flatMap((one: string | boolean, entry) =>
    had.has(one) ? [] : broken(one).map((rule) => ({ ...rule, entry })),
  );
}
