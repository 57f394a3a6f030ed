import { CrmError, quoted } from "../errors.ts";
import type { Pipeline } from "../object-schema.ts";
import { bytesOf, MAX_PAGE_BYTES } from "../page.ts";
import type { Principal } from "../principal.ts";
import type { Total } from "../query/count-search.ts";
import { resolveStage } from "../schema/pipelines.ts";

import {
  type BoardDeps,
  type BoardQuery,
  type CardPage,
  inStage,
  isNarrowed,
  listCards,
} from "./board-cards.ts";
import { choosePipeline } from "./choose-pipeline.ts";
import { type FoundFigures, foundFigures } from "./found-figures.ts";
import { type PipelineFigures, pipelineFigures, type StageFigures } from "./stage-figures.ts";

export interface BoardStage extends StageFigures, CardPage {
  /** Whether `count` is exact or a lower limit. */
  readonly relation: Total["relation"];
  /** Whether `amounts` leaves deals out, because there are too many to sum. */
  readonly isPartial: boolean;
}

export interface Board extends Omit<PipelineFigures, "stages"> {
  readonly stages: readonly BoardStage[];
}

/**
 * Reads a pipeline with its figures and the first cards of each stage. If the cards have too many values for one
 * answer, the last stages have one card each.
 *
 * @param input.pipeline key, id or label; the default pipeline if undefined
 * @param input.limit maximum number of cards per stage
 * @throws CrmError INVALID_INPUT if the pipeline does not exist, or for filters as in a table
 */
export async function readBoard(
  deps: BoardDeps,
  principal: Principal,
  input: BoardQuery & { type: string; pipeline?: string | undefined; limit: number },
): Promise<Board> {
  const { type } = input;
  const object = await deps.schemas.object(principal.projectId, type);
  const pipeline = choosePipeline(object.pipelines, input.pipeline);
  const figures = await pipelineFigures(deps, principal.projectId, object, pipeline.key);
  let left = MAX_PAGE_BYTES;
  const found: (CardPage & Partial<FoundFigures>)[] = [];
  // One after another, so that a board takes no more of the database than a table.
  for (const stage of pipeline.stages) {
    const limit = left > 0 ? input.limit : 1;
    const page = await listCards(deps, principal, { ...input, pipeline, stage, limit });
    for (const { values } of page.cards) left -= bytesOf(values);
    const counted = isNarrowed(input)
      ? await foundFigures(deps, principal, object, inStage(input, pipeline.key, stage.key))
      : {};
    found.push({ ...page, ...counted });
  }
  return {
    ...figures,
    stages: figures.stages.map((stage, i) => {
      const whole = { ...stage, relation: "eq", isPartial: false } as const;
      return { ...whole, ...(found[i] as CardPage) };
    }),
  };
}

/**
 * Lists the cards of one stage, one page at a time.
 *
 * @param input.cursor the stage's nextCursor; undefined for the first page
 * @throws CrmError INVALID_INPUT for an unknown pipeline, stage or cursor
 */
export async function readStage(
  deps: BoardDeps,
  principal: Principal,
  input: BoardQuery & {
    type: string;
    pipeline: string;
    stage: string;
    cursor?: string | undefined;
    limit: number;
  },
): Promise<CardPage> {
  const object = await deps.schemas.object(principal.projectId, input.type);
  const pipeline = choosePipeline(object.pipelines, input.pipeline);
  const stage = resolveStage(pipeline, input.stage);
  if (stage === null) throw unknownStage(pipeline, input.stage);
  return listCards(deps, principal, { ...input, pipeline, stage });
}

function unknownStage(pipeline: Pipeline, given: string): CrmError {
  const known = pipeline.stages.map((stage) => stage.key).join(", ");
  const message = `Pipeline ${quoted(pipeline.key)} has no stage ${quoted(given)}. Stages: ${known}.`;
  return new CrmError("INVALID_INPUT", message, {
    issues: [{ path: "stage", code: "unknown_stage", message }],
  });
}
