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
  /** Grey if none is chosen. */
  readonly color?: Color | undefined;
}

/** Rules of the values of a property (specification §11). Its type says which of them it can have. */
export interface PropertyRules {
  /** In characters, which are Unicode code points. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** A regular expression in RE2 syntax that the whole value must match. */
  readonly pattern?: string;
  /** Exact decimals. */
  readonly min?: string;
  readonly max?: string;
  /** Most digits after the point, except for zeros at the end. */
  readonly decimals?: number;
  /** Days, or datetimes as they are stored. */
  readonly notBefore?: string;
  readonly notAfter?: string;
}

export type RuleName = keyof PropertyRules;

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
  /** What the text means to the admin app: a currency's code, or Markdown. */
  readonly format?: "currency" | "markdown";
  readonly description?: string;
  /** Rules of its values. Values from before a rule stay until they are written. */
  readonly rules?: PropertyRules;
  /** The value in stored form that a new record has if none is given. */
  readonly default?: string | boolean | readonly string[] | readonly boolean[];
  /** The heading above it on pages and in forms. */
  readonly group?: string;
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

/** Colours of options and stages. The admin app has a shade of each for light and for dark pages. */
export const COLORS = [
  "grey",
  "red",
  "orange",
  "yellow",
  "green",
  "teal",
  "blue",
  "indigo",
  "purple",
  "pink",
] as const;

export type Color = (typeof COLORS)[number];

/** Returns the colour that a stage is shown in: a chosen one, or what its outcome says. */
export function stageColor({
  color,
  closed,
  probability,
}: {
  readonly color?: Color | null | undefined;
  readonly closed: boolean;
  readonly probability: string | null;
}): Color {
  if (color) return color;
  if (!closed) return "blue";
  if (probability === null) return "grey";
  return Number(probability) > 0 ? "green" : "red";
}

/** Colours of options of built-in properties until an admin chooses others. Those of priorities get warmer. */
const USUAL: Readonly<Record<string, Color>> = {
  ...{ medium: "blue", high: "orange", urgent: "red" },
  ...{ lead: "blue", marketingqualifiedlead: "indigo", salesqualifiedlead: "purple" },
  ...{ opportunity: "yellow", customer: "green", evangelist: "teal" },
  ...{ new: "blue", open: "blue", in_progress: "yellow", connected: "green", done: "green" },
  ...{ scheduled: "blue", confirmed: "indigo", completed: "green", no_show: "orange" },
};

/** Returns the colour that an option is shown in: a chosen one, the usual one of its value, or grey. */
export function optionColor({
  value,
  color,
}: {
  readonly value: string;
  readonly color?: Color | null | undefined;
}): Color {
  if (color) return color;
  return Object.hasOwn(USUAL, value) ? (USUAL[value] ?? "grey") : "grey";
}
