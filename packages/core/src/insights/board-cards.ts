import { insights } from "@rapport/db";
import type { Call } from "../call.ts";
import type { Deps } from "../deps.ts";
import type { ObjectSchema, Pipeline, Stage } from "../object-schema.ts";
import { cutPage, jsonBytes, openCursor, sealCursor } from "../paging.ts";
import { type AssociatedNames, listTable, nameAssociated } from "../query/table.ts";
import type { TableRows } from "../query/table-query.ts";
import { indexKey } from "../record-index/index-key.ts";
import { recordName } from "../records/names.ts";
import type { StoredValue } from "../values/parse-value.ts";

export type BoardDeps = Pick<Deps, "db" | "scan" | "schemas" | "figures" | "cursors">;

/** Search, filters and order of the cards of a board, and the fields that the cards show. */
export interface BoardQuery extends TableRows {
  /** Names of properties, and `associations.` with a type, that the cards show. Others are ignored. */
  readonly fields: readonly string[];
}

/** Returns the key of a pipeline or a stage as the index has it. */
function placeKey({ properties }: ObjectSchema, name: "pipeline" | "stage", key: string): string {
  const definition = properties.get(name);
  if (definition === undefined) throw new Error(`a type with pipelines has no property ${name}`);
  return indexKey(definition, key);
}

export interface Card {
  readonly id: number;
  readonly name: string;
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

/** Cards of one stage, newest first. */
export interface CardPage {
  readonly cards: readonly Card[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

interface CardsOfStage extends BoardQuery {
  readonly type: string;
  readonly pipeline: Pipeline;
  readonly stage: Stage;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** Lists one page of the cards of a stage. */
export async function listCards(
  { deps, principal }: Call<BoardDeps>,
  page: CardsOfStage,
): Promise<CardPage> {
  const object = await deps.schemas.object(principal.projectId, page.type);
  const types = page.fields.flatMap(
    (name) => object.schema.objects.get(associatedIn(name))?.name ?? [],
  );
  const { rows, nextCursor } = await findCards({ deps, principal }, object, page);
  const ids = rows.map(({ id }) => id);
  const associated = await nameAssociated(deps.db, principal, object, { ids, types });
  return {
    cards: rows.map((row) => ({
      ...toCard(object, row),
      values: valuesIn(row, page.fields),
      associated: associated.get(row.id) ?? {},
    })),
    nextCursor,
  };
}

/** Finds the records of a stage: along their index, or if there is any condition or other order, as a table does. */
async function findCards(
  { deps, principal }: Call<BoardDeps>,
  object: ObjectSchema,
  page: CardsOfStage,
): Promise<{ rows: readonly insights.CardRow[]; nextCursor: string | null }> {
  const { type, limit, sort, cursor } = page;
  const keys = { pipeline: page.pipeline.key, stage: page.stage.key };
  if (isNarrowed(page) || sort.property !== "id" || sort.direction !== "desc") {
    const query = { ...inStage(page, keys.pipeline, keys.stage), cursor, limit };
    const { records, nextCursor } = await listTable({ deps, principal }, type, query);
    return { rows: records.map((row) => ({ ...row, updated_at: row.updatedAt })), nextCursor };
  }
  const identity = { list: "admin.board", filter: { type, ...keys } };
  const after = openCursor({ deps, principal }, identity, cursor);
  const rows = await insights.listCards.all(deps.db, {
    project: principal.projectId,
    type,
    pipeline: placeKey(object, "pipeline", keys.pipeline),
    stage: placeKey(object, "stage", keys.stage),
    before: after === 0 ? Number.MAX_SAFE_INTEGER : after,
    limit: limit + 1,
  });
  const { shown, next } = cutPage(rows, limit, (row) => jsonBytes(valuesIn(row, page.fields)));
  return { rows: shown, nextCursor: sealCursor({ deps, principal }, identity, next) };
}

/** True if a filter or a search leaves records out. */
export function isNarrowed({ groups, search }: TableRows): boolean {
  return groups.length > 0 || search !== undefined;
}

/** Adds the stage to each group of filters. */
export function inStage({ groups, sort, search }: TableRows, pipeline: string, stage: string) {
  const place = [
    { property: "pipeline", operator: "eq", value: pipeline },
    { property: "stage", operator: "eq", value: stage },
  ] as const;
  const placed = groups.map((group) => [...group, ...place]);
  return { groups: placed.length === 0 ? [place] : placed, sort, search };
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

function toCard(object: ObjectSchema, row: insights.CardRow): Omit<Card, "values" | "associated"> {
  const { id, properties, updated_at, version } = row;
  const card = { id, name: recordName(object, row), updatedAt: updated_at, version };
  const { money } = object;
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
