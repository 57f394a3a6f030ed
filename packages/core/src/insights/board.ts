import { insights } from "@rapport/db";
import { OBJECT_TYPES, type PipelineType, parseObjectType } from "@rapport/model";
import { openCursor, sealCursor } from "../cursor.ts";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import type { ObjectSchema, Pipeline, Stage } from "../object-schema.ts";
import { cutPage } from "../page.ts";
import type { Principal } from "../principal.ts";
import type { Total } from "../query/search-page.ts";
import { listTable, type TableRows } from "../query/table.ts";
import { type AssociatedNames, nameAssociated } from "../query/table-associations.ts";
import { indexKey } from "../record-index/index-key.ts";
import { namedRecord } from "../records/names.ts";
import type { StoredValue } from "../records/values.ts";
import { resolveStage } from "../schema/pipelines.ts";
import { quoted } from "../schema/property-names.ts";
import { choosePipeline } from "./choose-pipeline.ts";
import { type FoundFigures, foundFigures } from "./found-figures.ts";
import { type PipelineFigures, pipelineFigures, type StageFigures } from "./stage-figures.ts";

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
  /** The values of the properties that the request names. */
  readonly values: Readonly<Record<string, StoredValue>>;
  /** The associated records of the types that the request names. */
  readonly associated: AssociatedNames;
}

/** Which records a board shows besides those of all stages, and what of them. */
export interface BoardQuery extends TableRows {
  /** Names of properties, and `associations.` with a type, that the cards show. Others are ignored. */
  readonly fields: readonly string[];
}

/** Cards of one stage, newest first. */
export interface CardPage {
  readonly cards: readonly Card[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

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
 * Reads a pipeline with its figures and the first cards of each stage.
 *
 * @param input.pipeline key, id or label; the default pipeline if undefined
 * @param input.limit maximum number of cards per stage
 * @throws CrmError INVALID_INPUT if the pipeline does not exist, or for filters as in a table
 */
export async function readBoard(
  deps: BoardDeps,
  principal: Principal,
  input: BoardQuery & { type: PipelineType; pipeline?: string | undefined; limit: number },
): Promise<Board> {
  const { type } = input;
  const schema = (await deps.schemas.get(principal.projectId))[type];
  const pipeline = choosePipeline(schema.pipelines, input.pipeline);
  const figures = await pipelineFigures(deps, principal.projectId, type, pipeline.key);
  const found: (CardPage & Partial<FoundFigures>)[] = [];
  // One after another, so that a board takes no more of the database than a table.
  for (const stage of pipeline.stages) {
    const page = await listCards(deps, principal, { ...input, pipeline, stage });
    const counted = isNarrowed(input)
      ? await foundFigures(deps, principal, type, inStage(input, pipeline.key, stage.key))
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
  return listCards(deps, principal, { ...input, pipeline, stage });
}

function unknownStage(pipeline: Pipeline, given: string): CrmError {
  const known = pipeline.stages.map((stage) => stage.key).join(", ");
  const message = `Pipeline ${quoted(pipeline.key)} has no stage ${quoted(given)}. Stages: ${known}.`;
  return new CrmError("INVALID_INPUT", message, {
    issues: [{ path: "stage", code: "unknown_stage", message }],
  });
}

interface CardsOfStage extends BoardQuery {
  readonly type: PipelineType;
  readonly pipeline: Pipeline;
  readonly stage: Stage;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

async function listCards(
  deps: BoardDeps,
  principal: Principal,
  page: CardsOfStage,
): Promise<CardPage> {
  const { type } = page;
  const types = page.fields.flatMap((name) => parseObjectType(associatedIn(name)) ?? []);
  const project = await deps.schemas.get(principal.projectId);
  const { rows, nextCursor } = await findCards(deps, principal, project[type], page);
  const ids = rows.map(({ id }) => id);
  const associated = await nameAssociated(deps.db, principal, project, type, ids, types);
  return {
    cards: rows.map((row) => ({
      ...cardOf(type, row, project[type]),
      values: valuesIn(row, page.fields),
      associated: associated.get(row.id) ?? {},
    })),
    nextCursor,
  };
}

/** Finds the records of a stage: along their index, or if there is any condition or other order, as a table does. */
async function findCards(
  deps: BoardDeps,
  principal: Principal,
  schema: ObjectSchema,
  page: CardsOfStage,
): Promise<{ rows: readonly insights.CardRow[]; nextCursor: string | null }> {
  const { type, limit, sort, cursor } = page;
  const keys = { pipeline: page.pipeline.key, stage: page.stage.key };
  if (isNarrowed(page) || sort.property !== "id" || sort.direction !== "desc") {
    const query = { ...inStage(page, keys.pipeline, keys.stage), cursor, limit };
    const { records, nextCursor } = await listTable(deps, principal, type, query);
    return { rows: records.map((row) => ({ ...row, updated_at: row.updatedAt })), nextCursor };
  }
  const identity = { list: "admin.board", filter: { type, ...keys } };
  const after = openCursor(deps, principal, identity, cursor);
  const rows = await insights.listCards.all(deps.db, {
    project: principal.projectId,
    type,
    pipeline: keyOf(schema, "pipeline", keys.pipeline),
    stage: keyOf(schema, "stage", keys.stage),
    before: after === 0 ? Number.MAX_SAFE_INTEGER : after,
    limit: limit + 1,
  });
  const { shown, next } = cutPage(rows, limit);
  return { rows: shown, nextCursor: sealCursor(deps, principal, identity, next) };
}

function isNarrowed({ filters, orGroups, search }: TableRows): boolean {
  return filters.length + orGroups.length > 0 || search !== undefined;
}

/** Adds the stage to each group of filters. */
function inStage({ filters, orGroups, sort, search }: TableRows, pipeline: string, stage: string) {
  const place = [
    { property: "pipeline", operator: "eq", value: pipeline },
    { property: "stage", operator: "eq", value: stage },
  ] as const;
  return {
    filters: [...filters, ...place],
    orGroups: orGroups.map((group) => [...group, ...place]),
    ...{ sort, search },
  };
}

function associatedIn(name: string): string {
  return name.startsWith("associations.") ? name.slice("associations.".length) : "";
}

function valuesIn({ properties }: Pick<insights.CardRow, "properties">, names: readonly string[]) {
  const values = names.flatMap((name) => {
    const value = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(values);
}

function keyOf({ properties }: ObjectSchema, name: "pipeline" | "stage", key: string): string {
  const definition = properties.get(name);
  if (definition === undefined) throw new Error(`a type with pipelines has no property ${name}`);
  return indexKey(definition, key);
}

function cardOf(
  type: PipelineType,
  row: insights.CardRow,
  schema: ObjectSchema,
): Omit<Card, "values" | "associated"> {
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
