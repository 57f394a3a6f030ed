import { z } from "zod";
import { checkPasswordOf } from "../../access/own-password.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
} from "../../access/second-factor.ts";
import { audited } from "../../audit/audited.ts";
import { adminProcedure, type Context, router } from "../trpc.ts";
import { id } from "./procedure.ts";

const password = z.string().min(1).max(1_000);
const code = z.string().min(1).max(64);

/**
 * Procedures for the second factor of the signed-in admin. A wrong code has to be counted, so what takes a code is logged
 * after its transaction.
 */
export const secondFactor = router({
  read: adminProcedure("read-only").query(({ ctx }) => readSecondFactor(ctx.deps, ctx.admin)),
  begin: adminProcedure("read-only")
    .input(z.strictObject({ password }))
    .mutation(async ({ ctx, input }) => {
      await checkPasswordOf(ctx.deps, ctx.admin, input.password, countOf(ctx, ctx.admin.email));
      return beginSecondFactor(ctx.deps, ctx.admin);
    }),
  confirm: adminProcedure("read-only")
    .input(z.strictObject({ code }))
    .mutation(({ ctx, input }) => confirmSecondFactor(ctx.deps, ctx.admin, input.code)),
  renewCodes: adminProcedure("read-only")
    .input(z.strictObject({ code }))
    .mutation(({ ctx, input }) => renewRecoveryCodes(ctx.deps, ctx.admin, input.code)),
  remove: adminProcedure("read-only")
    .input(z.strictObject({ password, code }))
    .mutation(async ({ ctx, input }) => {
      await checkPasswordOf(ctx.deps, ctx.admin, input.password, countOf(ctx, ctx.admin.email));
      await removeSecondFactor(ctx.deps, ctx.admin, input.code);
    }),
  /** For an admin who has lost it. */
  reset: adminProcedure("owner")
    .input(z.object({ adminId: id }))
    .mutation(({ ctx, input }) =>
      audited(
        ctx.deps,
        ctx.admin,
        {
          action: "admins.resetSecondFactor",
          subject: `admin:${input.adminId}`,
          details: {},
        },
        (deps) => resetSecondFactor(deps, ctx.admin, input.adminId),
      ),
    ),
});

function countOf({ countPasswordAttempt }: Context, email: string) {
  return () => {
    if (!countPasswordAttempt) throw new Error("password attempts are not counted here");
    return countPasswordAttempt(email);
  };
}
