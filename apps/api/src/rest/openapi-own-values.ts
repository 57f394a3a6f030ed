import type { ObjectSchema, Pipeline } from "@rapport/core";
import type { PropertyDefinition } from "@rapport/model";
import type { Json } from "./openapi-document.ts";

/** Properties in one request (specification §2.2). */
const MAX_WRITTEN = 200;
const MAX_VALUES = 1_000;

/**
 * Returns the schemas of the values that records of a type have, by the names that `openapi-own-template.ts` refers to.
 *
 * @param refTo returns a reference to another of these schemas
 */
export function valueSchemas(
  object: ObjectSchema,
  refTo: (name: string) => Json,
): Readonly<Record<string, Json>> {
  const properties = [...object.properties.values()];
  const written = properties.filter(({ readOnly }) => !readOnly);
  const required = requiredOf(object);
  const members = (
    of: readonly PropertyDefinition[],
    schemaOf: (one: PropertyDefinition, options: readonly string[]) => Json,
  ) =>
    Object.fromEntries(
      of.map((one) => [
        one.name,
        { ...schemaOf(one, optionsOf(one, object.pipelines)), description: textOf(one) },
      ]),
    );
  const needed = members(
    written.filter(({ name }) => required.includes(name)),
    (one, options) => withoutNull(writtenSchema(one, options)),
  );
  return {
    PropertyName: { type: "string", enum: written.map(({ name }) => name) },
    ValuesToWrite: {
      type: "object",
      minProperties: 1,
      maxProperties: MAX_WRITTEN,
      properties: members(written, writtenSchema),
      additionalProperties: false,
      description: "Values by internal name; null clears",
    },
    ValuesToCreate: {
      allOf: [refTo("ValuesToWrite"), { type: "object", required, properties: needed }],
      description: `Values by internal name.${needsOf(object)}`,
    },
    StoredValues: {
      type: "object",
      properties: members(properties, storedSchema),
      description: "Values by internal name: the requested properties, or all that have a value",
    },
    Properties: formsOf(refTo, "ValuesToWrite", ""),
    PropertiesToCreate: formsOf(
      refTo,
      required.length > 0 ? "ValuesToCreate" : "ValuesToWrite",
      needsOf(object),
    ),
  };
}

/** Returns both forms of the properties of a write (specification §2.2). */
function formsOf(refTo: (name: string) => Json, values: string, needs: string): Json {
  const items = { type: "array", minItems: 1, maxItems: MAX_WRITTEN, items: refTo("PropertyItem") };
  return {
    anyOf: [items, refTo(values)],
    description: `Properties, each once: items, or an object with the values by internal name.${needs}`,
  };
}

/** Returns the properties that every record has a value of, and that have none of their own in a new record. */
function requiredOf({ rules, properties }: ObjectSchema): readonly string[] {
  return (rules.required ?? []).flatMap(([name = "", ...others]) =>
    others.length === 0 && properties.has(name) && rules.initial?.[name] === undefined
      ? [name]
      : [],
  );
}

/** Returns a sentence for each set of properties of which a record needs one. */
function needsOf({ rules }: ObjectSchema): string {
  return (rules.required ?? [])
    .filter(({ length }) => length > 1)
    .map((set) => ` At least one of ${set.map((name) => `\`${name}\``).join(", ")} has a value.`)
    .join("");
}

/** Returns the values that a property is known to take: its options, or the keys of pipelines and stages. */
function optionsOf(
  { name, options = [] }: PropertyDefinition,
  pipelines: readonly Pipeline[],
): readonly string[] {
  if (pipelines.length === 0 || options.length > 0) return options.map(({ value }) => value);
  if (name === "pipeline") return pipelines.map(({ key }) => key);
  if (name !== "stage") return [];
  return [...new Set(pipelines.flatMap(({ stages }) => stages.map(({ key }) => key)))];
}

function writtenSchema(property: PropertyDefinition, options: readonly string[]): Json {
  return valuesOf(property, { ...(WRITTEN[property.type] ?? { type: "string" }) }, options);
}

const WRITTEN: Readonly<Record<string, Json>> = {
  number: { type: ["number", "string"] },
  boolean: { type: "boolean" },
  date: { type: "string", format: "date" },
  datetime: { type: "string", format: "date-time" },
  email: { type: "string", format: "email" },
};

/** A response may have values from before a list of options was closed, and numbers are texts of exact decimals. */
function storedSchema(property: PropertyDefinition, options: readonly string[]): Json {
  const { type } = property;
  const value: Json =
    type === "boolean" || type.startsWith("date") ? { ...WRITTEN[type] } : { type: "string" };
  return valuesOf({ ...property, closed: false }, value, options);
}

/** Returns the schema of one value or several, where null stands for none. */
function valuesOf(
  { multi, closed }: PropertyDefinition,
  value: Json,
  options: readonly string[],
): Json {
  const listed = options.length === 0 ? undefined : { type: "string", enum: options };
  if (multi) {
    const items = listed === undefined ? value : closed ? listed : { anyOf: [listed, value] };
    return { type: ["array", "null"], items, maxItems: MAX_VALUES };
  }
  if (listed === undefined) return { ...value, type: [value.type, "null"].flat() };
  const others = closed ? { type: "null" } : { ...value, type: [value.type, "null"].flat() };
  return { anyOf: [listed, others] };
}

function withoutNull({ type, anyOf, ...schema }: Json): Json {
  const [first] = (anyOf ?? []) as readonly Json[];
  if (anyOf !== undefined) return { ...schema, ...first };
  const types = [type].flat().filter((one) => one !== "null");
  return { ...schema, type: types.length === 1 ? types[0] : types };
}

function textOf({ label, description }: PropertyDefinition): string {
  return description === undefined ? label : `${label}: ${description}`;
}

/**
 * Returns the body of an example request on records of a type.
 *
 * @param operation name of the operation, for example `batch.create`
 */
export function exampleBody(object: ObjectSchema, operation: string): Json {
  const names = exampleNames(object);
  const values = Object.fromEntries(names.map((name) => [name, exampleValue(object, name)]));
  const [first = "", ...others] = names;
  const changed = { [others.at(-1) ?? first]: values[others.at(-1) ?? first] };
  const idProperty = [...object.properties.values()].find(
    ({ name, indexed, multi }) => indexed && !multi && names.includes(name),
  )?.name;
  const key = idProperty === undefined ? {} : { idProperty };
  const inputs: Readonly<Record<string, Json>> = {
    "batch.create": { properties: values },
    "batch.update": { id: 42, properties: changed, ifVersion: 3 },
    "batch.upsert": { properties: values },
  };
  switch (operation) {
    case "create":
    case "createWhole":
      return { properties: values };
    case "upsert":
      return { idProperty: idProperty ?? first, properties: values };
    case "set":
      return { properties: changed };
    case "merge":
      return { primaryId: 42, mergeIds: [43, 44] };
    case "unmerge":
      return { mergeId: 44 };
    case "search":
      return { sorts: [{ internal_name: "createdAt", direction: "DESCENDING" }], limit: 50 };
    default:
      return {
        ...(operation === "batch.upsert" ? { idProperty: first, ...key } : {}),
        inputs: [inputs[operation] ?? { id: 42 }],
      };
  }
}

/** Returns the properties that an example of a record has: those that it needs, and those that name it. */
function exampleNames({ properties, rules, nameProperties }: ObjectSchema): readonly string[] {
  const needed = (rules.required ?? []).map(([name]) => name);
  const names = new Set([...needed, ...(nameProperties[0] ?? []), ...(nameProperties[1] ?? [])]);
  const writable = [...properties.values()].filter(({ readOnly }) => !readOnly);
  const known = writable.filter(({ name }) => names.has(name));
  const [any] = writable.filter(({ type }) => type === "string");
  return (known.length > 0 || any === undefined ? known : [any]).map(({ name }) => name);
}

function exampleValue({ properties, examples, pipelines }: ObjectSchema, name: string): unknown {
  const property = properties.get(name);
  if (property === undefined) return null;
  const [option] = optionsOf(property, pipelines);
  const own = property.builtIn ? examples.create[name] : undefined;
  const value = option ?? own ?? EXAMPLES[property.type] ?? property.label;
  return property.multi ? [value] : value;
}

const EXAMPLES: Readonly<Record<string, unknown>> = {
  number: 12.5,
  boolean: true,
  date: "2026-11-20",
  datetime: "2026-11-20T09:30:00Z",
  email: "ada@example.com",
  phone: "+44 20 7946 0018",
  url: "https://example.com",
};
