import { z } from "zod";
import { auditedCall } from "../../../audit/audit.ts";
import type { Call } from "../../../call.ts";
import type { Deps } from "../../../deps.ts";
import { CrmError, type Issue } from "../../../errors.ts";
import type { ObjectSchema, ProjectSchema } from "../../../object-schema.ts";
import type { Principal } from "../../../principal.ts";
import type { SchemaChange } from "../../../schema/change-schema.ts";
import { requireType } from "../../../schema/views.ts";
import type { Context } from "../../context.ts";
import { noRecords, withIdempotencyKeyHeader } from "../../idempotency-key.ts";
import type { Check } from "../../reading.ts";

export const SCOPE = "crm.schemas.write";
export const TAGS = ["Schema"];

/** Names of the services' settings in requests of this API, where they differ: by name, or as a function of their path. */
export type Names = Readonly<Record<string, string>> | ((path: string) => string);

interface Change {
  /** Name in the audit log, the same as that of the admin app's procedure. */
  readonly action: string;
  /** Part of the schema and its keys, for the audit log. */
  readonly subject: readonly [
    "type" | "property" | "pipeline" | "stage" | "association_label",
    ...string[],
  ];
  readonly details: Readonly<Record<string, unknown>>;
  /** Names of the caller's own fields for the paths of issues. */
  readonly names: Names;
}

/** Returns what a change is for `changeSchema`. */
export function change(
  action: string,
  subject: Change["subject"],
  details: Change["details"],
  names: Names,
): Change {
  return { action, subject, details, names };
}

/**
 * Changes the schema of the caller's project and records the change in the audit log, as the admin app does.
 *
 * @throws CrmError NOT_FOUND for an unknown object type, and what `run` throws
 */
export async function changeSchema<T>(
  ctx: Call,
  plural: string,
  change: Change,
  run: (deps: Deps, projectId: number, type: string) => Promise<SchemaChange<T>>,
): Promise<SchemaChange<T>> {
  const { name: type } = await requireType(ctx, plural);
  return changeType(ctx, type, change, run);
}

/**
 * Does what `changeSchema` does, for an object type that may be new.
 *
 * @param type its name
 */
export async function changeType<T>(
  { deps, principal }: Call,
  type: string,
  { action, subject: [part, ...keys], details, names }: Change,
  run: (deps: Deps, projectId: number, type: string) => Promise<SchemaChange<T>>,
): Promise<SchemaChange<T>> {
  const what = {
    action: `schema.${action}`,
    subject: (done: SchemaChange<T>) => `${part}:${[type, ...keysMade(keys, done)].join(".")}`,
    details: { type, ...details },
    isLong: true,
    isChange: ({ changes }: SchemaChange<T>) => changes.length > 0,
  };
  try {
    const { projectId } = principal;
    return await auditedCall({ deps, principal }, what, (joined) =>
      run(joined.deps, projectId, type),
    );
  } catch (error) {
    throw error instanceof CrmError ? error.withIssues(renamed(error.issues, names)) : error;
  } finally {
    deps.schemas.clear();
  }
}

/** Returns the keys of what a change is about. A new pipeline or stage was named by its label until it got its key. */
function keysMade(keys: readonly string[], { changes: [first] }: SchemaChange<unknown>) {
  const isMade = first?.action === "created" && ["pipeline", "stage"].includes(first.part);
  return isMade && keys.length > 0 ? [...keys.slice(0, -1), first.key] : keys;
}

/** Creates a part of the schema once per `Idempotency-Key`. */
export async function createOnce<Answer extends object>(
  ctx: Context & { principal: Principal },
  operation: string,
  input: unknown,
  create: (call: Call) => Promise<Answer>,
): Promise<Answer> {
  const request = { operation, input, recordIdsIn: noRecords };
  try {
    return await withIdempotencyKeyHeader(ctx, request, create);
  } finally {
    // With a key, the change is committed only now.
    ctx.deps.schemas.clear();
  }
}

/** Returns the schema of the order of pipelines or stages in a request. */
export function orderSuchAs(example: readonly string[]) {
  return z
    .array(z.string())
    .min(1)
    .max(200)
    .meta({ description: "All keys in their new order, each once", example });
}

function renamed(issues: readonly Issue[], names: Names): readonly Issue[] {
  const rename = typeof names === "function" ? names : (path: string) => names[path] ?? path;
  return issues.map((issue) => ({ ...issue, path: rename(issue.path) }));
}

/**
 * Returns the check of settings against the cached schema of the object type in `plural`.
 *
 * @param shape schemas of the members; `check` receives only the valid ones
 */
export function settingFaults<Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
  names: Names,
  check: (object: ObjectSchema, valid: Partial<z.output<z.ZodObject<Shape>>>) => readonly Issue[],
): Check {
  return faultsIn(shape, names, (schema, valid, { plural }) => {
    const object = typeof plural === "string" ? schema.objects.get(plural) : undefined;
    return object === undefined ? [] : check(object, valid);
  });
}

/**
 * Returns the check of settings against the whole schema of the project, as `settingFaults`.
 *
 * @param check receives the input as it was given too
 */
export function faultsIn<Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
  names: Names,
  check: (
    schema: ProjectSchema,
    valid: Partial<z.output<z.ZodObject<Shape>>>,
    given: Readonly<Record<string, unknown>>,
  ) => readonly Issue[],
): Check {
  return async ({ deps, principal }, input) => {
    const given = (typeof input === "object" && input !== null ? input : {}) as Members;
    const members = Object.entries(shape as Readonly<Record<string, z.ZodType>>).map(
      ([name, member]) => [name, parseValid(member, given[name])] as const,
    );
    const valid = members.flatMap(([name, { parsed }]) =>
      parsed.success ? [[name, parsed.data]] : [],
    );
    const wrong = members.flatMap(([name, { parsed, removed }]) =>
      parsed.success ? removed.map((path) => [name, ...path].join(".")) : [name],
    );
    const schema = await deps.schemas.get(principal.projectId);
    const issues = renamed(check(schema, Object.fromEntries(valid), given), names);
    return issues.filter(({ path }) => !wrong.some((part) => `${path}.`.startsWith(`${part}.`)));
  };
}

type Members = Record<PropertyKey, unknown>;

/**
 * Parses a value without its unknown members and its invalid parts, which the input schema reports, so that the rest
 * can be checked too. An invalid element of an array becomes an empty object, so that the others keep their places.
 *
 * @returns the result, and the paths of the invalid parts
 */
function parseValid(schema: z.ZodType, given: unknown) {
  const parsed = schema.safeParse(given);
  const issues = parsed.error?.issues ?? [];
  if (issues.length === 0) return { parsed, removed: [] };
  const rest = structuredClone(given);
  const removed: (readonly PropertyKey[])[] = [];
  for (const issue of issues) {
    if (issue.code === "unrecognized_keys") {
      const part = partAt(rest, issue.path);
      for (const key of issue.keys) delete part[key];
    } else {
      const part = partAt(rest, issue.path.slice(0, -1));
      const last = issue.path.at(-1);
      if (last === undefined) return { parsed, removed: [] };
      if (Array.isArray(part)) part[Number(last)] = {};
      else delete part[last];
      removed.push(issue.path);
    }
  }
  return { parsed: schema.safeParse(rest), removed };
}

function partAt(value: unknown, path: readonly PropertyKey[]): Members {
  return path.reduce<unknown>((at, name) => (at as Members)[name], value) as Members;
}
