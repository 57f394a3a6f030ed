import { z } from "zod";

/**
 * Shows a schema in the documents as another one: what zod would show is how it is parsed, in every form
 * that is taken, and not what to send.
 */
export function shownAs(schema: Readonly<Record<string, unknown>>) {
  return {
    override: ({ jsonSchema }: { readonly jsonSchema: Record<string, unknown> }) => {
      for (const parsed of ["anyOf", "pattern", "type"]) delete jsonSchema[parsed];
      Object.assign(jsonSchema, schema);
    },
  };
}

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
    ...shownAs({ type: "integer", minimum: 1, maximum: 200, default: 50 }),
    description: "How many to return",
    example: 50,
  });

const cursor = z
  .string()
  .min(1, { error: "A cursor is the nextCursor of a page; leave it out for the first." })
  .max(4_000)
  .meta({ description: "nextCursor of the page before" })
  .optional();

export const page = { limit, cursor };

export const nextCursor = z
  .string()
  .nullable()
  .describe("Cursor of the next page; null on the last");

/** Text to look for: PostgreSQL takes none with the character NUL. */
export function searchText(longest = 255) {
  return z
    .string()
    .min(1)
    .max(longest)
    .refine((text) => text.isWellFormed() && !text.includes("\u0000"), {
      error: "This must be text without the character NUL.",
    });
}

/** A filter of a list. */
export function filter(description: string, example: string, longest?: number) {
  return searchText(longest).describe(suchAs(description, example)).optional();
}

/**
 * What an optional parameter is, with an example as a part of the text: one given as such is filled in where
 * requests are tried, and would filter what nobody asked to have filtered.
 */
export function suchAs(description: string, example: string): string {
  return `${description}, for example \`${example}\``;
}

/** A moment that a request gives, in any zone; in UTC with milliseconds, as times are stored and compared. */
export const instant = z.iso
  .datetime({ offset: true, error: "This must be a time such as 2026-11-20T09:30:00Z." })
  .transform((text) => new Date(text).toISOString())
  .meta({ ...shownAs({ type: "string", format: "date-time" }), example: "2026-11-20T09:30:00Z" });

export const timestamp = z
  .string()
  .meta({ format: "date-time", example: "2026-11-20T09:30:00.000Z" });

/** The data of an answer that has none. */
export const noData = z.null().describe("Always null");

/** An id that an answer gives as a number. */
export const numericId = z.int().positive();
