import type { ObjectType } from "@rapport/model";
import type { Issue } from "../errors.ts";
import type { ObjectSchema } from "../object-schema.ts";
import { FORBIDDEN_NAMES, forbiddenNameIssue, unknownNameIssue } from "../schema/property-names.ts";
import { parseTypes } from "./associations/associations.ts";

/** What to return of records, as a request names it. */
export interface SelectionInput {
  /** Internal names; all properties with a value if undefined. */
  readonly properties?: readonly string[] | undefined;
  /** Object types whose associations to return; none if undefined. */
  readonly associations?: readonly string[] | undefined;
}

export interface Selection {
  readonly properties: readonly string[] | undefined;
  readonly associations: readonly ObjectType[] | undefined;
}

/** Checks the names of a selection. Returns one issue per unknown or forbidden name. */
export function parseSelection(
  schema: ObjectSchema,
  { properties, associations }: SelectionInput,
): { readonly selection: Selection; readonly issues: readonly Issue[] } {
  const { types, issues } = parseTypes(associations ?? []);
  return {
    selection: { properties, associations: associations && types },
    issues: [...nameIssues(schema, properties ?? []), ...issues],
  };
}

function nameIssues(schema: ObjectSchema, names: readonly string[]): readonly Issue[] {
  return names
    .filter((name) => !schema.properties.has(name))
    .map((name) =>
      FORBIDDEN_NAMES.has(name)
        ? forbiddenNameIssue(name, "properties")
        : unknownNameIssue(name, schema.properties.keys(), "properties"),
    );
}
