import { ZodError } from "zod";
import { cursorIssues } from "../cursor.ts";
import { CrmError } from "../errors.ts";
import type { Principal } from "../principal.ts";
import { crmErrorOf } from "./answers.ts";
import type { Context } from "./context.ts";
import { unfolded } from "./input-issues.ts";
import { t } from "./trpc.ts";

/**
 * Returns middleware that reports the issues of `check` together with those of the input schema.
 * Runs `check` only if the schema rejected the input. Skips an issue whose path the schema reported.
 *
 * @param check finds issues in the raw input, whose lists are cut to the length that the schema allows, so that a
 *   long one takes no longer and the response stays short
 */
export function reportAllFaults<Checked extends Context & { principal: Principal }>(
  check: (ctx: Checked, input: unknown) => Promise<CrmError["issues"]>,
) {
  return t.middleware(async ({ ctx, next, getRawInput }) => {
    const result = await next();
    if (result.ok || !(result.error.cause instanceof ZodError)) return result;
    const shape = crmErrorOf(result.error);
    const input = withoutExcess(await getRawInput(), result.error.cause);
    const more = await check(ctx as unknown as Checked, input);
    const known = new Set(shape.issues.map((issue) => issue.path));
    throw new CrmError(shape.code, shape.message, {
      issues: [...shape.issues, ...more.filter((issue) => !known.has(issue.path))],
    });
  });
}

/** Cuts the lists and objects of an input that are too long, outer ones first. */
function withoutExcess(input: unknown, { issues }: ZodError): unknown {
  return unfolded(issues)
    .toSorted((a, b) => a.path.length - b.path.length)
    .reduce<unknown>(
      (cut, issue) =>
        issue.code === "too_big" && ["array", "object"].includes(issue.origin)
          ? shortened(cut, issue.path, Number(issue.maximum))
          : cut,
      input,
    );
}

/** Returns a copy of a value in which the list or object at a path has at most `length` entries. */
function shortened(value: unknown, path: readonly PropertyKey[], length: number): unknown {
  const [key, ...rest] = path;
  if (typeof value !== "object" || value === null) return value;
  if (key === undefined) {
    if (Array.isArray(value)) return value.slice(0, length);
    return Object.fromEntries(Object.entries(value).slice(0, length));
  }
  if (!Object.hasOwn(value, key)) return value;
  const inner = shortened((value as Record<PropertyKey, unknown>)[key], rest, length);
  return Array.isArray(value) ? value.with(Number(key), inner) : { ...value, [key]: inner };
}

/** Returns middleware that reports a wrong cursor together with the issues of the list's schema. */
export function reportCursorFaults() {
  return reportAllFaults(async ({ deps }, input) =>
    cursorIssues(deps, (input as { cursor?: unknown } | undefined)?.cursor),
  );
}

/**
 * Returns middleware that refuses a change without a member, which is a mistake of the caller. Use it after the input
 * schema. A refinement of that would hide from the OpenAPI documents that it is strict.
 *
 * @param inPath parameters of the path
 */
export function refuseEmptyChange(...inPath: readonly string[]) {
  return t.middleware(async ({ next, input }) => {
    const members = Object.entries(input as object).filter(([, value]) => value !== undefined);
    if (members.some(([name]) => !inPath.includes(name))) return next();
    const message = "Give at least one member to change.";
    throw new CrmError("INVALID_INPUT", "The request is invalid.", {
      issues: [{ path: "", code: "required", message }],
    });
  });
}
