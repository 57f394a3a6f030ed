import { insertRow, insertRows } from "../../inserts.ts";
import type { Row } from "../../schema.ts";
import { deleteRows, statement, updateRows } from "../../statement.ts";

export const insertPipeline = insertRow("pipeline_insert", "pipelines", {
  values: {
    project_id: "project",
    object_type: "type",
    key: "key",
    label: "label",
    position: "position",
    is_default: "default",
  },
  returning: ["id"],
});

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

export const updatePipeline = updateRows("pipeline_update", "pipelines", {
  set: { label: "label", is_default: "default" },
  where: { id: "id" },
});

export const movePipeline = updateRows("pipeline_move", "pipelines", {
  set: { position: "position" },
  where: { id: "id" },
});

/** Deletes a pipeline. Its stages must have been deleted before. */
export const deletePipeline = deleteRows("pipeline_delete", "pipelines", { id: "id" });

export const updateStage = updateRows("stage_update", "stages", {
  set: { label: "label", probability: "probability", closed: "closed", color: "color" },
  where: { id: "id" },
});

export const moveStage = updateRows("stage_move", "stages", {
  set: { position: "position" },
  where: { id: "id" },
});

export const deleteStage = deleteRows("stage_delete", "stages", { id: "id" });
