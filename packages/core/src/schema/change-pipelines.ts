import { hasPipeline, type ObjectType, PIPELINE_TYPE_NAMES } from "@rapport/model";
import { CrmError, type Issue } from "../errors.ts";
import type { Pipeline, Stage } from "../object-schema.ts";
import { changeSchema, type SchemaDeps } from "./change-schema.ts";
import { resolvePipeline, resolveStage } from "./pipelines.ts";
import { loadPipelines } from "./project-schema.ts";
import { quoted } from "./property-names.ts";

type Db = Parameters<typeof loadPipelines>[0];

/**
 * Changes the pipelines of an object type, one change at a time.
 *
 * @param work is given the pipelines as they are
 * @returns the pipelines as they are then
 * @throws CrmError INVALID_INPUT for a type that has no pipelines
 */
export async function changePipelines(
  deps: SchemaDeps,
  projectId: number,
  type: ObjectType,
  work: (tx: Db, pipelines: readonly Pipeline[]) => Promise<void>,
): Promise<readonly Pipeline[]> {
  requirePipelines(type);
  return changeSchema(deps, projectId, async (tx) => {
    await work(tx, await loadPipelines(tx, projectId, type));
    return loadPipelines(tx, projectId, type);
  });
}

/** @throws CrmError INVALID_INPUT for a type that has no pipelines */
export function requirePipelines(type: ObjectType): void {
  if (hasPipeline(type)) return;
  throw refused(
    "type",
    "no_pipelines",
    `A ${type} has no pipelines; those that have are: ${PIPELINE_TYPE_NAMES.join(", ")}.`,
  );
}

/** @throws CrmError NOT_FOUND */
export function pipelineOf(pipelines: readonly Pipeline[], key: string): Pipeline {
  const pipeline = resolvePipeline(pipelines, key);
  if (pipeline === null) throw new CrmError("NOT_FOUND", `There is no pipeline ${quoted(key)}.`);
  return pipeline;
}

/** @throws CrmError NOT_FOUND */
export function stageOf(pipeline: Pipeline, key: string): Stage {
  const stage = resolveStage(pipeline, key);
  if (stage !== null) return stage;
  throw new CrmError("NOT_FOUND", `Pipeline ${quoted(pipeline.key)} has no stage ${quoted(key)}.`);
}

interface Labelled {
  readonly key: string;
  readonly label: string;
}

/**
 * What is wrong with a label among its siblings. A request may name a stage by key or label, so no
 * label may be what another goes by.
 */
export function labelIssues(
  label: string,
  others: readonly Labelled[],
  path: string,
): readonly Issue[] {
  const wanted = fold(label);
  if (label.trim() === "" || label.length > 255) {
    const message = "A label has 1 to 255 characters.";
    return [{ path, code: "label_invalid", message }];
  }
  const taken = others.find((other) => [fold(other.label), other.key].includes(wanted));
  if (taken === undefined) return [];
  const message = `${quoted(taken.label)} (${taken.key}) goes by that name already; choose another label.`;
  return [{ path, code: "label_taken", message }];
}

/**
 * A key made from a label: a letter, then letters a to z, digits and underscores, at most 60 in all.
 *
 * @param kind stands before a label that yields no letter to begin with
 * @param others what has a key, or is found by its label, already
 */
export function keyFor(
  label: string,
  kind: "pipeline" | "stage",
  others: readonly Labelled[],
): string {
  const plain = label
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{Mark}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "");
  const base = (/^[a-z]/.test(plain) ? plain : `${kind}_${plain}`.replace(/_$/, "")).slice(0, 50);
  const taken = new Set(others.flatMap((other) => [other.key, fold(other.label)]));
  for (let n = 1; ; n++) {
    const key = n === 1 ? base : `${base}_${n}`;
    if (!taken.has(key)) return key;
  }
}

/** @throws CrmError INVALID_INPUT unless `given` holds each key once */
export function checkOrder(
  given: readonly string[],
  known: readonly Labelled[],
  path: string,
): void {
  const keys = known.map(({ key }) => key);
  if (given.length === keys.length && keys.every((key) => given.includes(key))) return;
  throw refused(path, "order_incomplete", `Give each of these once, in order: ${keys.join(", ")}.`);
}

export function refused(path: string, code: string, message: string): CrmError {
  return new CrmError("INVALID_INPUT", message, { issues: [{ path, code, message }] });
}

function fold(text: string): string {
  return text.trim().normalize("NFC").toLowerCase();
}
