import { insertRow } from "../../inserts.ts";
import { deleteRows, selectRows } from "../../statement.ts";

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
