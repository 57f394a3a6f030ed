import type { ProjectSnapshot } from "@rapport/db";
import type { exportActors } from "../audit/actors.ts";
import { EVERYONE } from "../views/views.ts";
import type { Line } from "./format.ts";
import { allRows, byPlace, byText, json } from "./table-rows.ts";

export async function typeLines(snapshot: ProjectSnapshot): Promise<readonly Line[]> {
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

export async function definitionLines(snapshot: ProjectSnapshot): Promise<readonly Line[]> {
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

export async function pipelineLines(snapshot: ProjectSnapshot): Promise<readonly Line[]> {
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
      .map(({ key, label, probability, closed }) => ({
        ...{ key, label, probability },
        closed: closed === 1,
      })),
  }));
}

export async function labelLines(snapshot: ProjectSnapshot): Promise<readonly Line[]> {
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

export async function viewLines(
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
