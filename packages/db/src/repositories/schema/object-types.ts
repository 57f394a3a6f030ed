import type { Db } from "../../dialect/dialect.ts";
import type { Row } from "../../schema.ts";
import type { Scope } from "../../scope.ts";
import { statement } from "../../statement.ts";

/** A project's own object type, or its changes of a built-in one. */
export type TypeRow = Omit<Row<"object_types">, "project_id" | "created_at">;

/** Lists a project's own object types and its changes of built-in ones, the oldest first. */
export const listTypes = statement<{ project: number }, TypeRow>(
  "object_types_list",
  (query, param) =>
    query
      .selectFrom("object_types")
      .select(["name", "plural", "rank", "has_pipeline", "definition", "removed_at"])
      .where("project_id", "=", param("project"))
      .orderBy("rank", "desc")
      .orderBy("name"),
);

/** Inserts a type, or replaces the definition of the one with that name. */
export const saveType = statement<
  {
    project: number;
    name: string;
    plural: string;
    rank: number;
    hasPipeline: number;
    definition: string;
    at: string;
  },
  never
>("object_type_save", (query, param) =>
  query
    .insertInto("object_types")
    .values({
      project_id: param("project"),
      name: param("name"),
      plural: param("plural"),
      rank: param("rank"),
      has_pipeline: param("hasPipeline"),
      definition: param("definition"),
      created_at: param("at"),
      removed_at: null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["project_id", "name"])
        .doUpdateSet((eb) => ({ definition: eb.ref("excluded.definition") })),
    ),
);

/** Marks a type as removed. */
export const removeType = statement<{ project: number; name: string; at: string }, never>(
  "object_type_remove",
  (query, param) =>
    query
      .updateTable("object_types")
      .set({ removed_at: param("at") })
      .where("project_id", "=", param("project"))
      .where("name", "=", param("name")),
);

/** Lists removed types of all projects whose records are still to be purged. */
export const listRemoved = statement<{ limit: number }, { project_id: number; name: string }>(
  "object_types_removed",
  (query, param) =>
    query
      .selectFrom("object_types")
      .select(["project_id", "name"])
      .where("removed_at", "is not", null)
      .orderBy("project_id")
      .orderBy("name")
      .limit(param("limit")),
);

/**
 * Deletes a removed type with its properties, pipelines, labels of associations and views. Its records must have been
 * purged before.
 */
export async function forgetType(tx: Db, scope: Scope, type: string): Promise<void> {
  const args = { project: scope.projectId, type };
  for (const forget of FORGETS) await forget.all(tx, args);
}

type OfType = { project: number; type: string };

const FORGETS = [
  statement<OfType, never>("object_type_forget_views", (query, param) =>
    query
      .deleteFrom("views")
      .where("project_id", "=", param("project"))
      .where("type", "=", param("type")),
  ),
  statement<OfType, never>("object_type_forget_stages", (query, param) =>
    query
      .deleteFrom("stages")
      .where("project_id", "=", param("project"))
      .where("pipeline_id", "in", (eb) =>
        eb
          .selectFrom("pipelines")
          .select("id")
          .where("project_id", "=", param("project"))
          .where("object_type", "=", param("type")),
      ),
  ),
  statement<OfType, never>("object_type_forget_pipelines", (query, param) =>
    query
      .deleteFrom("pipelines")
      .where("project_id", "=", param("project"))
      .where("object_type", "=", param("type")),
  ),
  statement<OfType, never>("object_type_forget_labels", (query, param) =>
    query
      .deleteFrom("association_labels")
      .where("project_id", "=", param("project"))
      .where((eb) => eb.or([eb("type", "=", param("type")), eb("to_type", "=", param("type"))])),
  ),
  statement<OfType, never>("object_type_forget_properties", (query, param) =>
    query
      .deleteFrom("property_definitions")
      .where("project_id", "=", param("project"))
      .where("object_type", "=", param("type")),
  ),
  statement<OfType, never>("object_type_forget", (query, param) =>
    query
      .deleteFrom("object_types")
      .where("project_id", "=", param("project"))
      .where("name", "=", param("type"))
      .where("removed_at", "is not", null),
  ),
];
