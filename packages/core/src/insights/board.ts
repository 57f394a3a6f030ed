import type { Call, ObjectCall } from "../call.ts";
import type { Converted, Convertible } from "../currencies/rates.ts";
import type { Deps } from "../deps.ts";
import { CrmError, quoted } from "../errors.ts";
import type { ObjectSchema, Pipeline, Stage } from "../object-schema.ts";
import { jsonBytes, MAX_PAGE_BYTES } from "../paging.ts";
import { countSearch, type Total } from "../query/count-search.ts";
import { listTable, readTable } from "../query/table.ts";
import type { TableQuery, TableRows } from "../query/table-query.ts";
import { resolveStage } from "../schema/pipelines.ts";
import type { StoredValue } from "../values/parse-value.ts";
import {
  type BoardDeps,
  type BoardQuery,
  type CardPage,
  inStage,
  isNarrowed,
  listCards,
} from "./board-cards.ts";
import { countAll } from "./created-counts.ts";
import {
  type Amount,
  type AtRates,
  choosePipeline,
  type PipelineFigures,
  pipelineFigures,
  type StageFigures,
  sumMoney,
} from "./stage-figures.ts";

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
  { deps, principal }: Call<BoardDeps>,
  input: BoardQuery & {
    type: string;
    pipeline?: string | undefined;
    limit: number;
    rates: AtRates;
  },
): Promise<Board> {
  const { type, rates } = input;
  const object = await deps.schemas.object(principal.projectId, type);
  const pipeline = choosePipeline(object.pipelines, input.pipeline);
  const figures = await pipelineFigures(deps, principal.projectId, object, {
    pipeline: pipeline.key,
    rates,
  });
  let left = MAX_PAGE_BYTES;
  const found: (CardPage & Partial<FoundFigures>)[] = [];
  // One after another, so that a board takes no more of the database than a table.
  for (const stage of pipeline.stages) {
    const limit = left > 0 ? input.limit : 1;
    const page = await listCards({ deps, principal }, { ...input, pipeline, stage, limit });
    for (const { values } of page.cards) left -= jsonBytes(values);
    const counted = isNarrowed(input)
      ? await foundFigures({ deps, principal, object }, stage, {
          query: inStage(input, pipeline.key, stage.key),
          rates,
        })
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
  { deps, principal }: Call<BoardDeps>,
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
  return listCards({ deps, principal }, { ...input, pipeline, stage });
}

/** Deals of a stage that are summed. Their amounts are read one by one, so there must be a limit. */
const MAX_SUMMED = 1_000;
const PER_PAGE = 200;

/** The figures of a stage of which a search or filters show only some records. */
interface FoundFigures {
  readonly count: number;
  /** Whether `count` is exact or a lower limit. */
  readonly relation: Total["relation"];
  /** Only for deals. */
  readonly amounts?: readonly Amount[];
  /** The amounts in the reporting currency; only if the project has one. */
  readonly total?: Converted;
  /** Whether `amounts` leaves deals out, because there are too many to sum. */
  readonly isPartial: boolean;
}

/**
 * Counts the records that a table finds. Of deals it also sums the amounts, of the first thousand at most.
 *
 * @throws CrmError INVALID_INPUT, see `listTable`
 */
async function foundFigures(
  { object, ...call }: ObjectCall<Pick<Deps, "db" | "scan" | "schemas" | "cursors">>,
  { closed }: Stage,
  { query, rates }: { readonly query: TableRows; readonly rates: AtRates },
): Promise<FoundFigures> {
  const { matching } = await countTable(call, object, query);
  const { value: count, relation } = matching;
  const { money } = object;
  if (money === null) return { count, relation, isPartial: false };
  const found: Convertible[] = [];
  let cursor: string | undefined;
  let summed = 0;
  do {
    const page = await listTable(call, object.name, {
      ...query,
      cursor,
      limit: PER_PAGE,
    });
    for (const { properties } of page.records) {
      const amount = textIn(properties[money.amount]);
      const currency = textIn(properties[money.currency]);
      const day = closed ? textIn(properties.closeDate)?.slice(0, "2026-11-22".length) : undefined;
      found.push({ currency, amount, valued: 1, day });
    }
    summed += page.records.length;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && summed < MAX_SUMMED);
  return { count, relation, ...sumMoney(found, rates), isPartial: cursor !== undefined };
}

/**
 * Counts the records of a table (see `countSearch`), and all records of its type. The latter number is exact beyond 10,000 too,
 * unless more has changed within the last seconds than has been added up.
 *
 * @throws CrmError INVALID_INPUT, see `listTable`
 */
export async function countTable(
  { deps, principal }: Call<Pick<Deps, "db" | "scan">>,
  object: ObjectSchema,
  query: Pick<TableQuery, "groups" | "search">,
): Promise<{ readonly matching: Total; readonly all: Total }> {
  const asked = readTable(object, { ...query, sort: BY_ID });
  const known = await countAll(deps, principal.projectId, object.name);
  const all: Total =
    known === null
      ? await countSearch({ deps, principal }, { ...asked, groups: [[]] })
      : { value: known, relation: "eq" };
  const isNarrowed = asked.groups.some((group) => group.length > 0);
  return { matching: isNarrowed ? await countSearch({ deps, principal }, asked) : all, all };
}

const BY_ID = { property: "id", direction: "asc" } as const;

function textIn(value: StoredValue | undefined): string | null {
  return typeof value === "string" ? value : null;
}

function unknownStage(pipeline: Pipeline, given: string): CrmError {
  const known = pipeline.stages.map((stage) => stage.key).join(", ");
  const message = `Pipeline ${quoted(pipeline.key)} has no stage ${quoted(given)}. Stages: ${known}.`;
  return CrmError.ofIssue("INVALID_INPUT", { path: "stage", code: "unknown_stage", message });
}
