import { hasPipeline, type ObjectType } from "@rapport/model";
import type { Issue } from "../errors.ts";
import type { InputPaths } from "../input-paths.ts";
import type { ObjectSchema } from "../object-schema.ts";
import { placeInPipeline } from "../schema/pipelines.ts";
import type { PropertyItem } from "./property-input.ts";
import { checkSize } from "./size.ts";
import { applyTypeRules, type RuleIssue } from "./type-rules.ts";
import type { StoredValue } from "./values.ts";

export type Properties = Readonly<Record<string, StoredValue>>;

export interface RuledChange {
  /** Values to write: the given values and the values that the rules set. */
  readonly values: ReadonlyMap<string, StoredValue>;
  readonly issues: readonly RuleIssue[];
}

/** Adds request paths to the issues of rules. Leaves out an issue of a value that is refused anyway. */
export function placeRuleIssues(
  faults: RuledChange["issues"],
  items: readonly unknown[],
  known: readonly Issue[],
  paths: InputPaths,
): readonly Issue[] {
  return faults.flatMap(({ property, ...issue }) => {
    const index = items.findIndex(
      (item) => (item as PropertyItem | null)?.internal_name === property,
    );
    const path = index < 0 ? paths.properties : paths.property(index, "value");
    return known.some((other) => other.path === path) ? [] : [{ path, ...issue } as Issue];
  });
}

/**
 * Applies the rules that involve several properties of a record: pipeline and stage, the rules of its type, dates
 * that are set automatically, and the size of the record.
 *
 * @param current the record before the change; null for a create
 * @param given values to write, in stored form
 * @param at the time of the change, ISO 8601
 */
export function applyRules(
  type: ObjectType,
  schema: ObjectSchema,
  current: Properties | null,
  given: ReadonlyMap<string, StoredValue>,
  at: string,
): RuledChange {
  const values = new Map(given);
  const resulting = (name: string) =>
    (values.has(name) ? values.get(name) : current?.[name]) ?? null;
  const ruled = applyTypeRules({ type, isNew: current === null, given, resulting, at });
  for (const [name, value] of ruled.values) values.set(name, value);
  const issues = [...ruled.issues];
  if (hasPipeline(type) && touches(given, current, "pipeline", "stage")) {
    place(schema, current, values, issues, at);
  }
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

function place(
  schema: ObjectSchema,
  current: Properties | null,
  values: Map<string, StoredValue>,
  issues: RuleIssue[],
  at: string,
): void {
  const placed = placeInPipeline({
    pipelines: schema.pipelines,
    current: { pipeline: text(current?.pipeline), stage: text(current?.stage) },
    input: pick(values, "pipeline", "stage"),
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
    schema.properties.has("closeDate") &&
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
  ...names: readonly ("pipeline" | "stage")[]
): { pipeline?: string | null; stage?: string | null } {
  const picked: { pipeline?: string | null; stage?: string | null } = {};
  for (const name of names) if (values.has(name)) picked[name] = text(values.get(name));
  return picked;
}
