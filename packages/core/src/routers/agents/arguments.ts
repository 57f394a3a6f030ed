import { OBJECT_TYPES } from "@rapport/model";
import { z } from "zod";
import { OPERATORS } from "../../query/conditions/condition.ts";

/** Most records of a call, and of an answer. */
export const MAX_ITEMS = 100;

/** The built-in types with their first properties, so that most calls need no look at the schema. */
export const BUILT_IN = `Built-in types: ${Object.values(OBJECT_TYPES)
  .map(({ plural, createFields }) => `${plural} (${createFields.join(", ")}, …)`)
  .join("; ")}.`;

export const object = z.string().meta({
  description:
    "Object type in the plural, such as contacts. list_types names all, the project's own too",
  example: "contacts",
});

const ID = { error: "The id of a record is a positive whole number." };
export const id = z
  .union([z.int(ID).positive(ID), z.string().regex(/^[1-9][0-9]*$/, ID)], ID)
  .meta({ description: "Id of a record", example: 42 });

export const ids = z
  .array(id)
  .min(1, { error: "Give at least one id." })
  .max(MAX_ITEMS, { error: `Give at most ${MAX_ITEMS} ids.` })
  .meta({ description: `Ids of 1 to ${MAX_ITEMS} records`, example: [42] });

export function limit(most: number, usual: number) {
  const error = { error: `limit is a whole number from 1 to ${most}.` };
  return z
    .int(error)
    .min(1, error)
    .max(most, error)
    .optional()
    .meta({ description: `Most results of this call; ${usual} if left out`, example: usual });
}

export const cursor = z
  .string()
  .min(1, { error: "cursor is the nextCursor of an answer. Leave it out for the first page." })
  .max(4_000)
  .optional()
  .describe("nextCursor of the previous answer; repeat the other arguments");

const scalar = z.union([z.string(), z.number(), z.boolean()], {
  error: "A value is text, a number, true or false.",
});

export const names = (description: string) =>
  z.array(z.string()).max(200).optional().describe(description);

export const query = z
  .string()
  .max(1_000)
  .optional()
  .describe("Words, each of which must begin a word of some text property of the record");

const filter = z.strictObject({
  property: z.string().meta({
    description:
      "Name of a property, or id, createdAt, updatedAt, or associations.{plural of another type}, whose values are ids of records of that type",
    example: "lastname",
  }),
  operator: z
    .enum(OPERATORS, { error: `The operator must be one of ${OPERATORS.join(", ")}.` })
    .meta({ example: "EQ" }),
  value: scalar.optional().describe("The value; of BETWEEN the lower one"),
  values: z.array(scalar).optional().describe("The values of IN and NOT_IN"),
  high_value: scalar.optional().describe("The higher value of BETWEEN"),
  type: z.string().optional().describe("Of associations: key of a label; any if left out"),
});

export const filters = z
  .array(filter)
  .max(50, { error: "Give at most 50 filters." })
  .optional()
  .describe("Conditions, all of which a record meets");

export const sort = z
  .strictObject({
    property: z.string().meta({
      description: "id, createdAt, updatedAt or an indexed property with a single value",
      example: "createdAt",
    }),
    direction: z
      .enum(["ASCENDING", "DESCENDING"], {
        error: "The direction must be ASCENDING or DESCENDING.",
      })
      .optional(),
  })
  .optional()
  .describe("The order; by id, ascending, if left out");

const value = z.union([scalar, z.null(), z.array(scalar)]);
export const properties = z
  .record(z.string(), value)
  .describe('Values by property name, such as {"firstname": "Ada", "tags": ["vip"]}. null clears');

export const to = z
  .strictObject({ object, id })
  .meta({ description: "The other record", example: { object: "companies", id: 7 } });

export const label = z
  .string()
  .optional()
  .describe("Key of a label, such as decision_maker (list_types has them); plain if left out");

const association = z.strictObject({ to, type: label });
export const associations = z
  .array(association)
  .max(100)
  .optional()
  .describe('Existing records to associate with it: [{"to": {"object": "companies", "id": 7}}]');

/** @param shape members of one record */
export function records(shape: z.core.$ZodLooseShape) {
  return z
    .array(z.strictObject(shape))
    .min(1, { error: "Give at least one record." })
    .max(MAX_ITEMS, { error: `Give at most ${MAX_ITEMS} records.` })
    .describe(`1 to ${MAX_ITEMS} records`);
}

/** Fields of the arguments as operations of the API name them. Each accepts input of any shape. */
export function filterGroups(filters: unknown): object {
  const given = asList(filters);
  if (given.length === 0) return {};
  const renamed = given.map((one) => {
    if (typeof one !== "object" || one === null) return one;
    const { property: internal_name, high_value: highValue, ...rest } = one as Args;
    return { ...rest, internal_name, ...(highValue != null && { highValue }) };
  });
  return { filterGroups: [{ filters: renamed }] };
}

export function sorts(sort: unknown): object {
  if (typeof sort !== "object" || sort === null) return {};
  const { property: internal_name, ...rest } = sort as Args;
  return { sorts: [{ ...rest, internal_name }] };
}

/** Ids of associated records are text in the API. */
export function target(to: unknown): unknown {
  if (typeof to !== "object" || to === null) return to;
  const { id } = to as Args;
  return { ...to, ...(typeof id === "number" && { id: String(id) }) };
}

export function asList(given: unknown): readonly unknown[] {
  return Array.isArray(given) ? given : [];
}

/** Arguments of any shape. */
export type Args = Readonly<Record<string, unknown>>;
