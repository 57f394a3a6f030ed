import { z } from "zod";
import { resetSecondFactor } from "../../access/factor-reset.ts";
import { liftFactorRule, readFactorRule, requireSecondFactor } from "../../access/factor-rule.ts";
import { checkPasswordOf } from "../../access/own-password.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from "../../access/second-factor.ts";
import { audited } from "../../audit/audited.ts";
import { adminProcedure, type Context, router } from "../trpc.ts";
import { id } from "./procedure.ts";

const password = z.string().min(1).max(1_000);
const code = z.string().min(1).max(64);
/** What an admin calls to set a second factor up, also while nothing else is allowed. */
const setUpProcedure = adminProcedure("read-only", { isForSetUp: true });

/**
 * Procedures for the second factor of the signed-in admin. A wrong code has to be counted, so what takes a code is logged
 * after its transaction.
 */
export const secondFactor = router({
  read: setUpProcedure.query(({ ctx }) => readSecondFactor(ctx.deps, ctx.admin)),
  begin: setUpProcedure
    /** The code is that of the app to replace. */
    .input(z.strictObject({ password, code: code.optional() }))
    .mutation(async ({ ctx, input }) => {
      await checkPasswordOf(ctx.deps, ctx.admin, input.password, countOf(ctx, ctx.admin.email));
      return beginSecondFactor(ctx.deps, ctx.admin, input.code);
    }),
  confirm: setUpProcedure
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
  /** The rule that admins need one. */
  rule: adminProcedure("read-only").query(({ ctx }) => readFactorRule(ctx.deps)),
  require: adminProcedure("owner").mutation(({ ctx }) =>
    audited(ctx.deps, ctx.admin, { action: "admins.requireSecondFactor", ...OF_RULE }, (deps) =>
      requireSecondFactor(deps, ctx.admin),
    ),
  ),
  lift: adminProcedure("owner").mutation(({ ctx }) =>
    audited(ctx.deps, ctx.admin, { action: "admins.liftFactorRule", ...OF_RULE }, (deps) =>
      liftFactorRule(deps),
    ),
  ),
});

/** The rule needs no entry if it was as wanted. */
const OF_RULE = {
  subject: "admins",
  details: {},
  isChange: (isChanged: boolean) => isChanged,
} as const;

function countOf({ countPasswordAttempt }: Context, email: string) {
  return () => {
    if (!countPasswordAttempt) throw new Error("password attempts are not counted here");
    return countPasswordAttempt(email);
  };
}
