import { BODY_PATHS, type InputPaths } from "../../input-paths.ts";
import type { PropertyItem } from "../../records/property-input.ts";

/** Internal property names by field name of the Workspace API. */
export type Fields = Readonly<Record<string, string>>;

/** Returns the fields present in a request as property items. */
export function itemsOf(fields: Fields, input: object): readonly PropertyItem[] {
  return givenFields(fields, input).map((field) => ({
    internal_name: fields[field] as string,
    value: (input as Record<string, PropertyItem["value"]>)[field],
  }));
}

/**
 * Returns the paths that issues use for a request's fields, in the order of `itemsOf`.
 *
 * @param associationPaths paths of the ids of associated records
 */
export function fieldPaths(
  fields: Fields,
  input: object,
  associationPaths: readonly string[] = [],
): InputPaths {
  const given = givenFields(fields, input);
  return {
    property: (index) => given[index] ?? "",
    properties: "",
    association: (index) => associationPaths[index] ?? "",
    conflict: (property) =>
      Object.keys(fields).find((field) => fields[field] === property) ??
      BODY_PATHS.conflict(property),
  };
}

function givenFields(fields: Fields, input: object): readonly string[] {
  return Object.keys(fields).filter(
    (field) => (input as Record<string, unknown>)[field] !== undefined,
  );
}
