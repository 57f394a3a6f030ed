import { OBJECT_TYPE_NAMES, OBJECT_TYPES, type ObjectType } from "@rapport/model";
import { z } from "zod";
import { clampId, sameTypeIssue } from "../../records/associations/associations.ts";
import type { SelectionInput } from "../../records/selection.ts";
import { numericId, shownAs, suchAs, timestamp } from "../schemas.ts";

export const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()], {
  error: "A value must be a string, a number, a boolean or null.",
});

const nameAndValue = {
  internal_name: z
    .string()
    .min(1, { error: "This must name a property." })
    .meta({ description: "Internal name of the property", example: "firstname" }),
  value: scalar.optional().meta({ description: "The value; null or absent clears the property" }),
  values: z
    .array(scalar)
    .optional()
    .meta({ description: "The values of a multi-value property, for example tags" }),
};

/** Property item (specification §2.2). */
const propertyItem = z.strictObject(nameAndValue).meta({ id: "PropertyItem" });

/** Association item (specification §2.3). */
const associationItem = z
  .strictObject({
    to: z
      .strictObject({
        object: z.string().meta({ description: "Associated object type", example: "company" }),
        id: z.string().meta({ description: "Numeric id of an existing record", example: "42" }),
      })
      .describe("The record to associate with"),
  })
  .meta({ id: "AssociationItem" });

/** Body of a create (specification §4.1), at most 200 properties and 100 associations. */
export const createInput = z.strictObject({
  properties: z
    .array(propertyItem)
    .min(1, { error: "Give at least one property." })
    .max(200, { error: "Give at most 200 properties in one request." })
    .describe("The record's properties, each once"),
  associations: z
    .array(associationItem)
    .max(100, { error: "Give at most 100 associations in one request." })
    .describe("Existing records of other types to associate with the new record")
    .optional(),
});

/**
 * Returns the schema of an id. An id above the safe integers is clamped, so it is not found.
 *
 * @param noun what the id is of, with its article, for the error message
 */
export function idSchema(noun: string) {
  const error = { error: `${noun} id must be a positive integer.` };
  return z
    .union([z.int(error).positive(error), z.string().regex(/^[1-9][0-9]{0,18}$/, error)], error)
    .transform((id) => (typeof id === "number" ? id : clampId(id)))
    .meta(shownAs({ type: "integer", minimum: 1 }));
}

export const recordId = idSchema("A record").meta({
  description: "Id of the record, as returned by its creation",
  example: 42,
});

/** Percent-encoded, it still fits into a request line (specification §8). */
const MAX_LIST_CHARACTERS = 10_000;

const nameList = z.string().max(MAX_LIST_CHARACTERS).transform(namesIn);

/** Splits a comma-separated list. Returns undefined if it has no names. */
export function namesIn(text: string): readonly string[] | undefined {
  const names = text.split(",").filter((name) => name !== "");
  return names.length === 0 ? undefined : names;
}

type IdParam<T extends ObjectType> = (typeof OBJECT_TYPES)[T]["idParam"];

/** Returns the schema of an input with the record's id in the path. */
export function withId<T extends ObjectType, Shape extends z.core.$ZodLooseShape>(
  type: T,
  shape: Shape,
) {
  const id = { [OBJECT_TYPES[type].idParam]: recordId } as Record<IdParam<T>, typeof recordId>;
  return z.strictObject({ ...id, ...shape });
}

/** Query parameters that choose what to return of records (specification §2.6). */
export function selectionParams(type: ObjectType) {
  return {
    properties: nameList
      .describe(
        suchAs(
          "Comma-separated internal names of the properties to return",
          OBJECT_TYPES[type].createFields.join(","),
        ),
      )
      .optional(),
    associations: nameList
      .describe(
        suchAs(
          "Comma-separated object types whose associations to include",
          type === "company" ? "contact" : "company",
        ),
      )
      .optional(),
  };
}

/** Path and query of a read (specification §4.1). */
export function readInput<T extends ObjectType>(type: T) {
  return withId(type, selectionParams(type));
}

const A_VERSION = { error: "A version is a positive whole number." };

const ifVersion = z
  .int(A_VERSION)
  .positive(A_VERSION)
  .optional()
  .meta({ description: "The version that the record must have; else 412", example: 3 });

/** Path and body of an update: one property, or `properties` (specification §4.1). */
export function setInput<T extends ObjectType>(type: T) {
  const { properties, examples } = OBJECT_TYPES[type];
  const internal_name = nameAndValue.internal_name.optional().meta({
    description: "Internal name of the property, to update only one",
    example: examples.set[0],
    examples: properties.map(({ name }) => name),
  });
  const many = createInput.shape.properties.describe("Properties to update, each once").optional();
  return withId(type, { ...nameAndValue, internal_name, properties: many, ifVersion });
}

/** Path and query of a delete (specification §4.1). */
export function deleteInput<T extends ObjectType>(type: T) {
  const text = z.string().regex(/^[1-9][0-9]{0,15}$/, A_VERSION);
  const version = z.union([ifVersion.unwrap(), text], A_VERSION).transform(Number);
  return withId(type, {
    ifVersion: version
      .meta({
        ...shownAs({ type: "integer", minimum: 1 }),
        description: "The version that the record must have; else 412",
      })
      .optional(),
  });
}

/*
 * TypeScript cannot infer the output of readInput, setInput and deleteInput for a generic object type.
 * The next three functions give typed access to that output.
 */

export function idOf(type: ObjectType, input: unknown): number {
  return (input as Record<string, number>)[OBJECT_TYPES[type].idParam] as number;
}

export function selectionOf(input: unknown): SelectionInput {
  return input as SelectionInput;
}

export function versionOf(input: unknown): number | undefined {
  return (input as { readonly ifVersion?: number }).ifVersion;
}

/** The record that a create returns (specification §2.5). */
export function createdRecord<T extends ObjectType>(type: T) {
  const fields = Object.fromEntries(
    OBJECT_TYPES[type].createFields.map((name) => [
      name,
      z.string().nullable().describe(`The property ${name}; null if it has no value`),
    ]),
  ) as Record<(typeof OBJECT_TYPES)[T]["createFields"][number], z.ZodNullable<z.ZodString>>;
  const made = {
    id: numericId.describe(`Id of the ${type}`),
    createdAt: timestamp.describe("When it was created"),
    updatedAt: timestamp.describe("When it was last changed"),
  };
  return z.object({ ...made, ...fields }).describe(`The new ${type}`);
}

/** Object type in a path. The service answers 404 for an unknown one. */
export const plural = z.string().meta({
  ...shownAs({ type: "string", enum: Object.values(OBJECT_TYPES).map((one) => one.plural) }),
  description: "Object type, in the plural",
  example: "tickets",
});

/** Plural name of another type, in a path. */
export function otherPlural(type: ObjectType) {
  const others = OBJECT_TYPE_NAMES.filter((other) => other !== type);
  const plurals = others.map((other) => OBJECT_TYPES[other].plural);
  return z
    .string()
    .transform((text, ctx): ObjectType => {
      const to = OBJECT_TYPE_NAMES.find((other) => OBJECT_TYPES[other].plural === text);
      if (to !== undefined && to !== type) return to;
      const { code, message } =
        to === type
          ? sameTypeIssue(type, "toPlural")
          : {
              code: "object_type_unknown",
              message: `The associated type must be one of ${plurals.join(", ")}.`,
            };
      ctx.addIssue({ code: "custom", message, params: { code, allowed: plurals } });
      return z.NEVER;
    })
    .meta({
      ...shownAs({ type: "string", enum: plurals }),
      description: "Plural name of the associated type",
      example: type === "company" ? "contacts" : "companies",
    });
}

/** Returns the schema of a list that is always one page. */
export function onePage<Item extends z.ZodType>(item: Item) {
  return z.object({
    results: z.array(item).readonly().describe("All of them"),
    nextCursor: z.null().describe("Always null: there is one page"),
  });
}

const TEXT_OR_FLAG = { anyOf: [{ type: "string" }, { type: "boolean" }] };
const STORED_VALUE = {
  anyOf: [...TEXT_OR_FLAG.anyOf, { type: "array", items: TEXT_OR_FLAG }, { type: "null" }],
};

export const storedValue = z.union([
  z.string(),
  z.boolean(),
  z.array(z.union([z.string(), z.boolean()])),
  z.null(),
]);

/** Properties in a response. Not validated: for a list, that would take longer than everything else. */
export const storedProperties = (
  z.unknown() as unknown as z.ZodType<Record<string, z.output<typeof storedValue>>>
).meta({
  ...shownAs({ type: "object", additionalProperties: STORED_VALUE }),
  description: "Values by internal name: the requested properties, or all that have a value",
});

export const associationEntry = z.object({
  id: z.string().meta({ description: "Id of the associated record", example: "42" }),
  type: z.string().meta({ description: "Label of the association", example: "contact_to_company" }),
});

/** A record in a response (specification §2.6, §2.4). */
export const foundRecord = z
  .object({
    id: numericId.describe("Id of the record"),
    createdAt: timestamp.describe("When it was created"),
    updatedAt: timestamp.describe("When it was last changed"),
    deletedAt: timestamp.optional().describe("When it was deleted; absent if the record is live"),
    version: z
      .int()
      .positive()
      .meta({ description: "Increases with every change of the record", example: 3 }),
    properties: storedProperties,
    associations: z
      .record(z.string(), z.array(associationEntry))
      .nullable()
      .describe("Associations by requested object type; null if none was requested"),
    associationsTruncated: z
      .array(z.string())
      .optional()
      .describe("Object types with more than 1,000 associations, of which 1,000 are shown"),
  })
  .meta({ id: "Record" });
