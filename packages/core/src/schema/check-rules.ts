import {
  brokenRules,
  PROPERTY_DEFAULTS,
  type PropertyDefinition,
  type PropertyRules,
  type PropertyType,
  RULES_OF_TYPES,
  type RuleName,
} from "@rapport/model";
import { type Issue, quoted } from "../errors.ts";
import {
  MAX_PATTERN_CHARACTERS,
  matchesPattern,
  patternFault,
  RULE_VIOLATED,
  rulesBrokenBy,
} from "../values/broken-rules.ts";
import { parseValue, parseValues, type StoredValue } from "../values/parse-value.ts";

/** Rules as a request has them: numbers as JSON numbers or as texts, which are exact. */
export type RulesInput = {
  readonly [Rule in RuleName]?: string | number | null | undefined;
};

/** A default as a request has it: one value, or a list of them. */
export type DefaultInput = string | number | boolean | readonly (string | number | boolean)[];

const LISTED = new Intl.ListFormat("en-GB");

/**
 * Checks the rules that a property of a type gets, and converts them to their stored form.
 *
 * @param given an absent rule, and null, are no rule
 */
export function checkRules(
  type: PropertyType,
  given: RulesInput,
): { readonly rules: PropertyRules; readonly issues: readonly Issue[] } {
  const issues: Issue[] = [];
  const rules: Record<string, string | number> = {};
  for (const [rule, limit] of Object.entries(given)) {
    if (limit === undefined || limit === null) continue;
    const path = `rules.${rule}`;
    if (!RULES_OF_TYPES[type].includes(rule as RuleName)) {
      issues.push({ path, code: "rule_not_of_type", message: notOfType(type, rule) });
      continue;
    }
    const parsed = parseLimit(type, rule as RuleName, limit);
    if (typeof parsed === "object") issues.push({ path, ...parsed });
    else rules[rule] = parsed;
  }
  return { rules, issues: [...issues, ...contradictions(rules)] };
}

function notOfType(type: PropertyType, rule: string): string {
  const known = RULES_OF_TYPES[type];
  const advice = known.length === 0 ? "It has no rules." : `It can have ${LISTED.format(known)}.`;
  return `A property of type ${type} has no rule ${rule}. ${advice}`;
}

type Fault = Pick<Issue, "code" | "message">;

function parseLimit(
  type: PropertyType,
  rule: RuleName,
  limit: string | number,
): string | number | Fault {
  switch (rule) {
    case "pattern": {
      const fault = describePatternFault(String(limit));
      return fault === null
        ? String(limit)
        : { code: "pattern_invalid", message: `The pattern ${fault}` };
    }
    case "min":
    case "max":
    case "notBefore":
    case "notAfter": {
      const parsed = parseValue({ ...PROPERTY_DEFAULTS, name: rule, type }, limit);
      if (!parsed.ok) return { code: parsed.code, message: parsed.message };
      if (parsed.value !== null) return String(parsed.value);
      return { code: "value_invalid", message: `\`${rule}\` must not be empty. null removes it.` };
    }
    default:
      return Number(limit);
  }
}

/** Returns the end of a sentence; null for a valid pattern. */
function describePatternFault(pattern: string): string | null {
  if (pattern === "") return "must not be empty. null removes it.";
  const count = [...pattern].length;
  if (count <= MAX_PATTERN_CHARACTERS) return patternFault(pattern);
  return `can have at most ${MAX_PATTERN_CHARACTERS} characters, got ${count}.`;
}

/** Pairs of rules that leave no value if the first one is above the second. */
const PAIRS = [
  ["minLength", "maxLength"],
  ["min", "max"],
  ["notBefore", "notAfter"],
] as const;

function contradictions(rules: PropertyRules): readonly Issue[] {
  return PAIRS.flatMap(([low, high]): readonly Issue[] => {
    const [least, most] = [rules[low], rules[high]];
    if (least === undefined || most === undefined) return [];
    const isAbove =
      typeof least === "number"
        ? least > Number(most)
        : brokenRules({ name: low, rules: { [high]: most } }, least, matchesPattern).length > 0;
    const message = `\`${low}\` must not be above \`${high}\`, because no value would fit.`;
    return isAbove ? [{ path: `rules.${low}`, code: "rules_contradict", message }] : [];
  });
}

/**
 * Checks the default of a property against its type, options and rules, and converts it to its stored form.
 *
 * @param property as the change leaves it
 * @param given null, an empty text and an empty list are no default
 */
export function checkDefault(
  property: PropertyDefinition,
  given: DefaultInput | StoredValue,
): { readonly value: StoredValue; readonly issues: readonly Issue[] } {
  const path = "default";
  if (Array.isArray(given) && !property.multi) {
    const message = `${quoted(property.name)} has a single value, so its default is no list.`;
    return { value: null, issues: [{ path, code: "property_single_value", message }] };
  }
  const parsed = Array.isArray(given) ? parseValues(property, given) : parseValue(property, given);
  if (!parsed.ok) {
    const { code, message, index, allowed } = parsed;
    const at = index === undefined ? path : `${path}.${index}`;
    return { value: null, issues: [{ path: at, code, message, ...(allowed && { allowed }) }] };
  }
  const { value } = parsed;
  const issues: Issue[] = rulesBrokenBy(property, value).map(({ rule, limit, message }) => ({
    ...{ path, code: RULE_VIOLATED, message, rule, limit },
  }));
  if (value !== null && property.unique) {
    const message = "A unique property has no default, because two records would have it.";
    issues.push({ path, code: "default_unique", message });
  }
  return { value, issues };
}
