import { OBJECT_TYPE_NAMES, OBJECT_TYPES, type ObjectType } from "@rapport/model";
import { z } from "zod";
import { clampId, sameTypeIssue } from "../../records/associations/associations.ts";
import { orRequired, shownAs } from "../schemas.ts";

/**
 * Returns the schema of an id. An id above the safe integers is clamped, so it is not found.
 *
 * @param noun what the id is of, with its article, for the error message
 */
export function idSchema(noun: string) {
  const error = orRequired(`${noun} id must be a positive integer.`);
  return z
    .union([z.int(error).positive(error), z.string().regex(/^[1-9][0-9]{0,18}$/, error)], error)
    .transform((id) => (typeof id === "number" ? id : clampId(id)))
    .meta(shownAs({ type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER }));
}

export const recordId = idSchema("A record").meta({
  description: "Id of the record, as returned by its creation",
  example: 42,
});

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
