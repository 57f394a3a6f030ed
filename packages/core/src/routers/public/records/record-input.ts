import { OBJECT_TYPES } from "@rapport/model";
import { z } from "zod";
import { requireScopes } from "../../../access/require-scope.ts";
import { MAX_EXPANDED_NAMES, scopesToExpand } from "../../../records/expand.ts";
import type { Scalar } from "../../../records/property-input.ts";
import type { WholeSelectionInput } from "../../../records/selection.ts";
import { MAX_VALUES } from "../../../values/parse-value.ts";
import type { ObjectContext } from "../../reading.ts";
import { listOfTypes, oneOfTypes, shownAs, suchAs } from "../../schemas.ts";
import { t } from "../../trpc.ts";
import { type Front, frontInput } from "../front.ts";
import { recordId } from "../schemas.ts";

const TYPES = ["string", "number", "boolean", "null"] as const;
const NOT_SCALAR = "A value must be a string, a number, a boolean or null.";

export const scalar = oneOfTypes<Scalar>(TYPES, NOT_SCALAR);

const nameAndValue = {
  internal_name: z
    .string()
    .min(1, { error: "This must name a property." })
    .meta({ description: "Internal name of the property", example: "firstname" }),
  value: scalar
    .optional()
    .meta({ description: "The value; null or absent clears the property", example: "Ada" }),
  values: listOfTypes<Scalar>(TYPES, NOT_SCALAR, MAX_VALUES)
    .optional()
    .meta({
      description: "The values of a multi-value property, for example tags",
      example: ["vip"],
    }),
};

/** Property item (specification §2.2). */
const propertyItem = z.strictObject(nameAndValue).meta({ id: "PropertyItem" });

/** Key of a label of associations (specification §13). */
export const labelKey = z.string().meta({
  description: "Key of a label; the plain association if omitted",
  example: "decision_maker",
});

/** Association item (specification §2.3). */
export const associationItem = z
  .strictObject({
    to: z
      .strictObject({
        object: z.string().meta({ description: "Associated object type", example: "company" }),
        id: z.string().meta({ description: "Numeric id of an existing record", example: "42" }),
      })
      .describe("The record to associate with"),
    type: labelKey.optional(),
  })
  .meta({ id: "AssociationItem" });

const TOO_FEW = "Give at least one property.";
const TOO_MANY = "Give at most 200 properties in one request.";
const MAX_PROPERTIES = 200;

/** Written out, because the types of the client cannot import `Scalar`. */
type ScalarOrList =
  | string
  | number
  | boolean
  | null
  | readonly (string | number | boolean | null)[];

const NOT_A_VALUE = `${NOT_SCALAR} Several values are an array of them.`;
const valueOrValues = z
  .custom<ScalarOrList>(isValueOrValues, {
    error: NOT_A_VALUE,
    params: { code: "invalid_type" },
  })
  .meta({
    ...shownAs({
      anyOf: [...TYPES.map((type) => ({ type })), { type: "array", items: { type: TYPES } }],
    }),
    example: "Ada",
  });

function isValueOrValues(value: unknown): boolean {
  return Array.isArray(value) ? value.every(isScalar) : isScalar(value);
}

function isScalar(value: unknown): boolean {
  return scalar.safeParse(value).success;
}

const propertyObject = z.record(z.string(), valueOrValues).superRefine((given, ctx) => {
  const count = Object.keys(given).length;
  const limit = { origin: "object", inclusive: true } as const;
  if (count === 0) ctx.addIssue({ code: "too_small", minimum: 1, ...limit, message: TOO_FEW });
  if (count > MAX_PROPERTIES) {
    ctx.addIssue({ code: "too_big", maximum: MAX_PROPERTIES, ...limit, message: TOO_MANY });
  }
});

/** Properties of a write, in both forms (specification §2.2). */
const writtenProperties = z
  .union([
    z.array(propertyItem).min(1, { error: TOO_FEW }).max(MAX_PROPERTIES, { error: TOO_MANY }),
    propertyObject,
  ])
  .meta({
    id: "Properties",
    description:
      "Properties, each once: items, or an object with the values by internal name, in which an array stands for `values` and null clears",
    example: { firstname: "Ada" },
  });

/** Body of a create (specification §4.1), at most 200 properties and 100 associations. */
export const createInput = z.strictObject({
  properties: writtenProperties,
  associations: z
    .array(associationItem)
    .max(100, { error: "Give at most 100 associations in one request." })
    .describe("Existing records to associate with the new record")
    .optional(),
});

/** Percent-encoded, it still fits into a request line (specification §8). */
const MAX_LIST_CHARACTERS = 10_000;

const nameList = z.string().max(MAX_LIST_CHARACTERS).transform(namesIn);

/** Splits a comma-separated list. Returns undefined if it has no names. */
export function namesIn(text: string): readonly string[] | undefined {
  const names = text.split(",").filter((name) => name !== "");
  return names.length === 0 ? undefined : names;
}

/** Returns the schema of an input with the record's id in the path. */
export function withId<F extends Front, Shape extends z.core.$ZodLooseShape>(
  front: F,
  shape: Shape,
) {
  const id = { [front.idParam]: recordId } as Record<F["idParam"], typeof recordId>;
  return frontInput(front, z.strictObject({ ...id, ...shape }));
}

/** Query parameters that choose what to return of records (specification §2.6). */
export function selectionParams(front: Front) {
  const other = front.name === "company" ? OBJECT_TYPES.contact : OBJECT_TYPES.company;
  return {
    properties: nameList
      .describe(
        suchAs(
          "Comma-separated internal names of the properties to return. Left out or empty, all that have a value",
          front.createFields.join(","),
        ),
      )
      .optional(),
    associations: nameList
      .describe(suchAs("Comma-separated object types whose associations to include", other.name))
      .optional(),
    expand: nameList
      .describe(
        suchAs(
          `Comma-separated properties of associated records, at most ${MAX_EXPANDED_NAMES}, to return with the associations. Needs the scope to read their types`,
          expandExample(other),
        ),
      )
      .optional(),
  };
}

/** Returns names of an `expand`, separated by commas. */
function expandExample(front: Front): string {
  const [first, second] = front.createFields;
  return `${front.name}.${first},${front.name}.${second}`;
}

/** Middleware that requires the scopes to read the types in `expand`. Lists are arrays, or separated by commas. */
export const requireExpandScopes = t.middleware(async ({ ctx, next, getRawInput }) => {
  const { principal, object } = ctx as ObjectContext;
  const { expand } = ((await getRawInput()) ?? {}) as { readonly expand?: unknown };
  if (expand !== undefined) {
    const names = typeof expand === "string" ? namesIn(expand) : expand;
    requireScopes(principal, scopesToExpand(object.schema, names));
  }
  return next();
});

/** Path and query of a read (specification §4.1). */
export function readInput<F extends Front>(front: F) {
  return withId(front, selectionParams(front));
}

const A_VERSION = { error: "A version is a positive whole number." };

const ifVersion = z
  .int(A_VERSION)
  .positive(A_VERSION)
  .optional()
  .meta({ description: "The version that the record must have; else 412", example: 3 });

/** Path and body of an update: one property, or `properties` (specification §4.1). */
export function setInput<F extends Front>(front: F) {
  const { properties, examples } = front;
  const internal_name = nameAndValue.internal_name.optional().meta({
    description: "Internal name of the property, to update only one",
    example: examples.set[0],
    examples: properties.map(({ name }) => name),
  });
  const many = writtenProperties.optional();
  return withId(front, { ...nameAndValue, internal_name, properties: many, ifVersion });
}

/** Path and query of a delete (specification §4.1). */
export function deleteInput<F extends Front>(front: F) {
  const text = z.string().regex(/^[1-9][0-9]{0,15}$/, A_VERSION);
  const version = z.union([ifVersion.unwrap(), text], A_VERSION).transform(Number);
  return withId(front, {
    ifVersion: version
      .meta({
        ...shownAs({ type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
        description: "The version that the record must have; else 412",
      })
      .optional(),
  });
}

/*
 * TypeScript cannot infer the output of readInput, setInput and deleteInput for a generic object type.
 * The next three functions give typed access to that output.
 */

export function idInPath(front: Front, input: unknown): number {
  return (input as Record<string, number>)[front.idParam] as number;
}

export function toSelection(input: unknown): WholeSelectionInput {
  return input as WholeSelectionInput;
}

export function givenVersion(input: unknown): number | undefined {
  return (input as { readonly ifVersion?: number }).ifVersion;
}
