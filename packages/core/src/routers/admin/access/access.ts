import { ADMIN_ROLES, KEY_SCOPES, PUBLIC_SCOPES, scopesOfType } from "@rapport/model";
import { z } from "zod";
import {
  inviteAdmin,
  type LinkedAdmin,
  listAdmins,
  resetPassword,
  revokeInvitation,
  updateAdmin,
} from "../../../access/admins/admins.ts";
import { checkOwnPassword, replaceOwnPassword } from "../../../access/admins/own-password.ts";
import { endSession, listSessions } from "../../../access/admins/session-list.ts";
import { signOutElsewhere, signOutEverywhere } from "../../../access/admins/sessions.ts";
import { listSigningKeys, rotateSigningKey } from "../../../access/tokens/signing-keys.ts";
import { audited, pick } from "../../../audit/audit.ts";
import { storableText } from "../../../storable-text.ts";
import { reading } from "../../reading.ts";
import { router } from "../../trpc.ts";
import { adminProcedure, id, projectProcedure, signedInProcedure } from "../procedure.ts";

import { clients, keys } from "./credentials.ts";
import { linkMaker, members } from "./members.ts";
import { passkeys, password, passwordCounter, secondFactor } from "./second-factor.ts";

/** A role in the installation; null for none. */
const role = z.enum(ADMIN_ROLES).nullable();

const one = z.object({ adminId: id });

/** Returns the audit log entry of an action on an admin. */
function ofAdmin<Action>(action: Action, adminId: number) {
  return { action, subject: `admin:${adminId}`, details: {} };
}

const admins = router({
  list: adminProcedure("read-only").query(({ ctx }) => listAdmins(ctx.deps)),
  /** Invites an admin. The owner sees the link once, in this response. */
  invite: adminProcedure("owner")
    .concat(reading(z.object({ email: storableText.max(320), role })))
    .mutation(({ ctx, input }) => {
      const what = {
        action: "admins.invite",
        subject: ({ id }: LinkedAdmin) => `admin:${id}`,
        details: pick(input, "email", "role"),
      };
      return audited(ctx, what, ({ deps }) => inviteAdmin(deps, linkMaker(ctx), input));
    }),
  revokeInvitation: adminProcedure("owner")
    .concat(reading(one))
    .mutation(({ ctx, input: { adminId } }) => {
      const details = ({ email }: { readonly email: string }) => ({ email });
      const what = { ...ofAdmin("admins.revokeInvitation", adminId), details };
      return audited(ctx, what, ({ deps }) => revokeInvitation(deps, ctx.admin, adminId));
    }),
  update: adminProcedure("owner")
    .concat(
      reading(z.object({ adminId: id, role: role.optional(), disabled: z.boolean().optional() })),
    )
    .mutation(({ ctx, input }) => {
      const details = pick(input, "adminId", "role", "disabled");
      const what = { ...ofAdmin("admins.update", input.adminId), details };
      return audited(ctx, what, ({ deps }) => updateAdmin(deps, input.adminId, input, ctx.admin));
    }),
  /** Resets a forgotten password, or makes a new invitation. The owner sees the link once, in this response. */
  resetPassword: adminProcedure("owner")
    .concat(reading(one))
    .mutation(({ ctx, input: { adminId } }) => {
      const action = ({ isInvitation }: LinkedAdmin) =>
        isInvitation ? "admins.renewInvitation" : "admins.resetPassword";
      return audited(ctx, ofAdmin(action, adminId), ({ deps }) =>
        resetPassword(deps, linkMaker(ctx), adminId),
      );
    }),
  setMyPassword: signedInProcedure()
    .concat(reading(z.strictObject({ current: password, next: password })))
    .mutation(async ({ ctx, input }) => {
      const change = await checkOwnPassword(ctx.deps, ctx.admin, input, passwordCounter(ctx));
      await audited(ctx, ofAdmin("admins.setMyPassword", ctx.admin.id), ({ deps }) =>
        replaceOwnPassword(deps, ctx.admin, change),
      );
    }),
});

const sessionId = z.object({ sessionId: z.string().length(16) });

/** Returns the audit log entry of ending one session. */
function ofSession(action: string, input: z.output<typeof sessionId>) {
  const subject = `session:${input.sessionId}`;
  return { action: `sessions.${action}`, subject, details: pick(input, "sessionId") };
}

const sessions = router({
  list: adminProcedure("owner").query(({ ctx }) => listSessions(ctx.deps)),
  end: adminProcedure("owner")
    .concat(reading(sessionId))
    .mutation(({ ctx, input }) =>
      audited(ctx, ofSession("end", input), ({ deps }) => endSession(deps, input.sessionId)),
    ),
  mine: signedInProcedure().query(({ ctx }) => listSessions(ctx.deps, ctx.admin.id)),
  endOneOfMine: signedInProcedure()
    .concat(reading(sessionId))
    .mutation(({ ctx, input }) =>
      audited(ctx, ofSession("endOneOfMine", input), ({ deps }) =>
        endSession(deps, input.sessionId, ctx.admin.id),
      ),
    ),
  /** Ends all sessions of an admin. */
  endAllOf: adminProcedure("owner")
    .concat(reading(one))
    .mutation(({ ctx, input }) =>
      audited(
        ctx,
        { ...ofAdmin("sessions.endAllOf", input.adminId), details: pick(input, "adminId") },
        ({ deps }) => signOutEverywhere(deps, input.adminId),
      ),
    ),
  /** Ends the admin's sessions except the current one. */
  endMyOthers: signedInProcedure().mutation(({ ctx }) =>
    audited(ctx, ofAdmin("sessions.endMyOthers", ctx.admin.id), ({ deps }) =>
      signOutElsewhere(deps, ctx.admin),
    ),
  ),
  endMine: signedInProcedure().mutation(({ ctx }) =>
    audited(ctx, ofAdmin("sessions.endMine", ctx.admin.id), ({ deps }) =>
      signOutEverywhere(deps, ctx.admin.id),
    ),
  ),
});

const signingKeys = router({
  list: adminProcedure("read-only").query(({ ctx }) => listSigningKeys(ctx.deps)),
  rotate: adminProcedure("owner").mutation(({ ctx }) =>
    audited(
      ctx,
      { action: "signingKeys.rotate", subject: "signing keys", details: {} },
      ({ deps }) => rotateSigningKey(deps),
    ),
  ),
});

/** No tool erases records, or changes the schema. */
const OF_AGENTS = /^crm\.(?!schemas\.)\w+\.(read|write|delete)$/;

/** Procedures for OAuth clients, API keys, admins, second factors, admin sessions and token signing keys. */
export const access = router({
  scopes: projectProcedure("read-only").query(({ ctx }) => {
    const ofTypes = ctx.schema.types.flatMap(({ plural, pluralTitle }) =>
      scopesOfType(plural, pluralTitle),
    );
    return {
      public: Object.fromEntries([...PUBLIC_SCOPES, ...ofTypes]),
      /** Scopes of API keys. */
      workspace: Object.fromEntries([...KEY_SCOPES, ...ofTypes]),
      /** Scopes that tools of agents use. */
      agents: Object.fromEntries(
        [...KEY_SCOPES, ...ofTypes].filter(([scope]) => OF_AGENTS.test(scope)),
      ),
      apiUrl: ctx.deps.issuer,
      /** Where agents connect. */
      agentsUrl: `${ctx.deps.issuer}/mcp`,
    };
  }),
  clients,
  keys,
  admins,
  members,
  secondFactor,
  passkeys,
  sessions,
  signingKeys,
});
