import { z } from "zod";
import { clampId } from "../../objects/record-associations.ts";

const NOT_AN_ID = { error: "An id is a string of digits." };

/** An id in a path; one too large for anything is simply not found. */
export const idInPath = z
  .string()
  .regex(/^[1-9][0-9]{0,18}$/, NOT_AN_ID)
  .transform(clampId)
  .meta({ override: { type: "string", pattern: "^[1-9][0-9]*$" }, example: "42" });

const LIMIT = { error: "limit is a whole number from 1 to 200." };

/** Size of a page: a number in a query string, or one from a TypeScript client. */
const limit = z
  .union(
    [
      z
        .string()
        .regex(/^(0|[1-9][0-9]{0,3})$/, LIMIT)
        .transform(Number),
      z.int(LIMIT),
    ],
    LIMIT,
  )
  .pipe(z.int(LIMIT).min(1, LIMIT).max(200, LIMIT))
  .default(50)
  .meta({
    override: { type: "integer", minimum: 1, maximum: 200, default: 50 },
    description: "How many to return",
    example: 50,
  });

const cursor = z
  .string()
  .min(1, { error: "A cursor is the nextCursor of a page; leave it out for the first." })
  .max(4_000)
  .optional()
  .meta({ description: "nextCursor of the page before" });

export const page = { limit, cursor };

/** A filter by an indexed property's value. */
export function filter(description: string, example: string) {
  return z
    .string()
    .min(1)
    .max(255)
    .refine(isStorable, { error: "This must be text without the character NUL." })
    .optional()
    .meta({ description, example });
}

/** What PostgreSQL takes as text. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\u0000");
}

/** A property that an update clears with null. */
export function clearable(description: string, example: string) {
  return z.string().max(65_536).nullable().optional().meta({ description, example });
}

export const timestamp = z
  .string()
  .meta({ format: "date-time", example: "2026-11-20T09:30:00.000Z" });
