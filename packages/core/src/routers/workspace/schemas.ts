import { z } from "zod";
import { clampId } from "../../records/associations/associations.ts";
import { nextCursor, shownAs, suchAs } from "../schemas.ts";

const NOT_AN_ID = { error: "An id must be a string of digits." };

const SHOWN = shownAs({ type: "string", pattern: "^[1-9][0-9]*$" });
const id = z
  .string()
  .regex(/^[1-9][0-9]*$/, NOT_AN_ID)
  .transform(clampId);

/** Id in a path. An id above the safe integers is clamped, so it is not found. */
export const idInPath = id.meta({
  ...SHOWN,
  description: "Id, as returned by a creation or a list",
  example: "42",
});

/** Returns a schema for an optional list filter by id. */
export function idFilter(description: string) {
  return id.meta({ ...SHOWN, description: suchAs(description, "42") }).optional();
}

/** Returns a schema for an optional text field that null clears. */
export function clearable(description: string, example: string) {
  return z.string().max(65_536).nullable().optional().meta({ description, example });
}

const status = z
  .literal("success")
  .meta({ description: "Always `success`; `error` in an error response" });

/** Returns the response schema of the Workspace API around `data` (specification §2.9). */
export function envelope<Data extends z.ZodType>(data: Data) {
  return z.object({ status, data });
}

/** Returns the response schema of a list (specification §2.9). */
export function listEnvelope<Item extends z.ZodType>(item: Item) {
  return z.object({
    status,
    data: z.array(item).describe("The records of this page"),
    pagination: z.object({ nextCursor }).describe("How to get the next page"),
  });
}

export function success<Data>(data: Data) {
  return { status: "success" as const, data };
}
