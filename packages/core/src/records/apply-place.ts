import type { ObjectSchema } from "../object-schema.ts";
import { placeInPipeline } from "../schema/pipelines.ts";
import type { StoredValue } from "../values/parse-value.ts";
import type { Properties } from "./ruled-change.ts";
import type { RuleIssue } from "./type-rules.ts";

/**
 * Puts a record into a pipeline and stage: adds both to the values, and the close date if the stage is a closed one.
 *
 * @param issues gets the issue of a pipeline or stage that does not exist
 */
export function applyPlace(
  object: ObjectSchema,
  current: Properties | null,
  values: Map<string, StoredValue>,
  issues: RuleIssue[],
  at: string,
): void {
  const placed = placeInPipeline({
    pipelines: object.pipelines,
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
  ...names: readonly ("pipeline" | "stage")[]
): { pipeline?: string | null; stage?: string | null } {
  const picked: { pipeline?: string | null; stage?: string | null } = {};
  for (const name of names) if (values.has(name)) picked[name] = text(values.get(name));
  return picked;
}
