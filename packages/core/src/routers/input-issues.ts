import { type core, z } from "zod";
import { CrmError, type Issue, MOST_ISSUES } from "../errors.ts";
import { exampleAt } from "./input-schema.ts";

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

/** Kinds of faults, as the issues of a response name them. Every code of the library has one. */
const CODES = {
  invalid_type: () => "invalid_type",
  invalid_union: ({ errors }) =>
    errors.flat().every(({ code }) => code === "invalid_type") ? "invalid_type" : "value_invalid",
  invalid_value: () => "value_not_allowed",
  invalid_format: () => "invalid_format",
  invalid_key: () => "unrecognized_key",
  invalid_element: () => "value_invalid",
  not_multiple_of: () => "value_invalid",
  unrecognized_keys: () => "unrecognized_key",
  too_small: ({ origin }) => sizeCode(origin, "too_short", "too_few"),
  too_big: ({ origin }) => sizeCode(origin, "too_long", "too_many"),
  custom: ({ params }) => (typeof params?.code === "string" ? params.code : "value_invalid"),
} as const satisfies {
  [Code in ZodIssue["code"]]: (issue: Extract<ZodIssue, { code: Code }>) => string;
};

/** Replaces the library's messages by ours, for every schema that states none of its own. */
export function useOwnMessages(): void {
  z.config({ customError: faultMessage });
}

/** Returns the refusal of an input in which a schema found faults. */
export function refusalOfInput(cause: z.ZodError): CrmError {
  const issues = inputIssues(cause);
  return new CrmError("INVALID_INPUT", "The request is invalid.", { issues, cause });
}

/** Returns what a schema found, at most one more than an error names, so that it says that there are more. */
export function inputIssues({ issues }: z.ZodError): readonly Issue[] {
  return unfolded(issues)
    .slice(0, MOST_ISSUES + 1)
    .flatMap(toIssues)
    .slice(0, MOST_ISSUES + 1);
}

/**
 * Replaces a fault of a union by those of the branch whose form the input has, such as a list of items, if they are in its
 * parts.
 */
export function unfolded(faults: readonly ZodIssue[]): readonly ZodIssue[] {
  return faults.flatMap((fault) => {
    if (fault.code !== "invalid_union") return [fault];
    const branch = fault.errors.find((issues) => issues.some(isOfFittingForm));
    if (branch === undefined) return [fault];
    return unfolded(branch).map((one) => ({ ...one, path: [...fault.path, ...one.path] }));
  });
}

/** Returns whether a fault of a branch is in the parts of the input, or in their number. */
function isOfFittingForm(fault: ZodIssue): boolean {
  return fault.path.length > 0 || ("origin" in fault && isCounted(fault.origin));
}

/**
 * Converts a fault that a schema found to the issues of a response: one per unknown member up to the most that an error
 * names, else one.
 */
export function toIssues(fault: ZodIssue): readonly Issue[] {
  const path = fault.path.map(String).join(".");
  if (fault.code === "unrecognized_keys") {
    return fault.keys.slice(0, MOST_ISSUES + 1).map((key) => ({
      path: path === "" ? key : `${path}.${key}`,
      code: "unrecognized_key",
      message: `${named(key)} is not a member of this operation's input. Leave it out.`,
    }));
  }
  const { message } = fault;
  const allowed = allowedBy(fault);
  const code = message === REQUIRED ? "required" : faultCode(fault);
  const suggestion = fault.code === "custom" ? fault.params?.suggestion : undefined;
  return [
    {
      path,
      code,
      message,
      ...(allowed === undefined ? {} : { allowed }),
      ...(typeof suggestion === "string" && { suggestion }),
    },
  ];
}

/** Codes of issues about the form of an input, not about what it says. */
const OF_FORM: ReadonlySet<string> = new Set(["invalid_type", "invalid_format", "required"]);
const MAX_EXAMPLE_CHARACTERS = 300;

/** Ends the issues about the form of an input with an example of the right one, unless they have one. */
export function withExamples(schema: z.ZodType, refusal: CrmError): CrmError {
  const issues = refusal.issues.map((issue) => withExample(schema, issue));
  const { code, message, headers, cause } = refusal;
  return new CrmError(code, message, { issues, headers, cause });
}

/** Ends an issue as `withExamples` does. */
export function withExample(schema: z.ZodType, issue: Issue): Issue {
  if (!OF_FORM.has(issue.code) || /such as|for example|Example:/i.test(issue.message)) return issue;
  const example = exampleText(exampleAt(schema, issue.path));
  return example === "" ? issue : { ...issue, message: `${issue.message} ${example}` };
}

/** Returns the end of a message that shows an example; empty if it is unknown or long. */
export function exampleText(example: unknown): string {
  const json = JSON.stringify(example);
  return json === undefined || json.length > MAX_EXAMPLE_CHARACTERS ? "" : `Example: ${json}`;
}

const REQUIRED = "This is required.";

function faultMessage(fault: RawIssue): string {
  if (fault.input === undefined && fault.code !== "custom") return REQUIRED;
  switch (fault.code) {
    case "invalid_type":
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

function faultCode(fault: ZodIssue): string {
  return (CODES[fault.code] as (issue: ZodIssue) => string)(fault);
}

function allowedBy(fault: ZodIssue): readonly unknown[] | undefined {
  if (fault.code === "invalid_value") return fault.values;
  return fault.code === "custom" ? (fault.params?.allowed as readonly unknown[]) : undefined;
}

function sizeCode(origin: string, ofText: string, ofList: string): string {
  if (origin === "string") return ofText;
  return isCounted(origin) ? ofList : "out_of_range";
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

function named(key: string): string {
  return `"${key.slice(0, 80)}"`;
}

function counted(limit: unknown): string {
  return Number(limit).toLocaleString("en");
}

function isCounted(origin: string): boolean {
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
