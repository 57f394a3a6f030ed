import type { PropertyChanges } from "@rapport/db";
import type { ObjectSchema } from "../../object-schema.ts";
import { changedNames, sameValue } from "../../record-index/reindex.ts";
import { RULE_VIOLATED } from "../../values/broken-rules.ts";
import type { StoredValue } from "../../values/parse-value.ts";
import { type Properties, withoutNulls } from "../record.ts";
import { applyRules } from "../rules.ts";
import { diffProperties } from "../update.ts";

/**
 * Returns the properties of a primary record after it took those of a merged one: the values that it lacks, and
 * the chosen ones. Leaves out a value that a rule refuses, such as an end before the start.
 *
 * @param chosen names of the properties that take the merged record's value in any case
 */
export function takeValues(
  object: ObjectSchema,
  primary: Properties,
  merged: Properties,
  { chosen, at }: { readonly chosen: readonly string[]; readonly at: string },
): Properties {
  const lacking = Object.keys(merged).filter((name) => (primary[name] ?? null) === null);
  const names = new Set([...lacking, ...chosen]);
  const given = new Map([...names].map((name) => [name, merged[name] ?? null] as const));
  return applyAllowed(object, primary, given, at);
}

/** The properties of a primary record after an unmerge. */
export interface ReturnedValues {
  readonly properties: Properties;
  /** Properties that keep a value that came by the merge or was set since. */
  readonly kept: readonly string[];
}

/** Returns the properties of a primary record without what it took in a merge and has not changed since. */
export function returnValues(
  object: ObjectSchema,
  primary: Properties,
  taken: PropertyChanges,
  at: string,
): ReturnedValues {
  const unchanged = Object.entries(taken).filter(([name, [, value]]) =>
    sameValue(primary[name] ?? null, value),
  );
  const given = new Map(unchanged.map(([name, [before]]) => [name, before] as const));
  const properties = applyAllowed(object, primary, given, at);
  const kept = Object.entries(taken)
    .filter(([name, [before]]) => !sameValue(properties[name] ?? null, before))
    .map(([name]) => name);
  return { properties, kept };
}

/** Sets values in a record, except for those that a rule refuses. */
function applyAllowed(
  object: ObjectSchema,
  before: Properties,
  values: ReadonlyMap<string, StoredValue>,
  at: string,
): Properties {
  const given = new Map(values);
  for (;;) {
    const ruled = applyRules(object, before, given, at);
    // A record had these values before the rule of the property, so they stay.
    const refused = ruled.issues.filter(
      ({ property, code }) => given.has(property) && code !== RULE_VIOLATED,
    );
    if (refused.length === 0) {
      return withoutNulls(new Map([...Object.entries(before), ...ruled.values]));
    }
    for (const { property } of refused) given.delete(property);
  }
}

/** Returns the old and the new value of each property that differs. */
export function changesBetween(before: Properties, after: Properties): PropertyChanges {
  return diffProperties(changedNames(before, after), before, after);
}
