import type { Issue } from "../errors.ts";
import type { InputPaths } from "../input-paths.ts";
import type { ObjectSchema } from "../object-schema.ts";
import { placeInPipeline } from "../schema/pipelines.ts";
import { RULE_VIOLATED, rulesBrokenBy } from "../values/broken-rules.ts";
import type { StoredValue } from "../values/parse-value.ts";
import { type PropertyItem, readOnlyFault } from "./property-input.ts";
import type { Properties, RuledChange } from "./record.ts";
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
  const broken = [
    ...(current === null ? [] : clearedDerived(object, given)),
    ...brokenRules(object, current, given),
  ];
  if (!isPlaced && ruled.values.size === 0) {
    // Most changes set no other values. Then the given ones are not copied.
    return { values: given, issues: [...ruled.issues, ...broken, ...checkSize(current, given)] };
  }
  const values = new Map([...given, ...ruled.values]);
  const issues = [...ruled.issues, ...broken];
  if (isPlaced) applyPlace(object, current, { values, issues }, at);
  issues.push(...checkSize(current, values));
  return { values, issues };
}

/** Returns an issue for each derived property that a change of records that exist would clear. */
export function clearedDerived(
  { properties }: ObjectSchema,
  given: ReadonlyMap<string, StoredValue>,
): readonly RuleIssue[] {
  return [...given.keys()]
    .filter((name) => properties.get(name)?.readOnly)
    .map((name) => ({ property: name, ...readOnlyFault(name) }));
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

/** Adds request paths to the issues of rules. Leaves out an issue of a value that is refused anyway. */
export function placeRuleIssues(
  faults: RuledChange["issues"],
  items: readonly unknown[],
  known: readonly Issue[],
  paths: InputPaths,
): readonly Issue[] {
  return faults.flatMap(({ property, entry, ...issue }) => {
    const index = items.findIndex(
      (item) => (item as PropertyItem | null)?.internal_name === property,
    );
    const isList = Array.isArray((items[index] as PropertyItem | undefined)?.values);
    const member = paths.property(index, isList ? "values" : "value");
    const value = isList && entry !== undefined ? `${member}.${entry}` : member;
    const path = index < 0 ? paths.properties : value;
    return known.some((other) => other.path === path) ? [] : [{ path, ...issue } as Issue];
  });
}

/**
 * Puts a record into a pipeline and stage: adds both to the values, and the close date if the stage is a closed one.
 *
 * @param issues gets the issue of a pipeline or stage that does not exist
 */
function applyPlace(
  object: ObjectSchema,
  current: Properties | null,
  { values, issues }: { readonly values: Map<string, StoredValue>; readonly issues: RuleIssue[] },
  at: string,
): void {
  const placed = placeInPipeline({
    pipelines: object.pipelines,
    current: { pipeline: text(current?.pipeline), stage: text(current?.stage) },
    // In a create, null is absent.
    input: pick(values, current !== null, "pipeline", "stage"),
  });
  if (!placed.ok) {
    const { field, ...issue } = placed.issue;
    issues.push({ property: field, ...issue });
    return;
  }
  values.set("pipeline", placed.pipeline);
  values.set("stage", placed.stage);
  const moved =
    current === null || current.stage !== placed.stage || current.pipeline !== placed.pipeline;
  const closeDate = values.has("closeDate") ? values.get("closeDate") : current?.closeDate;
  if (
    moved &&
    placed.entered.closed &&
    object.properties.has("closeDate") &&
    (closeDate ?? null) === null
  ) {
    values.set("closeDate", at);
  }
}

function text(value: StoredValue | undefined): string | null {
  return typeof value === "string" ? value : null;
}

function pick(
  values: ReadonlyMap<string, StoredValue>,
  keepsNull: boolean,
  ...names: readonly ("pipeline" | "stage")[]
): { pipeline?: string | null; stage?: string | null } {
  const picked: { pipeline?: string | null; stage?: string | null } = {};
  for (const name of names) {
    const value = text(values.get(name));
    if (value || (keepsNull && values.has(name))) picked[name] = value;
  }
  return picked;
}

/** Bytes of a record's values as JSON. It bounds a page of records, an event and a history entry too. */
const MAX_RECORD_BYTES = 1024 * 1024;
/** A change of fewer characters is not checked, so it stays quick, also in a record that is full. */
const SMALL_CHANGE = 1_000;

/** Checks the size of a record after a change (specification §8). */
function checkSize(
  current: Readonly<Record<string, StoredValue>> | null,
  given: ReadonlyMap<string, StoredValue>,
): readonly (Omit<Issue, "path"> & { readonly property: string })[] {
  let length = 0;
  for (const value of given.values()) length += valueLength(value);
  if (length < SMALL_CHANGE) return [];
  const properties = { ...current, ...Object.fromEntries(given) };
  const bytes = Buffer.byteLength(JSON.stringify(properties));
  if (bytes <= MAX_RECORD_BYTES) return [];
  const [[property] = [""]] = [...given].toSorted(
    ([, a], [, b]) => valueLength(b) - valueLength(a),
  );
  return [
    {
      property,
      code: "record_too_large",
      message:
        `The record would have ${bytes} bytes of values; it may have ${MAX_RECORD_BYTES}. ` +
        "Shorten this value, or clear others first.",
    },
  ];
}

function valueLength(value: StoredValue): number {
  if (typeof value === "string") return value.length;
  return Array.isArray(value) ? JSON.stringify(value).length : 0;
}

function touches(
  given: ReadonlyMap<string, StoredValue>,
  current: Properties | null,
  ...names: readonly string[]
): boolean {
  return current === null || names.some((name) => given.has(name));
}
