import type { core, z } from "zod";
import { CrmError, type Issue, MAX_ISSUES } from "../errors.ts";
import { isCounted, named, REQUIRED } from "../fault-messages.ts";
import { exampleAt } from "./input-schema.ts";

type ZodIssue = core.$ZodIssue;

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

/** Returns the refusal of an input in which a schema found faults. */
export function refusalOfInput(cause: z.ZodError): CrmError {
  const issues = inputIssues(cause);
  return new CrmError("INVALID_INPUT", "The request is invalid.", { issues, cause });
}

/** Returns what a schema found, at most one more than an error names, so that it says that there are more. */
export function inputIssues({ issues }: z.ZodError): readonly Issue[] {
  return unfoldUnions(issues)
    .slice(0, MAX_ISSUES + 1)
    .flatMap(toIssues)
    .slice(0, MAX_ISSUES + 1);
}

/**
 * Replaces the fault of a union by the faults of the branch that fits the shape of the input (for example, a list), if those
 * faults are inside the input.
 */
export function unfoldUnions(faults: readonly ZodIssue[]): readonly ZodIssue[] {
  return faults.flatMap((fault) => {
    if (fault.code !== "invalid_union") return [fault];
    const branch = fault.errors.find((issues) => issues.some(isOfFittingForm));
    if (branch === undefined) return [fault];
    return unfoldUnions(branch).map((one) => ({ ...one, path: [...fault.path, ...one.path] }));
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
    return fault.keys.slice(0, MAX_ISSUES + 1).map((key) => ({
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
const OF_FORM: ReadonlySet<string> = new Set([
  ...["invalid_type", "invalid_format", "required", "invalid_json"],
  ...["value_invalid", "value_not_scalar", "name_invalid", "key_invalid"],
]);
const MAX_EXAMPLE_CHARACTERS = 300;

/**
 * Ends the issues about the form of an input with an example of the right one, unless they have one.
 *
 * @param inPath names of members that are in the path, and so in no body
 */
export function withExamples(
  schema: z.ZodType,
  refusal: CrmError,
  inPath: readonly string[],
): CrmError {
  const issues = refusal.issues.map((issue) => withExample(schema, issue, inPath));
  const { code, message, headers, cause } = refusal;
  return new CrmError(code, message, { issues, headers, cause });
}

/** Ends an issue as `withExamples` does. */
export function withExample(
  schema: z.ZodType,
  issue: Issue,
  inPath: readonly string[] = [],
): Issue {
  // The message of an issue with `allowed` lists what is right.
  const isShown = issue.allowed !== undefined || issue.message.includes("Example: ");
  if (!OF_FORM.has(issue.code) || isShown) return issue;
  const example = exampleText(exampleAt(schema, issue.path, inPath));
  return example === "" ? issue : { ...issue, message: `${issue.message} ${example}` };
}

/** Returns the end of a message that shows an example; empty if it is unknown or long. */
export function exampleText(example: unknown): string {
  const json = JSON.stringify(example);
  return json === undefined || json.length > MAX_EXAMPLE_CHARACTERS ? "" : `Example: ${json}`;
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
