import { hasPipeline, type ObjectType } from "@rapport/model";
import type { Issue } from "../errors.ts";
import type { InputPaths } from "../input-paths.ts";
import type { ObjectSchema } from "../object-schema.ts";
import { placeInPipeline } from "../schema/pipelines.ts";
import type { PropertyItem } from "./property-input.ts";
import { checkSize } from "./size.ts";
import type { StoredValue } from "./values.ts";

export type Properties = Readonly<Record<string, StoredValue>>;

export interface RuledChange {
  /** Values to write: the given values and the values that the rules set. */
  readonly values: ReadonlyMap<string, StoredValue>;
  readonly issues: readonly (Omit<Issue, "path"> & { readonly property: string })[];
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
 * Applies the rules that involve several properties of a record: email or phone of a contact, pipeline and
 * stage, the order of an appointment's times, dates that are set automatically, and the size of the record.
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
  const issues: RuledChange["issues"][number][] = [];
  const resulting = (name: string) =>
    (values.has(name) ? values.get(name) : current?.[name]) ?? null;

  if (type === "contact" && touches(given, current, "email", "phone")) {
    if (resulting("email") === null && resulting("phone") === null) {
      issues.push({
        property: given.has("email") || !given.has("phone") ? "email" : "phone",
        code: "email_or_phone_required",
        message: "A contact needs an email or a phone. Give at least one of them.",
      });
    }
  }
  if (type === "appointment") {
    const [start, end] = [resulting("appointment_start_ts"), resulting("appointment_end_ts")];
    if (typeof start === "string" && typeof end === "string" && end < start) {
      issues.push({
        property: given.has("appointment_end_ts") ? "appointment_end_ts" : "appointment_start_ts",
        code: "end_before_start",
        message: `The appointment would end (${end}) before it starts (${start}).`,
      });
    }
  }
  if (hasPipeline(type) && touches(given, current, "pipeline", "stage")) {
    place(schema, current, values, issues, at);
  }
  if (
    current === null &&
    schema.properties.has("createdDate") &&
    resulting("createdDate") === null
  ) {
    values.set("createdDate", at);
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
  issues: RuledChange["issues"][number][],
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
