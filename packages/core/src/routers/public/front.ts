import { OBJECT_TYPES, type ObjectTypeDefinition } from "@rapport/model";
import type { ObjectSchema } from "../../object-schema.ts";
import type { Principal } from "../../principal.ts";
import type { Context, Meta } from "../context.ts";
import { scopedProcedure } from "../scoped-procedures.ts";
import { t } from "../trpc.ts";

/**
 * The names under which the operations on records appear: those of one object type, which has paths, parameters and texts
 * of its own.
 */
export type Front = ObjectTypeDefinition;

/** The fronts of the built-in types, by plural. */
export const FRONTS = Object.fromEntries(
  Object.values(OBJECT_TYPES).map((type) => [type.plural, type]),
) as unknown as {
  readonly [T in (typeof OBJECT_TYPES)[keyof typeof OBJECT_TYPES] as T["plural"]]: T;
};

/** What an operation on records says of itself. */
export interface ObjectOperation
  extends Omit<Meta, "openapi" | "scope" | "orScopes" | "alsoNeeds"> {
  /** What the credential may do with records of the type; all of it, if there is more than one. */
  readonly access: Access | readonly [Access, ...Access[]];
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path below that of the type, in which `{id}` is the record's. */
  readonly path: string;
  /** Path of all types; that of the Public Object API if omitted. */
  readonly below?: `/${string}`;
  readonly summary: string;
  readonly description: string;
}

type Access = "read" | "write" | "delete" | "erase";

/** What every operation on records works with. */
export interface ObjectContext extends Context {
  readonly principal: Principal;
  /** The object type of the records. */
  readonly object: ObjectSchema;
}

/**
 * Builds a procedure on records of one type. `ctx.object` is that type in the caller's project. Call it before `.input()`,
 * so that the credential is checked before the body.
 */
export function objectProcedure(front: Front, operation: ObjectOperation) {
  const { access, method, path, below = "/api/crm/objects", summary, description } = operation;
  const [scope, ...alsoNeeds] = [access].flat().map((one) => scopeOf(front, one)) as [string];
  const { access: _, method: __, path: ___, below: ____, ...meta } = operation;
  return scopedProcedure(scope, ...alsoNeeds)
    .meta({
      scope,
      ...(alsoNeeds.length > 0 && { alsoNeeds }),
      ...meta,
      openapi: {
        method,
        path: `${below}/${front.plural}${path.replace("{id}", `{${front.idParam}}`)}`,
        tags: [front.title],
        summary,
        description,
        protect: true,
      },
    })
    .use(
      t.middleware(async ({ ctx, next }) => {
        const { deps, principal } = ctx as Context & { principal: Principal };
        const object = await deps.schemas.object(principal.projectId, front.name);
        return next({ ctx: { object } });
      }),
    );
}

/** Returns the scope that lets a credential do something with records of a type. */
export function scopeOf({ plural }: { readonly plural: string }, access: Access): string {
  return `crm.${plural}.${access}`;
}
