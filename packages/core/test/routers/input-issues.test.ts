import { describe, expect, test } from "vitest";
import { z } from "zod";
import { toIssues } from "../../src/routers/input-issues.ts";

/** A schema and a bad input for every kind of fault that the library finds. */
const FAULTS: readonly (readonly [kind: string, z.ZodType, unknown, code: string, said: string])[] =
  [
    ["a missing value", z.string(), undefined, "required", "This is required."],
    ["another type", z.string(), 1, "invalid_type", "This must be a string, not a number."],
    ["null", z.array(z.string()), null, "invalid_type", "This must be an array, not null."],
    ["an array", z.strictObject({}), [], "invalid_type", "This must be an object, not an array."],
    ["a fraction", z.int(), 1.5, "invalid_type", "This must be a whole number."],
    [
      "no branch",
      z.union([z.string(), z.null()]),
      1,
      "invalid_type",
      "This must be a string or null.",
    ],
    ["an empty text", z.string().min(1), "", "too_short", "This must not be empty."],
    ["a short text", z.string().min(3), "ab", "too_short", "This must have at least 3 characters."],
    [
      "a long text",
      z.string().max(1000),
      "a".repeat(1001),
      "too_long",
      "This must have at most 1,000 characters.",
    ],
    ["few entries", z.array(z.any()).min(1), [], "too_few", "This must have at least 1 entry."],
    [
      "many entries",
      z.array(z.any()).max(2),
      [1, 2, 3],
      "too_many",
      "This must have at most 2 entries.",
    ],
    ["a small number", z.number().min(1), 0, "out_of_range", "This must be at least 1."],
    ["a large number", z.number().max(9), 10, "out_of_range", "This must be at most 9."],
    [
      "a number at an open end",
      z.number().gt(0),
      0,
      "out_of_range",
      "This must be greater than 0.",
    ],
    ["a multiple", z.number().multipleOf(5), 7, "value_invalid", "This must be a multiple of 5."],
    ["a format", z.email(), "x", "invalid_format", "This must be an email address."],
    [
      "a pattern",
      z.string().regex(/^a$/),
      "b",
      "invalid_format",
      "This must be text of the documented format.",
    ],
    ["a value of none", z.enum(["a", "b"]), "c", "value_not_allowed", 'This must be "a" or "b".'],
    ["a literal", z.literal("a"), "c", "value_not_allowed", 'This must be "a".'],
    [
      "a name",
      z.record(z.string().max(1), z.any()),
      { ab: 1 },
      "unrecognized_key",
      "The name of this member is not allowed.",
    ],
    [
      "an element",
      z.map(z.object({}), z.string()),
      new Map([[{}, 1]]),
      "value_invalid",
      "This value is not allowed.",
    ],
    [
      "a rule of ours",
      z.string().refine(() => false),
      "x",
      "value_invalid",
      "This value is not allowed.",
    ],
  ];

describe("a fault of the input", () => {
  test.each(FAULTS)("is reported in our own words: %s", (_, schema, input, code, message) => {
    const { error } = schema.safeParse(input);
    expect(error?.issues.flatMap(toIssues)).toEqual([expect.objectContaining({ code, message })]);
  });

  test("has one issue for each unknown member", () => {
    const { error } = z.object({ a: z.strictObject({}) }).safeParse({ a: { b: 1, c: 2 } });
    const issues = error?.issues.flatMap(toIssues);
    expect(issues?.map(({ path, code }) => [path, code])).toEqual([
      ["a.b", "unrecognized_key"],
      ["a.c", "unrecognized_key"],
    ]);
  });

  test("lists the allowed values", () => {
    const { error } = z.enum(["up", "down"], { error: "Up or down." }).safeParse("left");
    expect(error?.issues.flatMap(toIssues)).toEqual([
      { path: "", code: "value_not_allowed", message: "Up or down.", allowed: ["up", "down"] },
    ]);
  });

  test("keeps the code that a rule gives it", () => {
    const schema = z.string().superRefine((_, issues) => {
      issues.addIssue({ code: "custom", message: "No.", params: { code: "refused" } });
    });
    expect(schema.safeParse("x").error?.issues.flatMap(toIssues)).toEqual([
      { path: "", code: "refused", message: "No." },
    ]);
  });
});
