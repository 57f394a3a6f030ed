import type { Row } from "../../schema.ts";
import { statement } from "../../statement.ts";

export type DefinitionRow = Pick<
  Row<"property_definitions">,
  "object_type" | "name" | "definition"
>;

/** Lists a project's own properties and its changes of built-in ones. */
export const listDefinitions = statement<{ project: number }, DefinitionRow>(
  "definitions_list",
  (query, param) =>
    query
      .selectFrom("property_definitions")
      .select(["object_type", "name", "definition"])
      .where("project_id", "=", param("project"))
      .orderBy("object_type")
      .orderBy("name"),
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

interface DefinitionKey {
  project: number;
  type: string;
  name: string;
}

export const deleteDefinition = statement<DefinitionKey, never>(
  "definition_delete",
  (query, param) =>
    query
      .deleteFrom("property_definitions")
      .where("project_id", "=", param("project"))
      .where("object_type", "=", param("type"))
      .where("name", "=", param("name")),
);
