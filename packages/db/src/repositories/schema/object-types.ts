import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../dialect/dialect.ts";
import { insertRow } from "../../inserts.ts";
import type { Row } from "../../schema.ts";
import type { Scope } from "../../scope.ts";
import { sqlStatement, statement, updateRows } from "../../statement.ts";

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
export const saveType = insertRow("object_type_save", "object_types", {
  values: {
    project_id: "project",
    name: "name",
    plural: "plural",
    rank: "rank",
    has_pipeline: "hasPipeline",
    definition: "definition",
    created_at: "at",
  },
  key: ["project_id", "name"],
  replace: ["definition"],
});

/** Marks a type as removed. */
export const removeType = updateRows("object_type_remove", "object_types", {
  set: { removed_at: "at" },
  where: { project_id: "project", name: "name" },
});

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

const FORGETS = [
  forget("_views", "views", (type) => sql`type = ${type}`),
  forget(
    "_stages",
    "stages",
    (type, project) => sql`pipeline_id in (
      select id from pipelines where project_id = ${project} and object_type = ${type})`,
  ),
  forget("_pipelines", "pipelines", (type) => sql`object_type = ${type}`),
  forget("_labels", "association_labels", (type) => sql`(type = ${type} or to_type = ${type})`),
  forget("_properties", "property_definitions", (type) => sql`object_type = ${type}`),
  forget("", "object_types", (type) => sql`name = ${type} and removed_at is not null`),
];

function forget(
  name: string,
  table: string,
  hasType: (type: RawBuilder<string>, project: RawBuilder<number>) => RawBuilder<unknown>,
) {
  return sqlStatement<{ project: number; type: string }, never>(
    `object_type_forget${name}`,
    (param) => sql`
      delete from ${sql.table(table)}
      where project_id = ${param("project")} and ${hasType(param("type"), param("project"))}`,
  );
}
