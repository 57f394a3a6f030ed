import { hasControls, withArticle } from "@rapport/model";
import { CrmError, type Issue, quoted } from "../errors.ts";
import type { ObjectSchema, Pipeline, Stage } from "../object-schema.ts";
import { NAME_CONTROLS } from "../storable-text.ts";
import {
  changeSchema,
  type PartChange,
  type SchemaChange,
  type SchemaDeps,
} from "./change-schema.ts";
import { loadPipelines } from "./project-schema.ts";

type Db = Parameters<typeof loadPipelines>[0];

/**
 * Changes the pipelines of an object type under the project's schema lock.
 *
 * @param work makes the change in the transaction, and returns what it changed; receives the type with its current pipelines
 * @returns the pipelines after the change
 * @throws CrmError INVALID_INPUT for a type that has no pipelines
 */
export async function changePipelines(
  deps: SchemaDeps,
  projectId: number,
  type: string,
  work: (tx: Db, object: ObjectSchema) => Promise<readonly PartChange[]>,
): Promise<SchemaChange<readonly Pipeline[]>> {
  const object = requirePipelines(await deps.schemas.object(projectId, type));
  return changeSchema(deps, projectId, type, async (tx) => {
    const pipelines = await loadPipelines(tx, projectId, type);
    const changes = await work(tx, { ...object, pipelines });
    return { result: await loadPipelines(tx, projectId, type), changes };
  });
}

/**
 * Returns the object type if its records are in a pipeline.
 *
 * @throws CrmError INVALID_INPUT for a type that has no pipelines
 */
export function requirePipelines(object: ObjectSchema): ObjectSchema {
  if (object.hasPipeline) return object;
  const others = object.schema.types.filter((one) => one.hasPipeline).map(({ name }) => name);
  const is = withArticle(object);
  const message = `${is.charAt(0).toUpperCase()}${is.slice(1)} has no pipelines. Types with pipelines: ${others.join(", ")}.`;
  throw CrmError.ofIssue("INVALID_INPUT", { path: "type", code: "no_pipelines", message });
}

/**
 * Returns the pipeline with a key.
 *
 * @throws CrmError NOT_FOUND
 */
export function requirePipeline(pipelines: readonly Pipeline[], key: string): Pipeline {
  const pipeline = pipelines.find((one) => one.key === key);
  if (pipeline !== undefined) return pipeline;
  throw new CrmError("NOT_FOUND", `There is no pipeline ${quoted(key)}.`);
}

/**
 * Returns the stage of a pipeline with a key.
 *
 * @throws CrmError NOT_FOUND
 */
export function requireStage(pipeline: Pipeline, key: string): Stage {
  const stage = pipeline.stages.find((one) => one.key === key);
  if (stage !== undefined) return stage;
  throw new CrmError("NOT_FOUND", `Pipeline ${quoted(pipeline.key)} has no stage ${quoted(key)}.`);
}

interface Labelled {
  readonly key: string;
  readonly label: string;
}

/**
 * Returns the issues of a pipeline's or stage's label. A label may not equal a sibling's key or label,
 * because requests may use either to name the sibling.
 *
 * @param others the siblings
 * @param path path of the issues
 */
export function labelIssues(
  label: string,
  others: readonly Labelled[],
  path: string,
): readonly Issue[] {
  const wanted = fold(label);
  if (hasControls(label)) return [{ path, code: "control_characters", message: NAME_CONTROLS }];
  if (label.trim() === "" || label.length > 255) {
    const message = "A label must have 1 to 255 characters.";
    return [{ path, code: "label_invalid", message }];
  }
  const taken = others.find((other) => [fold(other.label), other.key].includes(wanted));
  if (taken === undefined) return [];
  const message = `${quoted(taken.label)} (${taken.key}) already has this name. Choose another label.`;
  return [{ path, code: "label_taken", message }];
}

/**
 * Makes a key from a label: a letter, then a to z, digits and underscores, at most 60 characters.
 * Adds a number if a sibling already has the key or label.
 *
 * @param kind prefix for a label that does not start with a letter from a to z
 * @param others the siblings
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

/**
 * Checks a new order of pipelines or stages.
 *
 * @returns whether it differs from the current order
 * @throws CrmError INVALID_INPUT unless `given` holds each known key once
 */
export function isReordered(given: readonly string[], known: readonly Labelled[]): boolean {
  const [fault] = orderIssues(given, known);
  if (fault !== undefined) throw CrmError.ofIssue("INVALID_INPUT", fault);
  return known.some(({ key }, i) => key !== given[i]);
}

/** Returns an issue unless an order has each key once. */
export function orderIssues(
  given: readonly string[],
  known: readonly Labelled[],
): readonly Issue[] {
  const keys = known.map(({ key }) => key);
  if (given.length === keys.length && keys.every((key) => given.includes(key))) return [];
  const message = `The order must list each of these once: ${keys.join(", ")}.`;
  return [{ path: "order", code: "order_incomplete", message }];
}

function fold(text: string): string {
  return text.trim().normalize("NFC").toLowerCase();
}
