import { ADMIN_ROLES } from "@rapport/model";
import { z } from "zod";
import type { LinkedAdmin, LinkMaker } from "../../../access/admins/admins.ts";
import {
  type AddedMember,
  addMember,
  changeMember,
  listColleagues,
  listMembers,
  type RemovedMember,
  removeMember,
  resetMemberFactor,
  resetMemberPassword,
} from "../../../access/admins/members.ts";
import { audited, pick } from "../../../audit/audit.ts";
import { CrmError } from "../../../errors.ts";
import { storableText } from "../../../storable-text.ts";
import type { Context } from "../../context.ts";
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
  /** Adds an admin. If there is no account, the admin is invited, and the owner sees the link once, in this response. */
  add: tenantProcedure("owner", z.object({ email: storableText.max(320), role })).mutation(
    ({ ctx, input }) => {
      const { tenantId, ...wanted } = input;
      const what = {
        ...change("", { ...input, adminId: 0 }),
        action: ({ invitation }: AddedMember) =>
          invitation === null ? "members.add" : "members.invite",
        subject: ({ id }: AddedMember) => `admin:${id}`,
      };
      return audited(ctx, what, ({ deps }) => addMember(deps, linkMaker(ctx), tenantId, wanted));
    },
  ),
  setRole: tenantProcedure("owner", one.extend({ role })).mutation(({ ctx, input }) =>
    audited(ctx, change("setRole", input), ({ deps }) =>
      changeMember(deps, ctx.admin, { tenantId: input.tenantId, id: input.adminId }, input.role),
    ),
  ),
  remove: tenantProcedure("owner", one).mutation(({ ctx, input }) =>
    audited(
      ctx,
      {
        ...change("remove", input),
        action: ({ isRevoked }: RemovedMember) =>
          isRevoked ? "members.revokeInvitation" : "members.remove",
        details: ({ isRevoked, email }: RemovedMember) =>
          isRevoked ? { ...pick(input, "tenantId"), email } : pick(input, "tenantId"),
      },
      ({ deps }) => removeMember(deps, ctx.admin, input.tenantId, input.adminId),
    ),
  ),
  /** Resets a forgotten password, or makes a new invitation. The owner sees the link once, in this response. */
  resetPassword: tenantProcedure("owner", one).mutation(({ ctx, input }) =>
    audited(
      ctx,
      {
        ...change("resetPassword", input),
        action: ({ isInvitation }: LinkedAdmin) =>
          isInvitation ? "members.renewInvitation" : "members.resetPassword",
      },
      ({ deps }) => resetMemberPassword(deps, linkMaker(ctx), input.tenantId, input.adminId),
    ),
  ),
  resetSecondFactor: tenantProcedure("owner", one).mutation(({ ctx, input }) =>
    audited(ctx, change("resetSecondFactor", input), ({ deps }) =>
      resetMemberFactor(deps, ctx.admin, input.tenantId, input.adminId),
    ),
  ),
});

/** Returns who makes a link, and how. */
export function linkMaker({
  admin,
  accountLinks: settings,
}: Pick<Context, "accountLinks"> & { readonly admin: LinkMaker["by"] }): LinkMaker {
  if (settings === undefined) throw new CrmError("INTERNAL", "The admin app has no links here.");
  return { by: admin, settings };
}
