import { sql } from "kysely";
import type { Db } from "../dialect/dialect.ts";
import type { Scope } from "../scope.ts";
import { sqlStatement, statement } from "../statement.ts";

interface Place {
  readonly type: string;
  readonly pipeline: string;
  readonly stage: string;
}

/**
 * Lets one change of a project's schema at a time pass, until the transaction ends. Records can
 * still be written meanwhile.
 */
export const lockSchema = statement<{ project: number }, { id: number }>(
  "schema_lock",
  (query, param, dialect) =>
    query
      .selectFrom("projects")
      .select("id")
      .where("id", "=", param("project"))
      .$if(dialect === "postgres", (locked) => locked.forNoKeyUpdate()),
);

/**
 * Keeps a stage from being removed until the transaction ends.
 *
 * @returns false when there is no such stage any more
 */
export async function holdStage(tx: Db, scope: Scope, place: Place): Promise<boolean> {
  return (await hold.first(tx, { project: scope.projectId, ...place })) !== undefined;
}

const hold = sqlStatement<Place & { project: number }, { id: number }>(
  "stage_hold",
  (param, dialect) => sql`
    select s.id from stages s join pipelines p on p.id = s.pipeline_id
    where p.project_id = ${param("project")} and p.object_type = ${param("type")}
      and p.key = ${param("pipeline")} and s.key = ${param("stage")}
    ${dialect === "postgres" ? sql`for key share of s` : sql``}`,
);

/** Waits for the records that are being put into a pipeline's stages, and keeps others out. */
export const lockStages = statement<{ pipeline: number }, { id: number }>(
  "stages_lock",
  (query, param, dialect) =>
    query
      .selectFrom("stages")
      .select("id")
      .where("pipeline_id", "=", param("pipeline"))
      .orderBy("id")
      .$if(dialect === "postgres", (locked) => locked.forUpdate()),
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

/** Removes a pipeline; its stages are removed before. */
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
