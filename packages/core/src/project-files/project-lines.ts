import { erasures, type ProjectSnapshot } from "@rapport/db";
import { exportActors } from "../audit/actors.ts";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { keyIn, typeIn } from "../records/associations/kinds.ts";
import type { Line } from "./format.ts";
import {
  definitionLines,
  labelLines,
  pipelineLines,
  typeLines,
  viewLines,
} from "./schema-lines.ts";
import { inBatches, json, type Row } from "./table-rows.ts";

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
