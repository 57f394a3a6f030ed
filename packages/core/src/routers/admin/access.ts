import { z } from "zod";
import { createAdmin, listAdmins, updateAdmin } from "../../access/admins.ts";
import { createApiKey, disableApiKey, listApiKeys } from "../../access/api-keys.ts";
import { addSecret, createClient, disableClient, listClients } from "../../access/clients.ts";
import { ADMIN_ROLES } from "../../access/roles.ts";
import { PUBLIC_SCOPES, WORKSPACE_SCOPES } from "../../access/scopes.ts";
import { endSession, listSessions, signOutEverywhere } from "../../access/sessions.ts";
import { rotateSigningKey } from "../../access/signing-keys.ts";
import { audited } from "../../audit/audited.ts";
import { instant } from "../schemas.ts";
import { adminProcedure, router } from "../trpc.ts";
import { id, projectProcedure } from "./procedure.ts";

const named = z.object({ name: z.string().min(1).max(255), scopes: z.array(z.string()).min(1) });
const clientId = z.object({ clientId: z.string().min(1).max(100) });

const clients = router({
  list: projectProcedure("read-only").query(({ ctx, input }) =>
    listClients(ctx.deps, input.projectId),
  ),
  create: projectProcedure("admin")
    .input(named)
    .mutation(({ ctx, input }) =>
      audited(
        ctx.deps,
        ctx.admin,
        { action: "clients.create", subject: "client", projectId: input.projectId, input },
        (deps) => createClient(deps, input),
      ),
    ),
  addSecret: adminProcedure("admin")
    .input(clientId.extend({ endOthersNow: z.boolean().default(false) }))
    .mutation(({ ctx, input }) =>
      audited(
        ctx.deps,
        ctx.admin,
        { action: "clients.addSecret", subject: `client:${input.clientId}`, input },
        (deps) => addSecret(deps, input.clientId, input),
      ),
    ),
  disable: adminProcedure("admin")
    .input(clientId)
    .mutation(({ ctx, input }) =>
      audited(
        ctx.deps,
        ctx.admin,
        { action: "clients.disable", subject: `client:${input.clientId}`, input },
        (deps) => disableClient(deps, input.clientId),
      ),
    ),
});

const keys = router({
  list: projectProcedure("read-only").query(({ ctx, input }) =>
    listApiKeys(ctx.deps, input.projectId),
  ),
  create: projectProcedure("admin")
    .input(named.extend({ expiresAt: instant.optional() }))
    .mutation(({ ctx, input }) =>
      audited(
        ctx.deps,
        ctx.admin,
        { action: "keys.create", subject: "key", projectId: input.projectId, input },
        (deps) => {
          const { expiresAt, ...rest } = input;
          return createApiKey(deps, { ...rest, ...(expiresAt ? { expiresAt } : {}) });
        },
      ),
    ),
  disable: adminProcedure("admin")
    .input(z.object({ keyId: id }))
    .mutation(({ ctx, input }) =>
      audited(
        ctx.deps,
        ctx.admin,
        { action: "keys.disable", subject: `key:${input.keyId}`, input },
        (deps) => disableApiKey(deps, input.keyId),
      ),
    ),
});

const role = z.enum(ADMIN_ROLES);

const admins = router({
  list: adminProcedure("read-only").query(({ ctx }) => listAdmins(ctx.deps)),
  create: adminProcedure("owner")
    .input(z.object({ email: z.string(), role }))
    .mutation(({ ctx, input }) =>
      audited(
        ctx.deps,
        ctx.admin,
        { action: "admins.create", subject: `admin:${input.email}`, input },
        (deps) => createAdmin(deps, input),
      ),
    ),
  update: adminProcedure("owner")
    .input(z.object({ adminId: id, role: role.optional(), disabled: z.boolean().optional() }))
    .mutation(({ ctx, input }) =>
      audited(
        ctx.deps,
        ctx.admin,
        { action: "admins.update", subject: `admin:${input.adminId}`, input },
        (deps) => updateAdmin(deps, input.adminId, input),
      ),
    ),
});

const sessions = router({
  list: adminProcedure("owner").query(({ ctx }) => listSessions(ctx.deps)),
  end: adminProcedure("owner")
    .input(z.object({ sessionId: z.string().length(16) }))
    .mutation(({ ctx, input }) =>
      audited(
        ctx.deps,
        ctx.admin,
        { action: "sessions.end", subject: `session:${input.sessionId}`, input },
        (deps) => endSession(deps, input.sessionId),
      ),
    ),
  endMine: adminProcedure("read-only").mutation(({ ctx }) =>
    audited(
      ctx.deps,
      ctx.admin,
      { action: "sessions.endMine", subject: `admin:${ctx.admin.id}`, input: {} },
      (deps) => signOutEverywhere(deps, ctx.admin.id),
    ),
  ),
});

/** Who may reach what: clients, keys, admins, their sessions, and the keys that sign tokens. */
export const access = router({
  scopes: adminProcedure("read-only").query(() => ({
    public: Object.fromEntries(PUBLIC_SCOPES),
    workspace: Object.fromEntries(WORKSPACE_SCOPES),
  })),
  clients,
  keys,
  admins,
  sessions,
  rotateSigningKey: adminProcedure("owner").mutation(({ ctx }) =>
    audited(
      ctx.deps,
      ctx.admin,
      { action: "signingKeys.rotate", subject: "signing keys", input: {} },
      (deps) => rotateSigningKey(deps),
    ),
  ),
});
