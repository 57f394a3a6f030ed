import { objectType, typeKeys, typeNames } from "../object-types.ts";
import type { PropertyDefinition } from "../property/property-types.ts";
import type { Schema } from "../property/use-schema.ts";

/** A property, or a field that every record has. */
export type Field = PropertyDefinition;

export const CREATED = own("created_at", "Created", "datetime");
export const UPDATED = own("updated_at", "Last change", "datetime");
export const ID = own("id", "Record id", "number");

function own(name: string, label: string, type: Field["type"], multi = false): Field {
  const traits = { unique: false, readOnly: true, closed: false, builtIn: true };
  return { name, label, type, multi, indexed: true, ...traits };
}

/**
 * Returns what to know about an order by a property: amounts in several currencies are compared by their numbers. Undefined
 * for other properties, and for amounts in one currency.
 *
 * @param shown the currencies of the records that are loaded
 */
export function noteOfSort(
  type: string,
  property: string | null,
  shown: Iterable<unknown>,
): string | undefined {
  if (property !== objectType(type).money?.amount) return undefined;
  const currencies = new Set([...shown].filter((one) => typeof one === "string"));
  return currencies.size > 1 ? "Compares the numbers. Currencies are not converted." : undefined;
}

const ASSOCIATIONS = "associations.";

/** Returns the fields that hold associated records: one for each other type. */
function associationFields(type: string): readonly Field[] {
  return typeKeys()
    .filter((other) => other !== type)
    .map((other) => own(`${ASSOCIATIONS}${other}`, typeNames(other).singular, "string", true));
}

/** Returns the type of the associated records that a field holds, or null for any other field. */
export function associatedType({ name }: Pick<Field, "name">): string | null {
  if (!name.startsWith(ASSOCIATIONS)) return null;
  const type = name.slice(ASSOCIATIONS.length);
  return typeKeys().includes(type) ? type : null;
}

/** Returns whether a field can be edited in a cell. Associated records can, though no value holds them. */
export function isEditable(field: Field): boolean {
  return !field.readOnly || associatedType(field) !== null;
}

/** Returns the fields that a table can be filtered by. */
export function filterFields({ name: type, properties }: Schema): readonly Field[] {
  return [...properties, ...associationFields(type), CREATED, UPDATED, ID];
}

/** Returns the property that the name column sorts by. */
export function nameProperty(type: string): string {
  return objectType(type).sortName;
}

/** Returns the columns of a table until the admin chooses others. */
export function defaultColumns(type: string): readonly string[] {
  return objectType(type).columns;
}

/** Returns the fields that may be columns besides the name, in the order of the schema. */
export function columnFields({ name: type, properties }: Schema): readonly Field[] {
  const names = objectType(type).nameProperties.flat();
  const isNameColumn = (name: string) => names.length === 1 && names[0] === name;
  const others = properties.filter(({ name }) => !isNameColumn(name));
  return [...others, ...associationFields(type), CREATED, UPDATED, ID];
}

/** The property types that the server searches, and properties of these types that hold keys. */
const SEARCHED = new Set(["string", "text", "email", "phone", "url"]);
const KEYS = new Set(["pipeline", "stage", "owner_id"]);

/** Returns the labels of the properties that the search box searches. The parts of a name are one. */
function searchedLabels({ name: type, properties }: Schema): readonly string[] {
  const [naming = []] = objectType(type).nameProperties;
  const isPart = (name: string) => naming.length > 1 && naming.includes(name);
  const labels = properties
    .filter(({ indexed, type, name }) => indexed && SEARCHED.has(type) && !KEYS.has(name))
    .map(({ name, label }) => (isPart(name) ? "name" : label.toLowerCase()));
  return [...new Set(labels)];
}

const OR_LIST = new Intl.ListFormat("en-GB", { type: "disjunction" });
const MAX_NAMED = 4;
/** Longer texts do not fit in the search box. */
const MAX_CHARACTERS = 30;

/**
 * Returns what the search box searches, such as “Name, email or phone”: the first properties, as many as fit.
 *
 * @param more what else a box searches, such as “id”
 */
export function searchedText(schema: Schema, ...more: readonly string[]): string {
  const labels = searchedLabels(schema).slice(0, MAX_NAMED);
  const texts = labels.map((_, i) => OR_LIST.format([...labels.slice(0, i + 1), ...more]));
  const text =
    texts.findLast(({ length }) => length <= MAX_CHARACTERS) ?? texts[0] ?? OR_LIST.format(more);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
