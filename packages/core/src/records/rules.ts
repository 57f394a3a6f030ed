import type { ObjectSchema } from "../object-schema.ts";
import { RULE_VIOLATED, rulesBrokenBy } from "../values/broken-rules.ts";
import type { StoredValue } from "../values/parse-value.ts";
import { applyPlace } from "./apply-place.ts";
import type { Properties, RuledChange } from "./ruled-change.ts";
import { checkSize } from "./size.ts";
import { applyTypeRules, type RuleIssue } from "./type-rules.ts";

/**
 * Applies the rules of a record: pipeline and stage, the rules of its type and of its properties, dates that are set
 * automatically, and the size of the record.
 *
 * @param current the record before the change; null for a create
 * @param given values to write, in stored form
 * @param at the time of the change, ISO 8601
 */
export function applyRules(
  object: ObjectSchema,
  current: Properties | null,
  given: ReadonlyMap<string, StoredValue>,
  at: string,
): RuledChange {
  const resulting = (name: string) => (given.has(name) ? given.get(name) : current?.[name]) ?? null;
  const ruled = applyTypeRules({
    object,
    isNew: current === null,
    given,
    resulting,
    at,
  });
  const isPlaced = object.hasPipeline && touches(given, current, "pipeline", "stage");
  const broken = brokenRules(object, current, given);
  if (!isPlaced && ruled.values.size === 0) {
    // Most changes set no other values. Then the given ones are not copied.
    return { values: given, issues: [...ruled.issues, ...broken, ...checkSize(current, given)] };
  }
  const values = new Map([...given, ...ruled.values]);
  const issues = [...ruled.issues, ...broken];
  if (isPlaced) applyPlace(object, current, values, issues, at);
  issues.push(...checkSize(current, values));
  return { values, issues };
}

/** Returns an issue for each rule of a property that a given value breaks, unless the record has the value already. */
export function brokenRules(
  { properties }: ObjectSchema,
  current: Properties | null,
  given: ReadonlyMap<string, StoredValue>,
): readonly RuleIssue[] {
  const issues: RuleIssue[] = [];
  for (const [name, value] of given) {
    const definition = properties.get(name);
    if (definition?.rules === undefined) continue;
    for (const broken of rulesBrokenBy(definition, value, current?.[name])) {
      issues.push({ property: name, code: RULE_VIOLATED, ...broken });
    }
  }
  return issues;
}

function touches(
  given: ReadonlyMap<string, StoredValue>,
  current: Properties | null,
  ...names: readonly string[]
): boolean {
  return current === null || names.some((name) => given.has(name));
}
