import type { z } from "zod";
import { CrmError, type Issue } from "../errors.ts";
import type { InputPaths } from "../input-paths.ts";
import type { ObjectSchema } from "../object-schema.ts";
import { cursorIssues } from "../paging.ts";
import type { Principal } from "../principal.ts";
import type { Apply } from "../records/batch/apply.ts";
import { findFaults, type GivenInput } from "../records/batch/check.ts";
import { toCrmError } from "./answers.ts";
import type { Context } from "./context.ts";
import { inputIssues, unfoldUnions, withExamples } from "./input-issues.ts";
import { withoutNulls } from "./input-schema.ts";
import { t } from "./trpc.ts";

/** Context of a procedure whose caller has a credential. */
export type CallerContext = Context & { readonly principal: Principal };

/** What every operation on records works with. */
export interface ObjectContext extends Context {
  readonly principal: Principal;
  /** The object type of the records. */
  readonly object: ObjectSchema;
}

/**
 * Finds issues in the input of a malformed request that only the project's data can show. The lists in the input are cut
 * to the length that the schema allows, so that a long one takes no longer and the response stays short.
 *
 * @param input of any shape
 */
export type Check<Checked extends CallerContext = CallerContext> = (
  ctx: Checked,
  input: unknown,
) => readonly Issue[] | Promise<readonly Issue[]>;

export interface ReadingOptions<Checked extends CallerContext> {
  /** Finds issues that neither the schema nor the service finds, so it is always called. */
  readonly form?: (ctx: Checked, input: unknown) => readonly Issue[];
  /** Reads a request, if the schema describes more than is read at first. */
  readonly parse?: (given: unknown) => z.ZodSafeParseResult<unknown>;
  /** True to refuse an input that has no members except the path parameters. */
  readonly isChange?: boolean;
}

/**
 * Checks the input of an operation. Passes its value to the resolver, or reports all issues at once: first `inputFaults`,
 * then the issues of the schema, then those of `form` and `check`. At each path, reports only the issues of the first of
 * these three that has any. Skips `check` if nothing else is wrong, because the service finds the same issues.
 *
 * @returns a builder for `concat`. tRPC would parse the input itself, and stop at the issues of the schema
 */
export function reading<Schema extends z.ZodType, Checked extends CallerContext>(
  schema: Schema,
  check: Check<Checked> = () => [],
  options: ReadingOptions<Checked> = {},
) {
  const { form = () => [], parse = (given) => schema.safeParse(given), isChange } = options;
  const read = t.middleware(async ({ ctx: context, meta, input: before, next, getRawInput }) => {
    const ctx = context as unknown as Checked;
    const given = withoutNulls(schema, await getRawInput());
    const { inputFaults = [] } = ctx;
    const { data, error } = parse(given);
    const own = form(ctx, given);
    // Examples of JSON help integrators, and nobody who fills in a form of the admin app.
    const hasExamples = ctx.admin === undefined;
    const inPath = pathParameters(meta?.openapi?.path);
    const refused = (issues: readonly Issue[]) => {
      const refusal = new CrmError("INVALID_INPUT", "The request is invalid.", { issues });
      return hasExamples ? withExamples(schema, refusal, inPath) : refusal;
    };
    if (error !== undefined || inputFaults.length + own.length > 0) {
      const shape = error === undefined ? [] : inputIssues(error);
      const found = await check(ctx, withoutExcess(given, error));
      throw refused(firstAtEachPath([inputFaults, shape, [...own, ...found]]));
    }
    if (isChange && isEmpty(data, inPath)) throw refused([NO_MEMBER]);
    const result = await next({
      input: before === undefined ? data : { ...before, ...(data as object) },
    });
    if (result.ok || !hasExamples) return result;
    const refusal = toCrmError(result.error);
    if (refusal.code !== "INVALID_INPUT") return result;
    throw withExamples(schema, refusal, inPath);
  });
  const described = t.procedure.input(schema);
  const { _def } = described;
  const { middlewares } = t.procedure.use(read)._def;
  return { ...described, _def: { ..._def, middlewares } } as typeof described;
}

/** Leaves out the issues of a list whose path an earlier list has. */
function firstAtEachPath(lists: readonly (readonly Issue[])[]): readonly Issue[] {
  const known = new Set<string>();
  return lists.flatMap((list) => {
    const others = list.filter(({ path }) => !known.has(path));
    for (const { path } of others) known.add(path);
    return others;
  });
}

const NO_MEMBER: Issue = {
  path: "",
  code: "required",
  message: "Give at least one member to change.",
};

function isEmpty(value: unknown, inPath: readonly string[]): boolean {
  return Object.entries(value as object).every(
    ([name, member]) => member === undefined || inPath.includes(name),
  );
}

/** Returns the names of the parameters in the path of an operation. */
export function pathParameters(path = ""): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}

/** Cuts the lists and objects of an input that are too long, outer ones first. */
function withoutExcess(input: unknown, error: z.ZodError | undefined): unknown {
  return unfoldUnions(error?.issues ?? [])
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

/** Finds a wrong cursor of a list. */
export const cursorFaults: Check = ({ deps }, input) =>
  cursorIssues(deps, (input as { cursor?: unknown } | undefined)?.cursor);

/**
 * Finds what a write of one record would be refused for.
 *
 * @param readInput returns the members of an input of any shape, and their paths in the request
 */
export function writeFaults(
  apply: Apply,
  readInput: (input: object) => { readonly item: GivenInput; readonly paths: InputPaths },
): Check<ObjectContext> {
  return async (ctx, input) => {
    if (typeof input !== "object" || input === null) return [];
    const { item, paths } = readInput(input);
    const issues = await findFaults(ctx, apply, item, paths);
    // A field of the Workspace API that is required is one in its schema, which reports it.
    return issues.filter(({ path }) => path !== "");
  };
}
