import { erasures, type ProjectRows, type ProjectSnapshot } from "@rapport/db";
import type { Color } from "@rapport/model";
import { exportActors } from "../audit/actors.ts";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { keyIn, typeIn } from "../records/associations/kinds.ts";
import { EVERYONE } from "../views/views.ts";
import type { Line } from "./format.ts";

/**
 * Reads the content of a project as the lines of its file, in their order. Memory is bounded by the size of the schema
 * and of one batch.
 *
 * @throws CrmError CONFLICT if an erasure has not removed all its values yet
 */
export async function* projectLines(
  deps: Pick<Deps, "db">,
  snapshot: ProjectSnapshot,
): AsyncGenerator<readonly Line[]> {
  yield await typeLines(snapshot);
  yield await definitionLines(snapshot);
  yield await pipelineLines(snapshot);
  yield await labelLines(snapshot);
  const actors = exportActors(deps);
  yield await viewLines(snapshot, actors);
  yield* inBatches(snapshot, "reportingCurrencies", ({ currency }) => ({
    kind: "reportingCurrency",
    currency,
  }));
  yield* inBatches(snapshot, "rates", ({ base, currency, starts_on: from, rate }) => ({
    ...{ kind: "rate", base, currency, from, rate },
  }));
  yield* inBatches(snapshot, "associations", (row) => ({
    kind: "association",
    from: row.from_id,
    fromType: typeIn(row.from_type),
    to: row.to_id,
    toType: typeIn(row.to_type),
    ...(row.to_type !== typeIn(row.to_type) && {
      key: keyIn(row.to_type),
      inverseKey: keyIn(row.from_type),
    }),
    createdAt: row.created_at,
  }));
  for await (const rows of snapshot.rows("history")) {
    const name = await actors(rows.map((row) => row.actor));
    yield rows.map((row) => historyLine(row, name));
  }
  yield* inBatches(snapshot, "merges", (row) => ({
    kind: "merge",
    merged: row.merged_id,
    primary: row.primary_id,
    number: row.number,
    height: row.height,
    at: row.at,
    isKept: row.is_kept === 1,
    changes: json(row.changes),
  }));
  yield* inBatches(snapshot, "mergeAssociations", (row) => ({
    kind: "mergeAssociation",
    merged: row.merged_id,
    other: row.other_id,
    createdAt: row.created_at,
  }));
  yield* inBatches(snapshot, "mergeLabels", (row) => ({
    kind: "mergeLabel",
    merged: row.merged_id,
    other: row.other_id,
    type: typeIn(row.type),
    key: keyIn(row.type),
    createdAt: row.created_at,
  }));
  for await (const rows of snapshot.rows("erasures")) {
    const name = await actors(rows.map((row) => row.actor));
    yield rows.map((row) => erasureLine(row, name));
  }
  yield* inBatches(snapshot, "differences", (row) => ({
    kind: "difference",
    type: row.type,
    record: row.record_id,
    other: row.other_id,
    at: row.dismissed_at,
  }));
  yield* inBatches(snapshot, "records", (row) => ({
    kind: "record",
    id: row.id,
    type: row.type,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at,
    erasedAt: row.erased_at,
    mergedInto: row.merged_into,
    properties: json(row.properties),
  }));
}

async function typeLines(snapshot: ProjectSnapshot): Promise<readonly Line[]> {
  const rows = await allRows(snapshot, "types");
  return rows.toSorted(byText((row) => row.name)).map((row) => ({
    kind: "type",
    name: row.name,
    plural: row.plural,
    rank: row.rank,
    hasPipeline: row.has_pipeline === 1,
    createdAt: row.created_at,
    removedAt: row.removed_at,
    definition: json(row.definition),
  }));
}

async function definitionLines(snapshot: ProjectSnapshot): Promise<readonly Line[]> {
  const rows = await allRows(snapshot, "definitions");
  return (
    rows
      .map(
        (row): Line => ({
          kind: "property",
          type: row.object_type,
          name: row.name,
          createdAt: row.created_at,
          definition: json(row.definition),
        }),
      )
      // The databases order texts differently.
      .toSorted(byText((line) => JSON.stringify([line.kind, Object.values(line).slice(1, 3)])))
  );
}

async function pipelineLines(snapshot: ProjectSnapshot): Promise<readonly Line[]> {
  const stages = (await allRows(snapshot, "stages")).toSorted(byPlace);
  const pipelines = (await allRows(snapshot, "pipelines")).toSorted(byPlace);
  return pipelines.toSorted(byText((row) => row.object_type)).map((row) => ({
    kind: "pipeline",
    type: row.object_type,
    key: row.key,
    label: row.label,
    isDefault: row.is_default === 1,
    stages: stages
      .filter((stage) => stage.pipeline_id === row.id)
      .map(({ key, label, probability, closed, color }) => ({
        ...{ key, label, probability },
        closed: closed === 1,
        ...(color !== null && { color: color as Color }),
      })),
  }));
}

async function labelLines(snapshot: ProjectSnapshot): Promise<readonly Line[]> {
  const rows = await allRows(snapshot, "associationLabels");
  return rows
    .map((row): Line => {
      const definition = json(row.definition);
      return {
        kind: "associationLabel",
        ...{ type: row.type, toType: row.to_type, key: row.key },
        ...{ label: definition.label, inverseKey: definition.inverseKey },
        ...{ inverseLabel: definition.inverseLabel, maxPerSource: definition.maxPerSource },
        ...{ maxPerTarget: definition.maxPerTarget, createdAt: row.created_at },
      };
    })
    .toSorted(byText((line) => JSON.stringify(Object.values(line).slice(1, 4))));
}

async function viewLines(
  snapshot: ProjectSnapshot,
  actors: ReturnType<typeof exportActors>,
): Promise<readonly Line[]> {
  const rows = (await allRows(snapshot, "views")).filter((row) => row.audience === EVERYONE);
  const name = await actors(rows.map((row) => row.maker));
  return rows.toSorted(byText((row) => row.id)).map((row) => ({
    kind: "view",
    id: row.id,
    type: row.type,
    name: row.name,
    version: row.version,
    maker: name(row.maker),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    content: json(row.content),
  }));
}

function historyLine(row: Row<"history">, name: (stored: string) => string): Line {
  return {
    kind: "history",
    record: row.record_id,
    action: row.action,
    at: row.at,
    actor: name(row.actor),
    version: row.version,
    changes: json(row.changes),
  };
}

function erasureLine(row: Row<"erasures">, name: (stored: string) => string): Line {
  if (erasures.hasRowsLeft(row.step)) {
    throw new CrmError(
      "CONFLICT",
      "An erasure in this project has not removed all values yet. Wait until a worker has finished it, then export again.",
    );
  }
  return {
    kind: "erasure",
    record: row.record_id,
    type: row.type,
    recordCreatedAt: row.record_created_at,
    version: row.version,
    actor: name(row.actor),
    at: row.at,
  };
}

type Table = keyof ProjectRows;
type Row<T extends Table> = ProjectRows[T];

async function* inBatches<T extends Table>(
  snapshot: ProjectSnapshot,
  table: T,
  toLine: (row: Row<T>) => Line,
): AsyncGenerator<readonly Line[]> {
  for await (const rows of snapshot.rows(table)) yield rows.map(toLine);
}

async function allRows<T extends Table>(snapshot: ProjectSnapshot, table: T): Promise<Row<T>[]> {
  const found: Row<T>[] = [];
  for await (const rows of snapshot.rows(table)) found.push(...rows);
  return found;
}

interface Place {
  readonly position: number;
  readonly id: number;
}

function byPlace(a: Place, b: Place): number {
  return a.position - b.position || a.id - b.id;
}

function byText<T>(text: (one: T) => string): (a: T, b: T) => number {
  return (a, b) => {
    const [x, y] = [text(a), text(b)];
    if (x === y) return 0;
    return x < y ? -1 : 1;
  };
}

/** Parses stored JSON. The databases order members differently, so they are sorted. */
function json(text: string) {
  return JSON.parse(text, (_, value) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(byText(([name]) => name)))
      : value,
  );
}
