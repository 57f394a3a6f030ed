import { z } from "zod";
import { clampId } from "../../objects/record-associations.ts";
import { shownAs } from "../schemas.ts";

const NOT_AN_ID = { error: "An id is a string of digits." };

/** An id in a path; one too large for anything is simply not found. */
export const idInPath = z
  .string()
  .regex(/^[1-9][0-9]{0,18}$/, NOT_AN_ID)
  .transform(clampId)
  .meta({
    ...shownAs({ type: "string", pattern: "^[1-9][0-9]*$" }),
    description: "Id, as a creation or a list gives it",
    example: "42",
  });

/** A property that an update clears with null. */
export function clearable(description: string, example: string) {
  return z.string().max(65_536).nullable().optional().meta({ description, example });
}
