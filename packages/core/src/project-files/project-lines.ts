import { erasures, type ProjectRows, type ProjectSnapshot } from "@rapport/db";
import type { ObjectType } from "@rapport/model";
import { exportActors } from "../audit/actors.ts";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { EVERYONE } from "../views/views.ts";
import type { Line } from "./format.ts";

type Table = keyof ProjectRows;
type Row<T extends Table> = ProjectRows[T];

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
  yield await definitionLines(snapshot);
  yield await pipelineLines(snapshot);
  const actors = exportActors(deps);
  yield await viewLines(snapshot, actors);
  yield* inBatches(snapshot, "associations", (row) => ({
    kind: "association",
    from: row.from_id,
    fromType: row.from_type as ObjectType,
    to: row.to_id,
    toType: row.to_type as ObjectType,
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
  for await (const rows of snapshot.rows("erasures")) {
    const name = await actors(rows.map((row) => row.actor));
    yield rows.map((row) => erasureLine(row, name));
  }
  yield* inBatches(snapshot, "differences", (row) => ({
    kind: "difference",
    type: row.type as ObjectType,
    record: row.record_id,
    other: row.other_id,
    at: row.dismissed_at,
  }));
  yield* inBatches(snapshot, "records", (row) => ({
    kind: "record",
    id: row.id,
    type: row.type as ObjectType,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at,
    erasedAt: row.erased_at,
    mergedInto: row.merged_into,
    properties: json(row.properties),
  }));
}

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

async function definitionLines(snapshot: ProjectSnapshot): Promise<readonly Line[]> {
  const rows = await allRows(snapshot, "definitions");
  return (
    rows
      .map(
        (row): Line => ({
          kind: "property",
          type: row.object_type as ObjectType,
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
    type: row.object_type as ObjectType,
    key: row.key,
    label: row.label,
    isDefault: row.is_default === 1,
    stages: stages
      .filter((stage) => stage.pipeline_id === row.id)
      .map(({ key, label, probability, closed }) => ({
        ...{ key, label, probability },
        closed: closed === 1,
      })),
  }));
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
    type: row.type as ObjectType,
    name: row.name,
    version: row.version,
    maker: name(row.maker),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    content: json(row.content),
  }));
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
    type: row.type as ObjectType,
    recordCreatedAt: row.record_created_at,
    version: row.version,
    actor: name(row.actor),
    at: row.at,
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
