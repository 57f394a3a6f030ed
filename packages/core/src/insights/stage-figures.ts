import { insights } from "@rapport/db";
import { OBJECT_TYPES, type PipelineType } from "@rapport/model";
import type { Deps, Taken } from "../deps.ts";
import { CrmError } from "../errors.ts";
import type { Pipeline } from "../object-schema.ts";
import { resolvePipeline } from "../schema/pipelines.ts";
import { quoted } from "../schema/property-names.ts";

type FigureDeps = Pick<Deps, "db" | "schemas" | "figures">;

export interface Amount {
  /** Null for the deals that name no currency. */
  readonly currency: string | null;
  /** Exact decimal. */
  readonly amount: string;
}

export interface StageFigures {
  readonly key: string;
  readonly label: string;
  readonly closed: boolean;
  readonly probability: string | null;
  readonly count: number;
  /** A deal's stage alone has amounts. */
  readonly amounts?: readonly Amount[];
}

export interface PipelineFigures {
  readonly pipeline: { readonly key: string; readonly label: string };
  readonly pipelines: readonly { readonly key: string; readonly label: string }[];
  readonly stages: readonly StageFigures[];
  /** When they were counted; up to 30 seconds ago in a large project. */
  readonly asOf: string;
}

/**
 * How many live records of a type stand in each stage of a pipeline, and of deals what they amount to.
 *
 * @param pipeline key, id or label; the default pipeline when undefined
 * @throws CrmError INVALID_INPUT when there is no such pipeline
 */
export async function pipelineFigures(
  deps: FigureDeps,
  projectId: number,
  type: PipelineType,
  pipeline?: string,
): Promise<PipelineFigures> {
  const { pipelines } = (await deps.schemas.get(projectId))[type];
  const chosen = choosePipeline(pipelines, pipeline);
  const { value: places, asOf } = await countedPlaces(deps, projectId, type);
  const here = places.filter((place) => place.pipeline === chosen.key);
  return {
    pipeline: named(chosen),
    pipelines: pipelines.map(named),
    stages: chosen.stages.map(({ key, label, closed, probability }) => {
      const inStage = here.filter((place) => place.stage === key);
      const count = inStage.reduce((sum, place) => sum + place.count, 0);
      const stage = { key, label, closed, probability, count };
      return OBJECT_TYPES[type].money !== null
        ? { ...stage, amounts: inStage.flatMap(amountOf) }
        : stage;
    }),
    asOf,
  };
}

/**
 * The pipeline that a request names, the default one when it names none.
 *
 * @throws CrmError INVALID_INPUT when there is no such pipeline
 */
export function choosePipeline(pipelines: readonly Pipeline[], given?: string): Pipeline {
  const chosen =
    given === undefined
      ? (pipelines.find((one) => one.isDefault) ?? pipelines[0])
      : resolvePipeline(pipelines, given);
  if (chosen) return chosen;
  const known = pipelines.map((one) => one.key).join(", ");
  const asked = given === undefined ? "" : ` ${quoted(given)}`;
  const message = `There is no pipeline${asked}. Pipelines: ${known}.`;
  throw new CrmError("INVALID_INPUT", message, {
    issues: [{ path: "pipeline", code: "unknown_pipeline", message }],
  });
}

type Place = insights.PlaceRow & Partial<insights.DealPlaceRow>;

/** Of all pipelines at once, so that going from one to another counts nothing anew. */
function countedPlaces(
  deps: FigureDeps,
  projectId: number,
  type: PipelineType,
): Promise<Taken<readonly Place[]>> {
  return deps.figures.take(`places:${type}:${projectId}`, async () => {
    const value: readonly Place[] =
      OBJECT_TYPES[type].money !== null
        ? await insights.sumDealPlaces.all(deps.db, { project: projectId })
        : await insights.countPlaces.all(deps.db, { project: projectId, type });
    return { value, rows: value.reduce((sum, place) => sum + place.count, 0) };
  });
}

function amountOf({ currency = null, amount = null }: Place): readonly Amount[] {
  return amount === null ? [] : [{ currency, amount }];
}

function named({ key, label }: Pipeline): { key: string; label: string } {
  return { key, label };
}
