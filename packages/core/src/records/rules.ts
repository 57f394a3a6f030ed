import type { ObjectSchema } from "../object-schema.ts";
import type { StoredValue } from "../values/parse-value.ts";
import { applyPlace } from "./apply-place.ts";
import type { Properties, RuledChange } from "./ruled-change.ts";
import { checkSize } from "./size.ts";
import { applyTypeRules } from "./type-rules.ts";

/**
 * Applies the rules that involve several properties of a record: pipeline and stage, the rules of its type, dates
 * that are set automatically, and the size of the record.
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
  if (!isPlaced && ruled.values.size === 0) {
    // Most changes set no other values. Then the given ones are not copied.
    return { values: given, issues: [...ruled.issues, ...checkSize(current, given)] };
  }
  const values = new Map([...given, ...ruled.values]);
  const issues = [...ruled.issues];
  if (isPlaced) applyPlace(object, current, values, issues, at);
  issues.push(...checkSize(current, values));
  return { values, issues };
}

function touches(
  given: ReadonlyMap<string, StoredValue>,
  current: Properties | null,
  ...names: readonly string[]
): boolean {
  return current === null || names.some((name) => given.has(name));
}
