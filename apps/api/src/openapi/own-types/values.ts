import { type ObjectSchema, type Pipeline, rulesBrokenBy } from "@rapport/core";
import { type PropertyDefinition, rulesIn } from "@rapport/model";
import type { Json } from "../document.ts";

/** Properties in one request (specification §2.2). */
const MAX_WRITTEN = 200;
const MAX_VALUES = 1_000;

/**
 * Returns the schemas of the values that records of a type have, by the names that `template.ts` refers to.
 *
 * @param refTo returns a reference to another of these schemas
 */
export function valueSchemas(
  object: ObjectSchema,
  refTo: (name: string) => Json,
): Readonly<Record<string, Json>> {
  const properties = [...object.properties.values()];
  const written = properties.filter(({ readOnly }) => !readOnly);
  const required = requiredProperties(object);
  const members = (
    of: readonly PropertyDefinition[],
    valueSchema: (one: PropertyDefinition, options: readonly string[]) => Json,
  ) =>
    Object.fromEntries(
      of.map((one) => [
        one.name,
        {
          ...valueSchema(one, knownValues(one, object.pipelines)),
          description: describeProperty(one),
        },
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
      description: `Values by internal name.${describeNeeds(object)}`,
    },
    StoredValues: {
      type: "object",
      properties: members(properties, storedSchema),
      description: "Values by internal name: the requested properties, or all that have a value",
    },
    Properties: propertyForms(refTo, "ValuesToWrite", ""),
    PropertiesToCreate: propertyForms(
      refTo,
      required.length > 0 ? "ValuesToCreate" : "ValuesToWrite",
      describeNeeds(object),
    ),
  };
}

/** Returns both forms of the properties of a write (specification §2.2). */
function propertyForms(refTo: (name: string) => Json, values: string, needs: string): Json {
  const items = { type: "array", minItems: 1, maxItems: MAX_WRITTEN, items: refTo("PropertyItem") };
  return {
    anyOf: [items, refTo(values)],
    description: `Properties, each once: items, or an object with the values by internal name.${needs}`,
  };
}

/** Returns the properties that every record has a value of, and that have none of their own in a new record. */
function requiredProperties({ rules, properties }: ObjectSchema): readonly string[] {
  return (rules.required ?? []).flatMap(([name = "", ...others]) =>
    others.length === 0 && isNeeded(properties.get(name)) && rules.initial?.[name] === undefined
      ? [name]
      : [],
  );
}

function isNeeded(property: PropertyDefinition | undefined): boolean {
  return property !== undefined && property.default === undefined;
}

/** Returns a sentence for each set of properties of which a record needs one. */
function describeNeeds({ rules }: ObjectSchema): string {
  return (rules.required ?? [])
    .filter(({ length }) => length > 1)
    .map((set) => ` At least one of ${set.map((name) => `\`${name}\``).join(", ")} has a value.`)
    .join("");
}

/** Returns the values that a property is known to take: its options, or the keys of pipelines and stages. */
function knownValues(
  { name, options = [] }: PropertyDefinition,
  pipelines: readonly Pipeline[],
): readonly string[] {
  if (pipelines.length === 0 || options.length > 0) return options.map(({ value }) => value);
  if (name === "pipeline") return pipelines.map(({ key }) => key);
  if (name !== "stage") return [];
  return [...new Set(pipelines.flatMap(({ stages }) => stages.map(({ key }) => key)))];
}

function writtenSchema(property: PropertyDefinition, options: readonly string[]): Json {
  const value = { ...(WRITTEN[property.type] ?? { type: "string" }), ...schemaRules(property) };
  return valueOrValues(property, value, options);
}

/** Returns the rules of a property that JSON Schema has too. */
function schemaRules({ rules = {} }: PropertyDefinition): Json {
  const { minLength, maxLength, pattern, min, max } = rules;
  return {
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
    ...(pattern !== undefined && isPattern(pattern) && { pattern: `^(?:${pattern})$` }),
    ...(min !== undefined && { minimum: Number(min) }),
    ...(max !== undefined && { maximum: Number(max) }),
  };
}

/** Returns whether a pattern, which is in RE2 syntax, is one of JSON Schema too. */
function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u") !== undefined;
  } catch {
    return false;
  }
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
  return valueOrValues({ ...property, closed: false }, value, options);
}

/** Returns the schema of one value or several, where null stands for none. */
function valueOrValues(
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

function describeProperty(property: PropertyDefinition): string {
  const { label, description, rules = {}, default: initial } = property;
  const about = description === undefined ? label : `${label}: ${description}`;
  const limits = rulesIn(rules).map(([rule, limit]) => `${rule} ${limit}`);
  const notes = [
    ...(limits.length > 0 ? [`Rules: ${limits.join(", ")}.`] : []),
    ...(initial === undefined ? [] : [`Default: ${[initial].flat().join(", ")}.`]),
  ];
  return [about, ...notes].join("\n\n");
}

/**
 * Returns the body of an example request on records of a type; undefined if no value is found that the rules of a needed
 * property allow.
 *
 * @param operation name of the operation, for example `batch.create`
 */
export function exampleBody(object: ObjectSchema, operation: string): Json | undefined {
  const known = exampleNames(object).map((name) => [name, exampleValue(object, name)] as const);
  const values = Object.fromEntries(known.filter(([, value]) => value !== undefined));
  const names = Object.keys(values);
  if (requiredProperties(object).some((name) => !names.includes(name))) return undefined;
  const [first = "", ...others] = names;
  const changed = { [others.at(-1) ?? first]: values[others.at(-1) ?? first] };
  const idProperty = [...object.properties.values()].find(
    ({ name, indexed, multi }) => indexed && !multi && names.includes(name),
  )?.name;
  const created = { properties: values };
  const pair = {
    id: 42,
    to: { object: object.name === "company" ? "contact" : "company", id: "7" },
  };
  const bodies: Readonly<Record<string, Json>> = {
    create: created,
    createWhole: created,
    upsert: { idProperty: idProperty ?? first, ...created },
    set: { properties: changed },
    merge: { primaryId: 42, mergeIds: [43, 44] },
    unmerge: { mergeId: 44 },
    search: { sorts: [{ internal_name: "createdAt", direction: "DESCENDING" }], limit: 50 },
    associate: { types: [] },
    "batch.create": { inputs: [created] },
    "batch.read": { inputs: [{ id: 42 }] },
    "batch.update": { inputs: [{ id: 42, properties: changed, ifVersion: 3 }] },
    "batch.upsert": { idProperty: idProperty ?? first, inputs: [created] },
    "batch.delete": { inputs: [{ id: 42 }] },
    "batch.associate": { inputs: [pair] },
    "batch.dissociate": { inputs: [pair] },
  };
  return bodies[operation];
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

/** Returns a value that a property may have; undefined if none is found. */
function exampleValue({ properties, examples, pipelines }: ObjectSchema, name: string): unknown {
  const property = properties.get(name);
  if (property === undefined) return undefined;
  const { type, label, builtIn, multi, rules = {}, default: initial } = property;
  const values = [
    ...[initial].flat(),
    knownValues(property, pipelines)[0],
    builtIn ? examples.create[name] : undefined,
    ...(EXAMPLES[type] ?? textsLike(label, rules.minLength, rules.maxLength)),
    ...[rules.min, rules.max, rules.notBefore, rules.notAfter],
  ];
  const value = values.find((one) => one !== undefined && isAllowed(property, one));
  if (value === undefined) return undefined;
  const shown = type === "number" ? Number(value) : value;
  return multi ? [shown] : shown;
}

/** Returns texts of which one may match a pattern. */
function textsLike(label: string, minLength = 0, maxLength = 255): readonly string[] {
  const fitted = label.padEnd(minLength, "x").slice(0, maxLength);
  const digits = "12345".padEnd(minLength, "0").slice(0, maxLength);
  return [label, fitted, fitted.toUpperCase(), fitted.toLowerCase(), digits];
}

function isAllowed(property: PropertyDefinition, value: string | boolean): boolean {
  try {
    return rulesBrokenBy(property, value).length === 0;
  } catch {
    // The pattern takes too long now.
    return false;
  }
}

const EXAMPLES: Readonly<Record<string, readonly (string | boolean)[]>> = {
  number: ["12.5", "12"],
  boolean: [true],
  date: ["2026-11-20"],
  datetime: ["2026-11-20T09:30:00.000Z"],
  email: ["ada@example.com"],
  phone: ["+44 20 7946 0018"],
  url: ["https://example.com"],
};
