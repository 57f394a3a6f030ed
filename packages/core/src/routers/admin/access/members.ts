import { ADMIN_ROLES } from "@rapport/model";
import { z } from "zod";
import { makePassword } from "../../../access/admins/admins.ts";
import {
  addMember,
  changeMember,
  listColleagues,
  listMembers,
  removeMember,
  resetMemberFactor,
  resetMemberPassword,
} from "../../../access/admins/members.ts";
import { audited, pick } from "../../../audit/audited.ts";
import { joinDeps } from "../../../deps.ts";
import { storableText } from "../../../storable-text.ts";
import { reading } from "../../reading.ts";
import { router } from "../../trpc.ts";
import { id, projectProcedure, tenantProcedure } from "../procedure.ts";

const role = z.enum(ADMIN_ROLES);
const one = z.object({ adminId: id });

interface Given {
  readonly tenantId: number;
  readonly adminId: number;
  readonly role?: string;
}

/** Returns the audit log entry of a change. */
function change(action: string, input: Given) {
  const details = pick(input, "tenantId", "role");
  const { tenantId, adminId } = input;
  return { action: `members.${action}`, subject: `admin:${adminId}`, tenantId, details };
}

/** Procedures for the admins who have a role in a tenant. They leave out admins who have roles only in other tenants. */
export const members = router({
  list: tenantProcedure("read-only").query(({ ctx, input }) =>
    listMembers(ctx.deps, input.tenantId),
  ),
  /** Lists the admins whom the owner of a record, for example, may be. */
  colleagues: projectProcedure("read-only").query(({ ctx }) =>
    listColleagues(ctx.deps, ctx.admin, ctx.principal.tenantId),
  ),
  /** Adds an admin, and answers the password once if the account is new. */
  add: tenantProcedure("owner")
    .concat(reading(z.object({ email: storableText.max(320), role })))
    .mutation(async ({ ctx, input }) => {
      const { tenantId, ...wanted } = input;
      const made = await makePassword();
      return ctx.deps.db.transaction(async (tx) => {
        const deps = joinDeps(ctx.deps, tx);
        const added = await addMember(deps, ctx.admin, { tenantId, member: wanted, made });
        const given = { tenantId, adminId: added.id, role: wanted.role };
        return audited(deps, ctx.admin, change("add", given), async () => added);
      });
    }),
  setRole: tenantProcedure("owner")
    .concat(reading(one.extend({ role })))
    .mutation(({ ctx, input }) =>
      audited(ctx.deps, ctx.admin, change("setRole", input), (deps) =>
        changeMember(deps, ctx.admin, { tenantId: input.tenantId, id: input.adminId }, input.role),
      ),
    ),
  remove: tenantProcedure("owner")
    .concat(reading(one))
    .mutation(({ ctx, input }) =>
      audited(ctx.deps, ctx.admin, change("remove", input), (deps) =>
        removeMember(deps, ctx.admin, input.tenantId, input.adminId),
      ),
    ),
  /** Resets a forgotten password. The owner sees the new password once, in this response. */
  resetPassword: tenantProcedure("owner")
    .concat(reading(one))
    .mutation(async ({ ctx, input }) => {
      const made = await makePassword();
      return audited(ctx.deps, ctx.admin, change("resetPassword", input), (deps) =>
        resetMemberPassword(deps, ctx.admin, { tenantId: input.tenantId, id: input.adminId }, made),
      );
    }),
  resetSecondFactor: tenantProcedure("owner")
    .concat(reading(one))
    .mutation(({ ctx, input }) =>
      audited(ctx.deps, ctx.admin, change("resetSecondFactor", input), (deps) =>
        resetMemberFactor(deps, ctx.admin, input.tenantId, input.adminId),
      ),
    ),
});
