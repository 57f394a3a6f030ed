import { z } from "zod";

/** Stands for `__proto__` while zod reads an object. No name that is given may have it. */
const STAND_IN = "\u{10ffff}proto";

/**
 * A schema of objects with any names. A record of zod leaves out the name `__proto__` in silence, which a column of a file
 * may have.
 */
export function recordOf<Value extends z.ZodType>(
  name: z.ZodType<string>,
  value: Value,
): z.ZodType<Record<string, z.output<Value>>, Record<string, z.input<Value>>> {
  const read = z
    .preprocess(
      (given) => renamed(given, "__proto__", STAND_IN),
      z.record(name as z.ZodString, value),
    )
    .transform((found) => renamed(found, STAND_IN, "__proto__") as typeof found);
  // A preprocessed schema takes anything, as far as its type says.
  return read as never;
}

function renamed(given: unknown, from: string, to: string): unknown {
  if (typeof given !== "object" || given === null || !Object.hasOwn(given, from)) return given;
  const entries = Object.entries(given);
  return Object.fromEntries(entries.map(([name, value]) => [name === from ? to : name, value]));
}
