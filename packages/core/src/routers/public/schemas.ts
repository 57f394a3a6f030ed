import { OBJECT_TYPES } from "@rapport/model";
import { z } from "zod";
import { clampId } from "../../records/associations/associations.ts";
import { nextCursor, orRequired, shownAs } from "../schemas.ts";

/**
 * Returns the schema of an id. An id above the safe integers is clamped, so it is not found.
 *
 * @param noun what the id is of, with its article, for the error message
 */
export function idSchema(noun: string) {
  const error = orRequired(`${noun} id must be a positive integer.`);
  return z
    .union([z.int(error).positive(error), z.string().regex(/^[1-9][0-9]*$/, error)], error)
    .transform((id) => (typeof id === "number" ? id : clampId(id)))
    .meta({
      ...shownAs({ type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
      example: 42,
    });
}

export const recordId = idSchema("A record").meta({
  description: "Id of the record, as returned by its creation",
  example: 42,
});

/** Name of an object type of the project, in either form. What takes it checks that the project has it. */
export const objectType = z
  .string(orRequired("This must name an object type."))
  .meta({ description: "Object type", example: "contact" });

/** Object type in a path, in either form. The service answers 404 for an unknown one. */
export const plural = z
  .string()
  .meta({ description: "Object type, in the plural", example: "tickets" });

/** Name of the type of an associated record, in a path and in either form. `associatedFaults` checks it. */
export function otherPlural({ name: type }: { readonly name: string }) {
  return z.string().meta({
    ...shownAs({ type: "string", enum: Object.values(OBJECT_TYPES).map((one) => one.plural) }),
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

/** Returns the response schema of the Public Object API around `data` (specification §2.1). */
export function envelope<Data extends z.ZodType>(data: Data) {
  return z.object({
    success: z.boolean().meta({ description: "Whether the request succeeded", example: true }),
    message: z.string().meta({ description: "Result in words, for people" }),
    data,
  });
}

/** Returns the schema of one page of a list (specification §2.10). */
export function resultsPage<Item extends z.ZodType>(item: Item, description: string) {
  return z.object({ results: z.array(item).readonly().describe(description), nextCursor });
}

export function success<Data>(message: string, data: Data) {
  return { success: true, message, data };
}
