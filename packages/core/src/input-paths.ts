/** Paths of a record's input in the request, so that an issue names the caller's own field. */
export interface InputPaths {
  /** Path of a member of the n-th property item. */
  property(index: number, member: "internal_name" | "value" | "values"): string;
  /** What the n-th property is called in messages; by its internal name if undefined. */
  name?(index: number): string;
  /** Path for an issue of a property that is not in the request. */
  readonly properties: string;
  /** Path of a member of the n-th association. */
  association(index: number, member: "object" | "id" | "type"): string;
  /** Path for a conflict over a property's value. */
  conflict(property: string): string;
}

/** Paths of a body with `properties` and `associations` (specification §4.1) whose items are not at hand. */
export const BODY_PATHS: InputPaths = { ...bodyPaths([]), conflict: (property) => property };

/** Paths of a body that is one property item itself. */
export const ITEM_PATHS: InputPaths = {
  ...BODY_PATHS,
  property: (_, member) => member,
  properties: "value",
  conflict: () => "value",
};

/** Property items of a body, and their paths in the form in which they came. */
export interface GivenProperties {
  readonly items: readonly unknown[];
  readonly paths: InputPaths;
}

/**
 * Returns the property items of a body whose `properties` are a list of items, or an object with the values by name
 * (specification §2.2).
 *
 * @param properties of any shape; neither a list nor an object has no items
 * @param prefix what paths begin with, for example `inputs.7.`
 */
export function givenProperties(properties: unknown, prefix = ""): GivenProperties {
  if (Array.isArray(properties)) {
    return { items: properties, paths: bodyPaths(properties, prefix) };
  }
  const given = typeof properties === "object" && properties !== null ? properties : {};
  const names = Object.keys(given);
  const propertyPath = (name: string) => `${prefix}properties.${name}`;
  const paths = bodyPaths([], prefix);
  return {
    items: Object.entries(given).map(([internal_name, value]) =>
      Array.isArray(value) ? { internal_name, values: value } : { internal_name, value },
    ),
    paths: {
      ...paths,
      property: (index) => propertyPath(names[index] ?? ""),
      conflict: (name) => (names.includes(name) ? propertyPath(name) : paths.properties),
    },
  };
}

/**
 * Returns the paths of a body with these `properties`. A conflict is at the value in the body.
 *
 * @param items property items of any shape
 * @param prefix what its paths begin with, for example `inputs.7.`
 */
function bodyPaths(items: readonly unknown[], prefix = ""): InputPaths {
  const properties = `${prefix}properties`;
  return {
    properties,
    property: (index, member) => `${properties}.${index}.${member}`,
    association: (index, member) =>
      `${prefix}associations.${index}.${member === "type" ? member : `to.${member}`}`,
    conflict: (property) => {
      const index = items.findIndex(
        (item) => (item as { internal_name?: unknown } | null)?.internal_name === property,
      );
      return index < 0 ? properties : `${properties}.${index}.value`;
    },
  };
}
