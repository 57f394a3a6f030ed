import { z } from "zod";
import { type AdminRole, requireRole } from "../../access/admins/roles.ts";
import { requireFactor } from "../../access/factors/factor-rule.ts";
import {
  principalOfClient,
  principalOfKey,
  principalOfProject,
  roleInTenant,
} from "../../access/project-principal.ts";
import { SURFACES } from "../../audit/actors.ts";
import { CrmError } from "../../errors.ts";
import { storableText } from "../../storable-text.ts";
import { reading } from "../reading.ts";
import { instant, page, searchText } from "../schemas.ts";
import { whileScanning } from "../scoped-procedures.ts";
import { t } from "../trpc.ts";

export const id = z.int().positive();
/** Name of an object type. The service answers 404 for one that the project does not have. */
export const objectType = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,49}$/, { error: "This must name an object type." });

/** Input fields of a log: actor, surface, time range and page. Entries are listed newest first. */
export const logFilter = {
  /** Kind and id, such as `client:rpc…`, `key:3` or `admin:1`. */
  actor: searchText().optional(),
  surface: z.enum(SURFACES).optional(),
  from: instant.optional(),
  to: instant.optional(),
  cursor: page.cursor,
  limit: z.int().min(1).max(200).default(50),
};
const inProject = z.object({ projectId: id });
const inTenant = z.object({ tenantId: id });
const ofClient = z.object({ clientId: storableText.min(1).max(100) });
const ofKey = z.object({ keyId: id });

/**
 * Builds a procedure on one project. `ctx.principal` acts in that project as the signed-in admin, and
 * `ctx.schema` has its object types.
 *
 * @param least lowest role that may call it
 * @param input what it takes besides the project; read after the role is checked
 */
export function projectProcedure<Input extends z.ZodType = typeof inProject>(
  least: AdminRole,
  input?: Input,
) {
  const procedure = signedInProcedure()
    .concat(reading(inProject))
    .use(async ({ ctx, input, next }) => {
      const principal = await principalOfProject(ctx.deps, ctx.admin, input.projectId, least);
      ctx.holdPlace?.(principal);
      const schema = await ctx.deps.schemas.get(input.projectId);
      return whileScanning(ctx, principal, (deps) => next({ ctx: { deps, principal, schema } }));
    });
  return procedure.concat(reading(input ?? (inProject as unknown as Input)));
}

/**
 * Builds a procedure on one tenant. Roles in the installation count there too.
 *
 * @param least lowest role that may call it
 */
export function tenantProcedure<Input extends z.ZodType = typeof inTenant>(
  least: AdminRole,
  input?: Input,
) {
  const procedure = signedInProcedure()
    .concat(reading(inTenant))
    .use(async ({ ctx, input, next }) => {
      await roleInTenant(ctx.deps, ctx.admin, input.tenantId, least);
      return next();
    });
  return procedure.concat(reading(input ?? (inTenant as unknown as Input)));
}

/** Builds a procedure on the project of an OAuth client; see `projectProcedure`. */
export function clientProcedure<Input extends z.ZodType = typeof ofClient>(
  least: AdminRole,
  input?: Input,
) {
  const procedure = signedInProcedure()
    .concat(reading(ofClient))
    .use(async ({ ctx, input, next }) => {
      const principal = await principalOfClient(ctx.deps, ctx.admin, input.clientId, least);
      ctx.holdPlace?.(principal);
      return next({ ctx: { principal } });
    });
  return procedure.concat(reading(input ?? (ofClient as unknown as Input)));
}

/** Builds a procedure on the project of an API key; see `projectProcedure`. */
export function keyProcedure<Input extends z.ZodType = typeof ofKey>(
  least: AdminRole,
  input?: Input,
) {
  const procedure = signedInProcedure()
    .concat(reading(ofKey))
    .use(async ({ ctx, input, next }) => {
      const principal = await principalOfKey(ctx.deps, ctx.admin, input.keyId, least);
      ctx.holdPlace?.(principal);
      return next({ ctx: { principal } });
    });
  return procedure.concat(reading(input ?? (ofKey as unknown as Input)));
}

/**
 * Builds a procedure of the admin app for any signed-in admin, also one without a role. It must concern this admin alone,
 * or check the admin's role itself.
 *
 * @param options.isForSetUp true if an admin who has to set a second factor up may call it before that
 */
export function signedInProcedure({ isForSetUp = false }: { readonly isForSetUp?: boolean } = {}) {
  return t.procedure.use(async ({ ctx, next }) => {
    const { admin } = ctx;
    if (admin === undefined) {
      throw new CrmError("UNAUTHENTICATED", "Sign in to the admin app first.");
    }
    if (!isForSetUp) requireFactor(admin);
    return next({ ctx: { admin } });
  });
}

/**
 * Builds a procedure on the whole installation. Roles in tenants do not count.
 *
 * @param least lowest role in the installation that may call it
 */
export function adminProcedure(least: AdminRole) {
  return signedInProcedure().use(({ ctx, next }) => {
    requireRole(ctx.admin.role, least);
    return next();
  });
}
