import { withArticle } from "@rapport/model";
import type { Issue } from "../errors.ts";
import { decimal, decimalOfNumber } from "../formats.ts";
import type { ObjectSchema, Stage } from "../object-schema.ts";
import { keyFor, labelIssues } from "./change-pipelines.ts";

/** Settings of a new stage. With `key`, the changes to an existing one. */
export interface StageSettings {
  readonly key?: string | undefined;
  readonly label?: string | undefined;
  /** From 0 to 1, as a number or an exact decimal. Required for stages of deals, and not allowed for others. */
  readonly probability?: number | string | undefined;
  /** Whether records that enter the stage get a close date. Records already in it do not change. */
  readonly closed?: boolean | undefined;
}

/**
 * Checks a stage's settings.
 *
 * @param before the existing stage; undefined for a new one
 * @param others the pipeline's other stages
 * @param prefix beginning of the issues' paths
 * @returns one issue per fault, and the stage to store if there is none
 */
export function checkStage(
  object: ObjectSchema,
  before: Stage | undefined,
  settings: StageSettings,
  others: readonly Omit<Stage, "id">[],
  prefix = "",
): { issues: readonly Issue[]; stage: Omit<Stage, "id"> } {
  const label = (settings.label ?? before?.label ?? "").trim();
  const given = settings.probability;
  const probability = given === undefined ? (before?.probability ?? null) : parsed(given);
  const issues: Issue[] = [...labelIssues(label, others, `${prefix}label`)];
  const at = `${prefix}probability`;
  if (!object.hasProbability && given !== undefined) {
    const message = `Only stages of deals have a probability; leave it out for ${withArticle(object)}.`;
    issues.push({ path: at, code: "probability_not_allowed", message });
  } else if (object.hasProbability && probability === null) {
    const message = 'A stage of deals needs a probability from 0 to 1, such as "0.25".';
    issues.push({ path: at, code: "probability_invalid", message });
  }
  const key = before?.key ?? keyFor(label, "stage", others);
  const closed = settings.closed ?? before?.closed ?? false;
  return { issues, stage: { key, label, probability, closed } };
}

function parsed(probability: number | string): string | null {
  const text = typeof probability === "number" ? decimalOfNumber(probability) : probability;
  const exact = text === null ? null : decimal(text);
  return exact === null || Number(exact) < 0 || Number(exact) > 1 ? null : exact;
}
