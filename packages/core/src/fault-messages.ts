import { type core, z } from "zod";

type ZodIssue = core.$ZodIssue;
type RawIssue = core.$ZodRawIssue;

/** Names of the types of JSON, as messages use them. */
const TYPES: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  record: "an object",
  null: "null",
};

const FORMATS: Readonly<Record<string, string>> = {
  datetime: "a time such as 2026-11-20T09:30:00Z",
  email: "an email address",
  url: "an absolute URL",
};

// For every schema that states no messages of its own. Modules that show messages of schemas import this one.
z.config({ customError: faultMessage });

/** The message of a value that is missing. */
export const REQUIRED = "This is required.";

function faultMessage(fault: RawIssue): string {
  if (fault.input === undefined && fault.code !== "custom") return REQUIRED;
  switch (fault.code) {
    case "invalid_type":
      if (fault.expected === "int" && typeof fault.input === "number") {
        return "This must be a whole number.";
      }
      return `This must be ${typeNamed(fault.expected)}, not ${typeName(fault.input)}.`;
    case "invalid_union":
      return expectedByBranches(fault.errors);
    case "invalid_value":
      return `This must be ${fault.values.map((value) => JSON.stringify(value)).join(" or ")}.`;
    case "invalid_format":
      return `This must be ${FORMATS[fault.format] ?? "text of the documented format"}.`;
    case "too_small":
      return `This must ${sizeRule(fault.origin, "at least", fault.minimum, fault.inclusive)}.`;
    case "too_big":
      return `This must ${sizeRule(fault.origin, "at most", fault.maximum, fault.inclusive)}.`;
    case "not_multiple_of":
      return `This must be a multiple of ${fault.divisor}.`;
    case "invalid_key":
      return "The name of this member is not allowed.";
    case "unrecognized_keys":
      return `Unknown members must be left out: ${fault.keys.slice(0, 10).map(named).join(", ")}.`;
    default:
      return "This value is not allowed.";
  }
}

function sizeRule(origin: string, most: string, limit: unknown, isInclusive = true): string {
  if (origin === "string") {
    return limit === 1 && most === "at least"
      ? "not be empty"
      : `have ${most} ${counted(limit)} characters`;
  }
  if (isCounted(origin))
    return `have ${most} ${counted(limit)} ${limit === 1 ? "entry" : "entries"}`;
  if (isInclusive) return `be ${most} ${limit}`;
  return `be ${most === "at least" ? "greater" : "less"} than ${limit}`;
}

/** Quotes the name of a member, cut to 80 characters. */
export function named(key: string): string {
  return `"${key.slice(0, 80)}"`;
}

function counted(limit: unknown): string {
  return Number(limit).toLocaleString("en");
}

/** Returns whether the size of a value is a number of entries. `origin` is its type in a fault of zod. */
export function isCounted(origin: string): boolean {
  return ["array", "set", "map", "object", "record"].includes(origin);
}

/** Names what each branch of a union accepts. */
function expectedByBranches(branches: readonly (readonly ZodIssue[])[]): string {
  const types = branches.flatMap(([fault]) =>
    fault?.code === "invalid_type" && fault.path.length === 0 ? [typeNamed(fault.expected)] : [],
  );
  if (types.length === 0) return "This value is not allowed.";
  return `This must be ${[...new Set(types)].join(" or ")}.`;
}

function typeNamed(expected: string): string {
  return TYPES[expected] ?? "another type";
}

function typeName(input: unknown): string {
  if (input === null) return "null";
  if (Array.isArray(input)) return "an array";
  return typeof input === "boolean" ? "a boolean" : typeNamed(typeof input);
}
