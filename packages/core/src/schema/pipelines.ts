import { type Db, pipelines } from "@rapport/db";
import { OBJECT_TYPES, type PipelineDefinition } from "@rapport/model";
import { quoted } from "../errors.ts";
import type { Pipeline, Stage } from "../object-schema.ts";
import { changePipelines } from "./change-pipelines.ts";
import type { SchemaDeps } from "./change-schema.ts";

/** `pipeline` and `stage` of a record or a request. In a request, null or "" asks to clear the field. */
export interface Place {
  readonly pipeline?: string | null | undefined;
  readonly stage?: string | null | undefined;
}

export interface PlacementIssue {
  readonly field: "pipeline" | "stage";
  readonly code: "unknown_pipeline" | "unknown_stage" | "required";
  readonly message: string;
  readonly allowed: readonly string[];
}

export type Placement =
  | {
      readonly ok: true;
      readonly pipeline: string;
      readonly stage: string;
      readonly entered: Stage;
    }
  | { readonly ok: false; readonly issue: PlacementIssue };

/**
 * Returns a record's pipeline and stage after a create or an update (specification §12). Without a
 * pipeline in the request, the record keeps its own or gets the default one. Without a stage, it keeps its own
 * if the pipeline stays the same, and otherwise gets the pipeline's first stage.
 *
 * @param options.pipelines all pipelines of the record's type in its project
 * @param options.current the record's current pipeline and stage; empty for a new record
 * @param options.input keys, ids or labels from the request
 * @returns the keys to store and their stage, which may be the current one; or one issue that lists the allowed
 *   keys: `unknown_pipeline`, `unknown_stage` (also for a stage of another pipeline), or `required` if the
 *   request clears a field
 */
export function placeInPipeline(options: {
  readonly pipelines: readonly Pipeline[];
  readonly current: Place;
  readonly input: Place;
}): Placement {
  const { pipelines, current, input } = options;
  if (isCleared(input.pipeline)) return cleared("pipeline", keys(pipelines));

  const pipeline = chosenPipeline(pipelines, current, input);
  if (pipeline === null) return unknownPipeline(input.pipeline, pipelines);
  if (isCleared(input.stage)) return cleared("stage", keys(pipeline.stages));

  const entered = chosenStage(pipeline, current, input);
  if (entered === null) return unknownStage(input.stage, pipeline);
  return { ok: true, pipeline: pipeline.key, stage: entered.key, entered };
}

/**
 * Returns the pipeline that a request names by key, id or label, in any case. A key wins over an id, and an id
 * over a label.
 *
 * @returns null if no pipeline matches
 */
export function resolvePipeline(pipelines: readonly Pipeline[], given: string): Pipeline | null {
  return resolve(pipelines, given);
}

/**
 * Returns the stage of one pipeline that a request names by key, id or label, in any case.
 *
 * @returns null if no stage of this pipeline matches
 */
export function resolveStage(pipeline: Pipeline, given: string): Stage | null {
  return resolve(pipeline.stages, given);
}

/** The built-in object types with pipelines, by name, and the pipeline that a new project has of each. */
export const DEFAULT_PIPELINES: ReadonlyMap<string, PipelineDefinition> = new Map(
  Object.values(OBJECT_TYPES).flatMap(({ name, pipeline }) =>
    pipeline === null ? [] : [[name, pipeline]],
  ),
);

/** Inserts the first pipeline of an object type into a project that has no pipeline of that type. */
export async function insertDefaultPipeline(
  tx: Db,
  project: number,
  type: string,
  { key = "default", label, stages }: PipelineDefinition & { readonly key?: string },
): Promise<void> {
  const row = await pipelines.insertPipeline.first(tx, {
    project,
    type,
    key,
    label,
    position: 0,
    default: 1,
  });
  if (row === undefined) throw new Error("insert into pipelines returned no id");
  await pipelines.insertStages(
    tx,
    stages.map((stage, position) => [
      project,
      row.id,
      stage.key,
      stage.label,
      position,
      stage.probability,
      stage.closed ? 1 : 0,
      null,
    ]),
  );
}

/** Projects that one query finds. */
const BATCH = 100;

/**
 * Adds the default pipelines that projects lack because they are older than the pipelines or than an object type. Any
 * number of processes may do so at the same time.
 */
export async function addMissingPipelines(deps: SchemaDeps): Promise<void> {
  for (const [type, pipeline] of DEFAULT_PIPELINES) {
    let found: readonly { id: number }[] = [];
    do {
      const after = found.at(-1)?.id ?? 0;
      found = await pipelines.projectsWithout.all(deps.db, { type, after, limit: BATCH });
      for (const { id } of found) await addMissingPipeline(deps, id, type, pipeline);
    } while (found.length === BATCH);
  }
}

async function addMissingPipeline(
  deps: SchemaDeps,
  project: number,
  type: string,
  pipeline: PipelineDefinition,
): Promise<void> {
  await changePipelines(deps, project, type, async (tx, { pipelines: present }) => {
    // Another process may have added it before this one got the lock.
    if (present.length > 0) return [];
    await insertDefaultPipeline(tx, project, type, pipeline);
    return [{ part: "pipeline", key: "default", action: "created" }];
  });
}

function chosenPipeline(
  pipelines: readonly Pipeline[],
  current: Place,
  input: Place,
): Pipeline | null {
  if (input.pipeline) return resolvePipeline(pipelines, input.pipeline);
  const own = pipelines.find((pipeline) => pipeline.key === current.pipeline);
  return own ?? pipelines.find((pipeline) => pipeline.isDefault) ?? pipelines[0] ?? null;
}

function chosenStage(pipeline: Pipeline, current: Place, input: Place): Stage | null {
  if (input.stage) return resolveStage(pipeline, input.stage);
  const stays = pipeline.key === current.pipeline;
  const own = stays ? pipeline.stages.find((stage) => stage.key === current.stage) : undefined;
  return own ?? pipeline.stages[0] ?? null;
}

function resolve<T extends { id: number; key: string; label: string }>(
  rows: readonly T[],
  given: string,
): T | null {
  const wanted = fold(given);
  return (
    rows.find((row) => row.key === given) ??
    rows.find((row) => fold(row.key) === wanted) ??
    rows.find((row) => String(row.id) === given) ??
    rows.find((row) => fold(row.label) === wanted) ??
    null
  );
}

function unknownPipeline(given: string | undefined, pipelines: readonly Pipeline[]): Placement {
  const allowed = keys(pipelines);
  const message = `There is no pipeline${named(given)}. Pipelines: ${allowed.join(", ")}.`;
  return { ok: false, issue: { field: "pipeline", code: "unknown_pipeline", message, allowed } };
}

function unknownStage(given: string | undefined, pipeline: Pipeline): Placement {
  const allowed = keys(pipeline.stages);
  const message = `Pipeline "${pipeline.key}" has no stage${named(given)}. Stages: ${allowed.join(", ")}.`;
  return { ok: false, issue: { field: "stage", code: "unknown_stage", message, allowed } };
}

function cleared(field: "pipeline" | "stage", allowed: readonly string[]): Placement {
  const message = `"${field}" cannot be cleared. Give one of: ${allowed.join(", ")}.`;
  return { ok: false, issue: { field, code: "required", message, allowed } };
}

/** Returns true for null and "", which clear any property. */
function isCleared(given: string | null | undefined): given is "" | null {
  return given === null || given === "";
}

function named(given: string | undefined): string {
  return given ? ` ${quoted(given)}` : "";
}

function keys(rows: readonly { readonly key: string }[]): string[] {
  return rows.map((row) => row.key);
}

function fold(text: string): string {
  return text.normalize("NFC").toLowerCase();
}
