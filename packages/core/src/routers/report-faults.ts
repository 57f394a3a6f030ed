import { ZodError } from "zod";
import { cursorIssues } from "../cursor.ts";
import { CrmError } from "../errors.ts";
import type { Principal } from "../principal.ts";
import { crmErrorOf } from "./answers.ts";
import type { Context } from "./context.ts";
import { t } from "./trpc.ts";

/**
 * Returns middleware that reports the issues of `check` together with those of the input schema.
 * Runs `check` only if the schema rejected the input. Skips an issue whose path the schema reported.
 *
 * @param check finds issues in the raw input
 */
export function reportAllFaults(
  check: (ctx: Context & { principal: Principal }, input: unknown) => Promise<CrmError["issues"]>,
) {
  return t.middleware(async ({ ctx, next, getRawInput }) => {
    const result = await next();
    if (result.ok || !(result.error.cause instanceof ZodError)) return result;
    const shape = crmErrorOf(result.error);
    const more = await check(ctx as Context & { principal: Principal }, await getRawInput());
    const known = new Set(shape.issues.map((issue) => issue.path));
    throw new CrmError(shape.code, shape.message, {
      issues: [...shape.issues, ...more.filter((issue) => !known.has(issue.path))],
    });
  });
}

/** Returns middleware that reports a wrong cursor together with the issues of the list's schema. */
export function reportCursorFaults() {
  return reportAllFaults(async ({ deps }, input) =>
    cursorIssues(deps, (input as { cursor?: unknown } | undefined)?.cursor),
  );
}
