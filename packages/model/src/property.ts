/** Types of property values (docs/specification.md, properties). */
export const PROPERTY_TYPES = [
  "string",
  "text",
  "number",
  "boolean",
  "date",
  "datetime",
  "email",
  "phone",
  "url",
  "enumeration",
] as const;

export type PropertyType = (typeof PROPERTY_TYPES)[number];

export interface PropertyOption {
  readonly value: string;
  readonly label: string;
}

/** One property of an object type: built in, or added by a project. */
export interface PropertyDefinition {
  /** The internal name, as requests and responses use it. */
  readonly name: string;
  readonly label: string;
  readonly type: PropertyType;
  readonly multi: boolean;
  /** Whether the index table holds its values, so that records can be filtered and sorted by it. */
  readonly indexed: boolean;
  readonly unique: boolean;
  readonly readOnly: boolean;
  /** Suggested values of an enumeration. If the enumeration is closed, no others are allowed. */
  readonly options?: readonly PropertyOption[];
  readonly closed: boolean;
  readonly builtIn: boolean;
  readonly format?: "currency";
  readonly description?: string;
}

/** Settings that a property has if its definition omits them. */
export const PROPERTY_DEFAULTS = {
  label: "",
  type: "string",
  multi: false,
  indexed: false,
  unique: false,
  readOnly: false,
  closed: false,
  builtIn: false,
} as const satisfies Omit<PropertyDefinition, "name">;

/** Defines a built-in property. */
export function property(
  name: string,
  label: string,
  type: PropertyType = "string",
  traits: Partial<PropertyDefinition> = {},
): PropertyDefinition {
  return { ...PROPERTY_DEFAULTS, name, label, type, builtIn: true, ...traits };
}

/**
 * Defines a built-in enumeration. It is open: the specification names no allowed values, so the options
 * are suggestions until a project closes the list.
 *
 * @param labels label of each suggested value
 */
export function enumeration(
  name: string,
  label: string,
  labels: Readonly<Record<string, string>>,
  traits: Partial<PropertyDefinition> = {},
): PropertyDefinition {
  const options = Object.entries(labels).map(([value, label]) => ({ value, label }));
  return property(name, label, "enumeration", { ...traits, options });
}
