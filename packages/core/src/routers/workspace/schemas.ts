import { z } from "zod";
import { clampId } from "../../records/associations/associations.ts";
import { shownAs, suchAs } from "../schemas.ts";

const NOT_AN_ID = { error: "An id must be a string of digits." };

const SHOWN = shownAs({ type: "string", pattern: "^[1-9][0-9]*$" });
const id = z
  .string()
  .regex(/^[1-9][0-9]{0,18}$/, NOT_AN_ID)
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
