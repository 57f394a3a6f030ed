import { z } from "zod";
import { checkPasswordOf } from "../../../access/admins/own-password.ts";
import { passkeyName, registrationInput } from "../../../access/passkeys/passkey-input.ts";
import {
  beginPasskey,
  finishPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from "../../../access/passkeys/passkeys.ts";
import { CrmError } from "../../../errors.ts";
import { storableText } from "../../../storable-text.ts";
import type { Context } from "../../context.ts";
import { reading } from "../../reading.ts";
import { router } from "../../trpc.ts";
import { signedInProcedure } from "../procedure.ts";
import { password, passwordCounter, setUpProcedure } from "./second-factor.ts";

const passkeyId = storableText.min(1).max(1_364);

/** Procedures for the passkeys of the signed-in admin. Their services write the audit log. */
export const passkeys = router({
  list: setUpProcedure.query(async ({ ctx }) => ({
    passkeys: await listPasskeys(ctx.deps, ctx.admin.id),
    /** Why none can be added; null if one can. */
    refusal: siteOf(ctx).refusal,
  })),
  begin: setUpProcedure
    .concat(reading(z.strictObject({ password })))
    .mutation(async ({ ctx, input }) => {
      await checkPasswordOf(ctx.deps, ctx.admin, input.password, passwordCounter(ctx));
      return beginPasskey(ctx.deps, siteOf(ctx), ctx.admin);
    }),
  finish: setUpProcedure
    .concat(reading(z.strictObject({ name: passkeyName, response: registrationInput })))
    .mutation(({ ctx, input }) => finishPasskey(ctx.deps, siteOf(ctx), ctx.admin, input)),
  rename: signedInProcedure()
    .concat(reading(z.strictObject({ id: passkeyId, name: passkeyName })))
    .mutation(({ ctx, input }) => renamePasskey(ctx.deps, ctx.admin, input)),
  remove: signedInProcedure()
    .concat(reading(z.strictObject({ id: passkeyId, password })))
    .mutation(async ({ ctx, input }) => {
      await checkPasswordOf(ctx.deps, ctx.admin, input.password, passwordCounter(ctx));
      await removePasskey(ctx.deps, ctx.admin, input.id);
    }),
});

function siteOf({ passkeySite }: Context) {
  if (!passkeySite) throw new CrmError("INTERNAL", "The admin app has no site of passkeys.");
  return passkeySite;
}
