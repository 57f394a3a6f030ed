import { requireRole } from "../access/admins/require-role.ts";
import type { AdminRole } from "../access/admins/roles.ts";
import { requireFactor } from "../access/factors/factor-rule.ts";
import { CrmError } from "../errors.ts";
import { t } from "./trpc.ts";

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
