import type { Row } from "../../schema.ts";
import { deleteRows, selectRows, statement } from "../../statement.ts";

export type DefinitionRow = Pick<
  Row<"property_definitions">,
  "object_type" | "name" | "definition"
>;

/** Lists a project's own properties and its changes of built-in ones. */
export const listDefinitions = selectRows(
  "definitions_list",
  "property_definitions",
  ["object_type", "name", "definition"],
  { where: { project_id: "project" }, orderBy: ["object_type", "name"] },
);

/** Inserts a definition, or replaces the one with that name. */
export const saveDefinition = statement<
  { project: number; type: string; name: string; definition: string; at: string },
  never
>("definition_save", (query, param) =>
  query
    .insertInto("property_definitions")
    .values({
      project_id: param("project"),
      object_type: param("type"),
      name: param("name"),
      definition: param("definition"),
      created_at: param("at"),
    })
    .onConflict((conflict) =>
      conflict
        .columns(["project_id", "object_type", "name"])
        .doUpdateSet((eb) => ({ definition: eb.ref("excluded.definition") })),
    ),
);

export const deleteDefinition = deleteRows("definition_delete", "property_definitions", {
  project_id: "project",
  object_type: "type",
  name: "name",
});
