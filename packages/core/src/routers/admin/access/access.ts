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
import { audited, pick } from "../../../audit/audited.ts";
import { storableText } from "../../../storable-text.ts";
import { adminProcedure, signedInProcedure } from "../../admin-procedures.ts";
import { reading } from "../../reading.ts";
import { router } from "../../trpc.ts";
import { id, projectProcedure } from "../procedure.ts";
import { clients, keys } from "./credentials.ts";
import { linkMaker, members } from "./members.ts";
import { passkeys } from "./passkeys.ts";
import { secondFactor } from "./second-factor.ts";

/** A role in the installation; null for none. */
const role = z.enum(ADMIN_ROLES).nullable();
const password = z.string().min(1).max(1_000);

const admins = router({
  list: adminProcedure("read-only").query(({ ctx }) => listAdmins(ctx.deps)),
  /** Invites an admin. The owner sees the link once, in this response. */
  invite: adminProcedure("owner")
    .concat(reading(z.object({ email: storableText.max(320), role })))
    .mutation(({ ctx, input }) =>
      audited(
        ctx.deps,
        ctx.admin,
        {
          action: "admins.invite",
          subject: ({ id }: LinkedAdmin) => `admin:${id}`,
          details: pick(input, "email", "role"),
        },
        (deps) => inviteAdmin(deps, linkMaker(ctx), input),
      ),
    ),
  revokeInvitation: adminProcedure("owner")
    .concat(reading(z.object({ adminId: id })))
    .mutation(({ ctx, input }) =>
      audited(
        ctx.deps,
        ctx.admin,
        {
          action: "admins.revokeInvitation",
          subject: `admin:${input.adminId}`,
          details: ({ email }: { readonly email: string }) => ({ email }),
        },
        (deps) => revokeInvitation(deps, input.adminId),
      ),
    ),
  update: adminProcedure("owner")
    .concat(
      reading(z.object({ adminId: id, role: role.optional(), disabled: z.boolean().optional() })),
    )
    .mutation(({ ctx, input }) =>
      audited(
        ctx.deps,
        ctx.admin,
        {
          action: "admins.update",
          subject: `admin:${input.adminId}`,
          details: pick(input, "adminId", "role", "disabled"),
        },
        (deps) => updateAdmin(deps, input.adminId, input),
      ),
    ),
  /** Resets a forgotten password, or makes a new invitation. The owner sees the link once, in this response. */
  resetPassword: adminProcedure("owner")
    .concat(reading(z.object({ adminId: id })))
    .mutation(({ ctx, input }) =>
      audited(
        ctx.deps,
        ctx.admin,
        {
          action: ({ isInvitation }: LinkedAdmin) =>
            isInvitation ? "admins.renewInvitation" : "admins.resetPassword",
          subject: `admin:${input.adminId}`,
          details: {},
        },
        (deps) => resetPassword(deps, linkMaker(ctx), input.adminId),
      ),
    ),
  setMyPassword: signedInProcedure()
    .concat(reading(z.strictObject({ current: password, next: password })))
    .mutation(async ({ ctx, input }) => {
      const change = await checkOwnPassword(ctx.deps, ctx.admin, input, async () => {
        if (!ctx.countPasswordAttempt) throw new Error("password attempts are not counted here");
        return ctx.countPasswordAttempt(ctx.admin.email);
      });
      await audited(
        ctx.deps,
        ctx.admin,
        { action: "admins.setMyPassword", subject: `admin:${ctx.admin.id}`, details: {} },
        (deps) => replaceOwnPassword(deps, ctx.admin, change),
      );
    }),
});

const sessionId = z.object({ sessionId: z.string().length(16) });

const sessions = router({
  list: adminProcedure("owner").query(({ ctx }) => listSessions(ctx.deps)),
  end: adminProcedure("owner")
    .concat(reading(sessionId))
    .mutation(({ ctx, input }) =>
      audited(
        ctx.deps,
        ctx.admin,
        {
          action: "sessions.end",
          subject: `session:${input.sessionId}`,
          details: pick(input, "sessionId"),
        },
        (deps) => endSession(deps, input.sessionId),
      ),
    ),
  mine: signedInProcedure().query(({ ctx }) => listSessions(ctx.deps, ctx.admin.id)),
  endOneOfMine: signedInProcedure()
    .concat(reading(sessionId))
    .mutation(({ ctx, input }) =>
      audited(
        ctx.deps,
        ctx.admin,
        {
          action: "sessions.endOneOfMine",
          subject: `session:${input.sessionId}`,
          details: pick(input, "sessionId"),
        },
        (deps) => endSession(deps, input.sessionId, ctx.admin.id),
      ),
    ),
  /** Ends all sessions of an admin. */
  endAllOf: adminProcedure("owner")
    .concat(reading(z.object({ adminId: id })))
    .mutation(({ ctx, input }) =>
      audited(
        ctx.deps,
        ctx.admin,
        {
          action: "sessions.endAllOf",
          subject: `admin:${input.adminId}`,
          details: pick(input, "adminId"),
        },
        (deps) => signOutEverywhere(deps, input.adminId),
      ),
    ),
  /** Ends the admin's sessions except the current one. */
  endMyOthers: signedInProcedure().mutation(({ ctx }) =>
    audited(
      ctx.deps,
      ctx.admin,
      { action: "sessions.endMyOthers", subject: `admin:${ctx.admin.id}`, details: {} },
      (deps) => signOutElsewhere(deps, ctx.admin),
    ),
  ),
  endMine: signedInProcedure().mutation(({ ctx }) =>
    audited(
      ctx.deps,
      ctx.admin,
      { action: "sessions.endMine", subject: `admin:${ctx.admin.id}`, details: {} },
      (deps) => signOutEverywhere(deps, ctx.admin.id),
    ),
  ),
});

const signingKeys = router({
  list: adminProcedure("read-only").query(({ ctx }) => listSigningKeys(ctx.deps)),
  rotate: adminProcedure("owner").mutation(({ ctx }) =>
    audited(
      ctx.deps,
      ctx.admin,
      { action: "signingKeys.rotate", subject: "signing keys", details: {} },
      (deps) => rotateSigningKey(deps),
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
      /** Those that tools of agents use. */
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
