import type { Db } from "../../dialect/dialect.ts";
import { takeSchema } from "../../dialect/locks.ts";
import { insertRow } from "../../inserts.ts";
import { deleteRows, selectRows, sqlStatement, statement } from "../../statement.ts";

/** Returns the version of a project's schema, or undefined if the project does not exist. */
export async function schemaVersion(db: Db, project: number): Promise<number | undefined> {
  return (await version.first(db, { project }))?.schema_version;
}

const version = selectRows("schema_version", "projects", ["schema_version"], {
  where: { id: "project" },
});

/**
 * Waits for the running record changes of a project, and blocks others until the transaction
 * ends, so that a new index misses no record.
 */
export const lockSchema = sqlStatement<{ project: number }, object>(
  "schema_lock",
  (param, dialect) => takeSchema(dialect, param("project")),
);

/** Increments the schema version, so that writes checked against the old schema fail. */
export const bumpSchema = statement<{ project: number }, never>("schema_bump", (query, param) =>
  query
    .updateTable("projects")
    .set((eb) => ({ schema_version: eb("schema_version", "+", 1) }))
    .where("id", "=", param("project")),
);

/** Lists a project's own properties and its changes of built-in ones. */
export const listDefinitions = selectRows(
  "definitions_list",
  "property_definitions",
  ["object_type", "name", "definition"],
  { where: { project_id: "project" }, orderBy: ["object_type", "name"] },
);

/** Inserts a definition, or replaces the one with that name. */
export const saveDefinition = insertRow("definition_save", "property_definitions", {
  values: {
    project_id: "project",
    object_type: "type",
    name: "name",
    definition: "definition",
    created_at: "at",
  },
  key: ["project_id", "object_type", "name"],
  replace: ["definition"],
});

export const deleteDefinition = deleteRows("definition_delete", "property_definitions", {
  project_id: "project",
  object_type: "type",
  name: "name",
});
