import {
  allowedBy,
  brokenRules,
  dayValue,
  type MatchesPattern,
  type PropertyRules,
} from "@rapport/model";
import type { PropertyData, PropertyDefinition } from "./property-types.ts";
import type { Schema } from "./use-schema.ts";

/** The engine of patterns, which is loaded once a page needs it. Until then the server alone checks them. */
let matches: MatchesPattern = () => true;

/** Loads the engine of patterns if a property of a schema has one. */
export async function preparePatterns({ properties }: Schema): Promise<void> {
  if (!properties.some(({ rules }) => rules?.pattern !== undefined)) return;
  const { RE2JS } = await import("re2js");
  matches = (pattern, text) => RE2JS.compile(pattern).testExact(text);
}

/**
 * Returns the rules of a property that a value breaks, in the server's sentences. Leaves out values of a wrong form, which
 * the server refuses, and those that the record has already.
 */
export function rulesBrokenBy(
  definition: PropertyDefinition,
  value: PropertyData,
  before: PropertyData = null,
): readonly string[] {
  const had = new Set<unknown>(asList(before));
  return asList(value).flatMap((one) => {
    const stored = storedForm(definition, one);
    if (had.has(one) || stored === null) return [];
    return brokenRules(definition, stored, matches).map(({ message }) => message);
  });
}

function asList(value: PropertyData): readonly (string | boolean)[] {
  if (value === null) return [];
  return typeof value === "object" ? value : [value];
}

const FORMS: Partial<Record<PropertyDefinition["type"], RegExp>> = {
  number: /^-?\d{1,30}(\.\d{1,15})?$/,
  date: /^\d{4}-\d\d-\d\d$/,
  datetime: /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d\.\d{3}Z)?$/,
};

/** Returns a value as it is stored; null for one that has not the form of its type. */
function storedForm({ type }: PropertyDefinition, value: string | boolean): string | null {
  if (typeof value !== "string" || FORMS[type]?.test(value) === false) return null;
  return type === "datetime" && value.length === 10 ? dayValue(value) : value;
}

/** Returns what the rules of a property allow, as a hint; an empty text without rules. */
export function ruleHint({ rules }: { readonly rules?: PropertyRules | undefined }): string {
  const text = allowedBy(rules);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
