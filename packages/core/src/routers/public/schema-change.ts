import type { ObjectType } from "@rapport/model";
import { z } from "zod";
import { auditedOf } from "../../audit/audited.ts";
import type { Deps } from "../../deps.ts";
import { CrmError, type Issue } from "../../errors.ts";
import type { ObjectSchema } from "../../object-schema.ts";
import type { Principal } from "../../principal.ts";
import type { SchemaChange } from "../../schema/change-schema.ts";
import { isPlural, typeOfPlural } from "../../schema/views.ts";
import type { Context } from "../context.ts";
import { noRecords, withIdempotencyKeyOf } from "../idempotency-key.ts";
import { reportAllFaults } from "../report-faults.ts";

export const SCOPE = "crm.schemas.write";
export const TAGS = ["Schema"];

/** Names of the services' settings in requests of this API, where they differ. */
export type Names = Readonly<Record<string, string>>;

interface Change {
  /** Name in the audit log, the same as that of the admin app's procedure. */
  readonly action: string;
  /** Part of the schema and its keys, for the audit log. */
  readonly subject: readonly ["property" | "pipeline" | "stage", ...string[]];
  readonly details: Readonly<Record<string, unknown>>;
  /** Names of the caller's own fields for the paths of issues. */
  readonly names: Names;
}

/**
 * Changes the schema of the caller's project and records the change in the audit log, as the admin app does.
 *
 * @throws CrmError NOT_FOUND for an unknown object type, and what `run` throws
 */
export async function changeOf<T>(
  { deps, principal }: { readonly deps: Deps; readonly principal: Principal },
  plural: string,
  { action, subject: [part, ...keys], details, names }: Change,
  run: (deps: Deps, projectId: number, type: ObjectType) => Promise<SchemaChange<T>>,
): Promise<SchemaChange<T>> {
  const type = typeOfPlural(plural);
  const what = {
    action: `schema.${action}`,
    subject: `${part}:${[type, ...keys].join(".")}`,
    details: { type, ...details },
    isLong: true,
    isChange: ({ changes }: SchemaChange<T>) => changes.length > 0,
  };
  try {
    const { projectId } = principal;
    return await auditedOf(deps, principal, what, (joined) => run(joined, projectId, type));
  } catch (error) {
    throw error instanceof CrmError ? inNamesOf(error, names) : error;
  } finally {
    deps.schemas.clear();
  }
}

/** Creates a part of the schema once per `Idempotency-Key`. */
export async function createOnce<Answer extends object>(
  ctx: Context & { principal: Principal },
  operation: string,
  input: unknown,
  create: (ctx: { readonly deps: Deps; readonly principal: Principal }) => Promise<Answer>,
): Promise<Answer> {
  const { principal } = ctx;
  const request = { operation, input, recordsOf: noRecords };
  try {
    return await withIdempotencyKeyOf(ctx, request, (deps) => create({ deps, principal }));
  } finally {
    // With a key, the change is committed only now.
    ctx.deps.schemas.clear();
  }
}

/** The order of pipelines or stages in a request. */
export const order = z
  .array(z.string())
  .min(1)
  .max(200)
  .meta({
    description: "All keys in their new order, each once",
    example: ["default", "renewals"],
  });

function inNamesOf({ code, message, issues, headers, cause }: CrmError, names: Names): CrmError {
  return new CrmError(code, message, {
    issues: renamed(issues, names),
    headers: { ...headers },
    cause,
  });
}

function renamed(issues: readonly Issue[], names: Names): readonly Issue[] {
  return issues.map((issue) => ({ ...issue, path: names[issue.path] ?? issue.path }));
}

/**
 * Returns middleware that reports the issues of `check` together with those of the input schema.
 *
 * @param shape schemas of the members; `check` receives only the valid ones
 * @param check finds issues against the cached schema of the object type
 */
export function reportSettingFaults<Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
  names: Names,
  check: (
    schema: ObjectSchema,
    type: ObjectType,
    valid: Partial<z.output<z.ZodObject<Shape>>>,
  ) => readonly Issue[],
) {
  return reportAllFaults(async ({ deps, principal }: Context & { principal: Principal }, input) => {
    const given = (typeof input === "object" ? input : {}) as Readonly<Record<string, unknown>>;
    const { plural } = given ?? {};
    if (typeof plural !== "string" || !isPlural(plural)) return [];
    const type = typeOfPlural(plural);
    const members = Object.entries(shape as Readonly<Record<string, z.ZodType>>).map(
      ([name, member]) => [name, parseKnown(member, given[name])] as const,
    );
    const valid = members.flatMap(([name, { success, data }]) => (success ? [[name, data]] : []));
    const wrong = new Set(members.flatMap(([name, { success }]) => (success ? [] : [name])));
    const schema = (await deps.schemas.get(principal.projectId))[type];
    const issues = renamed(check(schema, type, Object.fromEntries(valid) as never), names);
    return issues.filter(({ path }) => !wrong.has(path.split(".")[0] ?? path));
  });
}

type Members = Record<PropertyKey, unknown>;

/** Parses a value without its unknown members, which the input schema reports, so that the rest can be checked too. */
function parseKnown(schema: z.ZodType, given: unknown): ReturnType<z.ZodType["safeParse"]> {
  const parsed = schema.safeParse(given);
  const unknown = parsed.error?.issues.filter(({ code }) => code === "unrecognized_keys") ?? [];
  if (unknown.length === 0) return parsed;
  const known = structuredClone(given);
  for (const { path, keys } of unknown as readonly z.core.$ZodIssueUnrecognizedKeys[]) {
    const part = path.reduce<unknown>((at, name) => (at as Members)[name], known) as Members;
    for (const key of keys) delete part[key];
  }
  return schema.safeParse(known);
}
