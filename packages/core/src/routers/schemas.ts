import { z } from "zod";
import { CSV_DELIMITERS } from "../csv.ts";
import { EXPORT_ENCODINGS } from "../exports/encode.ts";
import { datetime, NO_ZONE, withPluses } from "../formats.ts";
import { storableText } from "../storable-text.ts";

/**
 * Overrides how the API reference shows a schema. Without it, zod shows every form that the parser
 * accepts instead of the one to send.
 *
 * @param schema JSON Schema to show
 */
export function shownAs(schema: Readonly<Record<string, unknown>>) {
  return {
    override: ({ jsonSchema }: { readonly jsonSchema: Record<string, unknown> }) => {
      for (const parsed of ["anyOf", "enum", "pattern", "type"]) delete jsonSchema[parsed];
      Object.assign(jsonSchema, schema);
    },
  };
}

type SimpleType = "string" | "number" | "boolean" | "null";

/**
 * Returns the schema of a value of simple types. A union would make an issue per type, each with its message.
 *
 * @param error message for any other value
 */
export function oneOfTypes<Value>(types: readonly SimpleType[], error: string): z.ZodType<Value> {
  return z
    .custom<Value>((value) => hasSomeType(types, value), {
      error,
      params: { code: "invalid_type" },
    })
    .meta(shownAs({ anyOf: types.map((type) => ({ type })) }));
}

/**
 * Returns the schema of a list of such values. It reports only the first wrong one: a body can have a million, whose
 * issues would take more memory than the process has.
 */
export function listOfTypes<Value>(types: readonly SimpleType[], error: string, most: number) {
  return z
    .array(z.unknown() as z.ZodType<Value>)
    .max(most, { error: `Give at most ${most} values.` })
    .superRefine((values, ctx) => {
      const wrong = values.findIndex((value) => !hasSomeType(types, value));
      if (wrong < 0) return;
      const params = { code: "invalid_type" };
      ctx.addIssue({ code: "custom", path: [wrong], message: error, params });
    })
    .meta(shownAs({ type: "array", items: { type: types } }));
}

function hasSomeType(types: readonly SimpleType[], value: unknown): boolean {
  const names: readonly string[] = types;
  return names.includes(value === null ? "null" : typeof value);
}

/** Returns the option of a schema for a message of its own. A value that is missing is required, whatever it must be. */
export function orRequired(message: string) {
  return {
    error: ({ input }: { readonly input?: unknown }) => (input === undefined ? undefined : message),
  };
}

const LIMIT = { error: "limit must be a whole number from 1 to 200." };

/** Page size: text from a query string, or a number from a TypeScript client. */
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
    description: "Maximum number of items to return",
    example: 50,
  });

const CURSOR = {
  error: "cursor must be the nextCursor of a page. Leave it out for the first page.",
};
const cursor = z
  .string(CURSOR)
  .min(1, CURSOR)
  .max(4_000)
  .meta({ description: "nextCursor of the previous page" })
  .optional();

export const page = { limit, cursor };

export const nextCursor = z
  .string()
  .nullable()
  .describe("Cursor of the next page; null on the last page");

/**
 * Returns a schema for text to search for.
 *
 * @param maxCharacters 255 if not given
 */
export function searchText(maxCharacters = 255) {
  return storableText.min(1).max(maxCharacters);
}

/**
 * Returns a schema for an optional filter of a list.
 *
 * @param maxCharacters 255 if not given
 */
export function filter(description: string, example: string, maxCharacters?: number) {
  return searchText(maxCharacters).describe(suchAs(description, example)).optional();
}

/**
 * Returns the description of an optional parameter, with the example in the text. The API reference's
 * request form would prefill an `example` field, and so send a filter that the reader did not choose.
 */
export function suchAs(description: string, example: string): string {
  return `${description}, for example \`${example}\``;
}

/** True or false in a query string. */
export const flag = z
  .enum(["true", "false"], { error: "This must be true or false." })
  .transform((text) => text === "true")
  .meta(shownAs({ type: "boolean" }));

/**
 * ISO 8601 time in any zone, in every form that a property takes. Converts it to UTC with milliseconds, the form in which
 * times are stored.
 */
export const instant = z
  .string(orRequired("This must be an ISO 8601 date and time."))
  .transform((text, ctx) => {
    const moment = datetime(withPluses("datetime", text));
    if (typeof moment === "string") return moment;
    const message =
      moment === NO_ZONE
        ? 'This needs a time zone. End it with "Z" for UTC or with an offset.'
        : "This must be an ISO 8601 date and time, in the years 1 to 9999 in UTC.";
    ctx.addIssue({ code: "custom", message, params: { code: "invalid_format" } });
    return z.NEVER;
  })
  .meta({ ...shownAs({ type: "string", format: "date-time" }), example: "2026-11-20T09:30:00Z" });

export const timestamp = z
  .string()
  .meta({ format: "date-time", example: "2026-11-20T09:30:00.000Z" });

/** `data` of a response that returns nothing. */
export const noData = z.null().describe("Always null");

/** Id that a response returns as a number. */
export const numericId = z.int().positive();

/** Members of an export that say how its CSV file is written. */
export const csvMembers = {
  delimiter: z
    .enum(CSV_DELIMITERS, { error: "The delimiter must be a comma, a semicolon, a tab or |." })
    .optional()
    .describe("What separates the cells of a CSV file; a comma if omitted"),
  encoding: z
    .enum(EXPORT_ENCODINGS, {
      error: `The encoding must be one of ${EXPORT_ENCODINGS.join(", ")}.`,
    })
    .optional()
    .describe(
      "Encoding of a CSV file: utf-8 if omitted, and with `labels` utf-8-bom, which begins with a byte order mark. Characters that a windows encoding does not have become `?`",
    ),
  protectFormulas: z
    .boolean({ error: "This must be true or false." })
    .optional()
    .describe(
      "Whether a `'` goes in front of text that a spreadsheet would run as a formula; true if omitted",
    ),
};

/** Stands for `__proto__` while zod reads an object. No name that is given may have it. */
const STAND_IN = "\u{10ffff}proto";

/**
 * A schema of objects with any names. A record of zod leaves out the name `__proto__` in silence, which a column of a file
 * may have.
 */
export function recordSchema<Value extends z.ZodType>(name: z.ZodType<string>, value: Value) {
  const read = z
    .preprocess(
      (given) => renamed(given, "__proto__", STAND_IN),
      z.record(name as z.ZodString, value),
    )
    .transform((found) => renamed(found, STAND_IN, "__proto__") as typeof found);
  // A preprocessed schema takes anything, as far as its type says.
  return read as z.ZodType<Record<string, z.output<Value>>, Record<string, z.input<Value>>>;
}

function renamed(given: unknown, from: string, to: string): unknown {
  if (typeof given !== "object" || given === null || !Object.hasOwn(given, from)) return given;
  const entries = Object.entries(given);
  return Object.fromEntries(entries.map(([name, value]) => [name === from ? to : name, value]));
}
