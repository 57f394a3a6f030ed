import { insights } from "@rapport/db";
import { OBJECT_TYPES, type PipelineType } from "@rapport/model";
import { openCursor, sealCursor } from "../cursor.ts";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import type { ObjectSchema, Pipeline, Stage } from "../object-schema.ts";
import { cutPage } from "../page.ts";
import type { Principal } from "../principal.ts";
import { indexKey } from "../record-index/index-key.ts";
import { namedRecord } from "../records/names.ts";
import type { StoredValue } from "../records/values.ts";
import { resolveStage } from "../schema/pipelines.ts";
import { quoted } from "../schema/property-names.ts";
import {
  choosePipeline,
  type PipelineFigures,
  pipelineFigures,
  type StageFigures,
} from "./stage-figures.ts";

type BoardDeps = Pick<Deps, "db" | "schemas" | "figures" | "secrets">;

export interface Card {
  readonly id: number;
  readonly name: string;
  readonly detail: string | null;
  /** Only of a type that holds money: an exact decimal, and its ISO 4217 code. */
  readonly amount?: string | null;
  readonly currency?: string | null;
  readonly updatedAt: string;
  readonly version: number;
}

/** Cards of one stage, newest first. */
export interface CardPage {
  readonly cards: readonly Card[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

export interface Board extends Omit<PipelineFigures, "stages"> {
  readonly stages: readonly (StageFigures & CardPage)[];
}

/**
 * Reads a pipeline with its figures and the first cards of each stage.
 *
 * @param input.pipeline key, id or label; the default pipeline if undefined
 * @param input.limit maximum number of cards per stage
 * @throws CrmError INVALID_INPUT if the pipeline does not exist
 */
export async function readBoard(
  deps: BoardDeps,
  principal: Principal,
  input: { type: PipelineType; pipeline?: string | undefined; limit: number },
): Promise<Board> {
  const { type, limit } = input;
  const schema = (await deps.schemas.get(principal.projectId))[type];
  const pipeline = choosePipeline(schema.pipelines, input.pipeline);
  const figures = await pipelineFigures(deps, principal.projectId, type, pipeline.key);
  const pages = await Promise.all(
    pipeline.stages.map((stage) =>
      listCards(deps, principal, schema, { type, pipeline, stage, limit }),
    ),
  );
  return {
    ...figures,
    stages: figures.stages.map((stage, i) => ({ ...stage, ...(pages[i] as CardPage) })),
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
  input: {
    type: PipelineType;
    pipeline: string;
    stage: string;
    cursor?: string | undefined;
    limit: number;
  },
): Promise<CardPage> {
  const schema = (await deps.schemas.get(principal.projectId))[input.type];
  const pipeline = choosePipeline(schema.pipelines, input.pipeline);
  const stage = resolveStage(pipeline, input.stage);
  if (stage === null) throw unknownStage(pipeline, input.stage);
  return listCards(deps, principal, schema, { ...input, pipeline, stage });
}

function unknownStage(pipeline: Pipeline, given: string): CrmError {
  const known = pipeline.stages.map((stage) => stage.key).join(", ");
  const message = `Pipeline ${quoted(pipeline.key)} has no stage ${quoted(given)}. Stages: ${known}.`;
  return new CrmError("INVALID_INPUT", message, {
    issues: [{ path: "stage", code: "unknown_stage", message }],
  });
}

async function listCards(
  deps: BoardDeps,
  principal: Principal,
  schema: ObjectSchema,
  page: {
    type: PipelineType;
    pipeline: Pipeline;
    stage: Stage;
    cursor?: string | undefined;
    limit: number;
  },
): Promise<CardPage> {
  const { type, limit } = page;
  const keys = { pipeline: page.pipeline.key, stage: page.stage.key };
  const identity = { list: "admin.board", filter: { type, ...keys } };
  const after = openCursor(deps, principal, identity, page.cursor);
  const rows = await insights.listCards.all(deps.db, {
    project: principal.projectId,
    type,
    pipeline: keyOf(schema, "pipeline", keys.pipeline),
    stage: keyOf(schema, "stage", keys.stage),
    before: after === 0 ? Number.MAX_SAFE_INTEGER : after,
    limit: limit + 1,
  });
  const { shown, next } = cutPage(rows, limit);
  return {
    cards: shown.map((row) => cardOf(type, row, schema)),
    nextCursor: sealCursor(deps, principal, identity, next),
  };
}

function keyOf({ properties }: ObjectSchema, name: "pipeline" | "stage", key: string): string {
  const definition = properties.get(name);
  if (definition === undefined) throw new Error(`a type with pipelines has no property ${name}`);
  return indexKey(definition, key);
}

function cardOf(type: PipelineType, row: insights.CardRow, schema: ObjectSchema): Card {
  const { id, properties, updated_at, version } = row;
  const { name, detail } = namedRecord(type, id, properties, schema);
  const card = { id, name, detail, updatedAt: updated_at, version };
  const { money } = OBJECT_TYPES[type];
  if (money === null) return card;
  return {
    ...card,
    amount: text(properties[money.amount]),
    currency: text(properties[money.currency]),
  };
}

function text(value: StoredValue | undefined): string | null {
  return typeof value === "string" ? value : null;
}
