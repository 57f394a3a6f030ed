import { statement } from "../../statement.ts";

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
  { id: number; label: string; probability: string | null; closed: number },
  never
>("stage_update", (query, param) =>
  query
    .updateTable("stages")
    .set({
      label: param("label"),
      probability: param("probability"),
      closed: param("closed"),
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
