import { z } from "zod";
import { checkCurrentPassword } from "../../../access/admins/own-password.ts";
import type { Admin } from "../../../access/admins/sessions.ts";
import { resetSecondFactor } from "../../../access/factors/factor-reset.ts";
import {
  liftFactorRule,
  readFactorRule,
  requireSecondFactor,
} from "../../../access/factors/factor-rule.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from "../../../access/factors/second-factor.ts";
import { passkeyName, registrationInput } from "../../../access/passkeys/passkey-input.ts";
import {
  beginPasskey,
  finishPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from "../../../access/passkeys/passkeys.ts";
import { audited } from "../../../audit/audit.ts";
import { CrmError } from "../../../errors.ts";
import { storableText } from "../../../storable-text.ts";
import type { Context } from "../../context.ts";
import { reading } from "../../reading.ts";
import { router } from "../../trpc.ts";
import { adminProcedure, id, signedInProcedure } from "../procedure.ts";

const code = z.string().min(1).max(64);

export const password = z.string().min(1).max(1_000);

/** Procedures for setting up a second factor, allowed even while nothing else is. */
const setUpProcedure = signedInProcedure({ isForSetUp: true });

/**
 * Procedures for the second factor of the signed-in admin. A wrong code has to be counted, so what takes a code is logged
 * after its transaction.
 */
export const secondFactor = router({
  read: setUpProcedure.query(({ ctx }) => readSecondFactor(ctx.deps, ctx.admin)),
  begin: setUpProcedure
    /** The code is that of the app to replace. */
    .concat(reading(z.strictObject({ password, code: code.optional() })))
    .mutation(async ({ ctx, input }) => {
      await checkCurrentPassword(ctx.deps, ctx.admin, input, passwordCounter(ctx));
      return beginSecondFactor(ctx.deps, ctx.admin, input.code);
    }),
  confirm: setUpProcedure
    .concat(reading(z.strictObject({ code })))
    .mutation(({ ctx, input }) => confirmSecondFactor(ctx.deps, ctx.admin, input.code)),
  renewCodes: signedInProcedure()
    /** The password is for an admin who has only passkeys. */
    .concat(reading(z.union([z.strictObject({ code }), z.strictObject({ password })])))
    .mutation(async ({ ctx, input }) => {
      if ("code" in input) return renewRecoveryCodes(ctx.deps, ctx.admin, input.code);
      await checkCurrentPassword(ctx.deps, ctx.admin, input, passwordCounter(ctx));
      return renewRecoveryCodes(ctx.deps, ctx.admin, undefined);
    }),
  remove: signedInProcedure()
    .concat(reading(z.strictObject({ password, code })))
    .mutation(async ({ ctx, input }) => {
      await checkCurrentPassword(ctx.deps, ctx.admin, input, passwordCounter(ctx));
      await removeSecondFactor(ctx.deps, ctx.admin, input.code);
    }),
  /** For an admin who has lost it. */
  reset: adminProcedure("owner")
    .concat(reading(z.object({ adminId: id })))
    .mutation(({ ctx, input: { adminId } }) => {
      const subject = `admin:${adminId}`;
      const what = { action: "admins.resetSecondFactor", subject, details: {} };
      return audited(ctx, what, ({ deps }) => resetSecondFactor(deps, ctx.admin, adminId));
    }),
  /** The rule that admins need one. */
  rule: adminProcedure("read-only").query(({ ctx }) => readFactorRule(ctx.deps)),
  require: adminProcedure("owner").mutation(({ ctx }) =>
    audited(ctx, { action: "admins.requireSecondFactor", ...OF_RULE }, ({ deps }) =>
      requireSecondFactor(deps, ctx.admin),
    ),
  ),
  lift: adminProcedure("owner").mutation(({ ctx }) =>
    audited(ctx, { action: "admins.liftFactorRule", ...OF_RULE }, ({ deps }) =>
      liftFactorRule(deps),
    ),
  ),
});

/** Returns a function that counts an attempt to enter the admin's own password. */
export function passwordCounter({ countPasswordAttempt, admin }: Context & { admin: Admin }) {
  return () => {
    if (!countPasswordAttempt) throw new Error("password attempts are not counted here");
    return countPasswordAttempt(admin.email);
  };
}

/** The rule needs no entry if it was as wanted. */
const OF_RULE = {
  subject: "admins",
  details: {},
  isChange: (isChanged: boolean) => isChanged,
} as const;

const passkeyId = storableText.min(1).max(1_364);

/** Procedures for the passkeys of the signed-in admin. Their services write the audit log. */
export const passkeys = router({
  list: setUpProcedure.query(async ({ ctx }) => ({
    passkeys: await listPasskeys(ctx.deps, ctx.admin.id),
    /** Why none can be added; null if one can. */
    refusal: requirePasskeySite(ctx).refusal,
  })),
  begin: setUpProcedure
    .concat(reading(z.strictObject({ password })))
    .mutation(async ({ ctx, input }) => {
      await checkCurrentPassword(ctx.deps, ctx.admin, input, passwordCounter(ctx));
      return beginPasskey(ctx.deps, requirePasskeySite(ctx), ctx.admin);
    }),
  finish: setUpProcedure
    .concat(reading(z.strictObject({ name: passkeyName, response: registrationInput })))
    .mutation(({ ctx, input }) =>
      finishPasskey(ctx.deps, requirePasskeySite(ctx), ctx.admin, input),
    ),
  rename: signedInProcedure()
    .concat(reading(z.strictObject({ id: passkeyId, name: passkeyName })))
    .mutation(({ ctx, input }) => renamePasskey(ctx.deps, ctx.admin, input)),
  remove: signedInProcedure()
    .concat(reading(z.strictObject({ id: passkeyId, password })))
    .mutation(async ({ ctx, input }) => {
      await checkCurrentPassword(ctx.deps, ctx.admin, input, passwordCounter(ctx));
      await removePasskey(ctx.deps, ctx.admin, input.id);
    }),
});

function requirePasskeySite({ passkeySite }: Context) {
  if (!passkeySite) throw new CrmError("INTERNAL", "The admin app has no site of passkeys.");
  return passkeySite;
}
