import type { Row } from "../../schema.ts";
import { insertRows, statement } from "../../statement.ts";

export const insertPipeline = statement<
  { project: number; type: string; key: string; label: string; position: number; default: number },
  { id: number }
>("pipeline_insert", (query, param) =>
  query
    .insertInto("pipelines")
    .values({
      project_id: param("project"),
      object_type: param("type"),
      key: param("key"),
      label: param("label"),
      position: param("position"),
      is_default: param("default"),
    })
    .returning("id"),
);

export const insertStages = insertRows("stages", [
  "project_id",
  "pipeline_id",
  "key",
  "label",
  "position",
  "probability",
  "closed",
  "color",
]);

export type StageRow = Omit<Row<"stages">, "project_id" | "position"> &
  Pick<Row<"pipelines">, "object_type" | "is_default"> & {
    readonly pipeline_key: string;
    readonly pipeline_label: string;
  };

/** Lists every stage of every pipeline of a project, in order. */
export const listStages = statement<{ project: number }, StageRow>("stages_list", (query, param) =>
  query
    .selectFrom("stages as s")
    .innerJoin("pipelines as p", "p.id", "s.pipeline_id")
    .select([
      "s.pipeline_id",
      "p.object_type",
      "p.key as pipeline_key",
      "p.label as pipeline_label",
      "p.is_default",
      "s.id",
      "s.key",
      "s.label",
      "s.probability",
      "s.closed",
      "s.color",
    ])
    .where("p.project_id", "=", param("project"))
    .orderBy("p.object_type")
    .orderBy("p.position")
    .orderBy("p.id")
    .orderBy("s.position")
    .orderBy("s.id"),
);

/** Lists the projects that have no pipeline of an object type, in the order of their ids. */
export const projectsWithout = statement<
  { type: string; after: number; limit: number },
  { id: number }
>("projects_without_pipeline", (query, param) =>
  query
    .selectFrom("projects")
    .select("projects.id")
    .where("projects.id", ">", param("after"))
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom("pipelines")
            .select("pipelines.id")
            .whereRef("pipelines.project_id", "=", "projects.id")
            .where("pipelines.object_type", "=", param("type")),
        ),
      ),
    )
    .orderBy("projects.id")
    .limit(param("limit")),
);

export const updatePipeline = statement<{ id: number; label: string; default: number }, never>(
  "pipeline_update",
  (query, param) =>
    query
      .updateTable("pipelines")
      .set({ label: param("label"), is_default: param("default") })
      .where("id", "=", param("id")),
);

export const movePipeline = statement<{ id: number; position: number }, never>(
  "pipeline_move",
  (query, param) =>
    query
      .updateTable("pipelines")
      .set({ position: param("position") })
      .where("id", "=", param("id")),
);

/** Deletes a pipeline. Its stages must have been deleted before. */
export const deletePipeline = statement<{ id: number }, never>("pipeline_delete", (query, param) =>
  query.deleteFrom("pipelines").where("id", "=", param("id")),
);

export const updateStage = statement<
  { id: number; label: string; probability: string | null; closed: number; color: string | null },
  never
>("stage_update", (query, param) =>
  query
    .updateTable("stages")
    .set({
      label: param("label"),
      probability: param("probability"),
      closed: param("closed"),
      color: param("color"),
    })
    .where("id", "=", param("id")),
);

export const moveStage = statement<{ id: number; position: number }, never>(
  "stage_move",
  (query, param) =>
    query
      .updateTable("stages")
      .set({ position: param("position") })
      .where("id", "=", param("id")),
);

export const deleteStage = statement<{ id: number }, never>("stage_delete", (query, param) =>
  query.deleteFrom("stages").where("id", "=", param("id")),
);
