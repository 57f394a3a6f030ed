import { statement } from "../statement.ts";

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
