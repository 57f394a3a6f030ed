import { z } from "zod";
import { createApiKey, disableApiKey, listApiKeys, projectOfKey } from "../../access/api-keys.ts";
import {
  addSecret,
  createClient,
  disableClient,
  endOlderSecrets,
  listClientStates,
  projectOfClient,
} from "../../access/clients.ts";
import { audited, pick } from "../../audit/audited.ts";
import { instant } from "../schemas.ts";
import { adminProcedure, router } from "../trpc.ts";
import { id, projectProcedure } from "./procedure.ts";

const named = z.object({ name: z.string().min(1).max(255), scopes: z.array(z.string()).min(1) });
const clientId = z.object({ clientId: z.string().min(1).max(100) });

/** Procedures for OAuth clients. A client secret is shown once, when it is created. */
export const clients = router({
  list: projectProcedure("read-only").query(({ ctx, input }) =>
    listClientStates(ctx.deps, input.projectId),
  ),
  create: projectProcedure("admin")
    .input(named)
    .mutation(({ ctx, input }) =>
      audited(
        ctx.deps,
        ctx.admin,
        {
          action: "clients.create",
          subject: "client",
          projectId: input.projectId,
          details: pick(input, "projectId", "name", "scopes"),
        },
        (deps) => createClient(deps, input),
      ),
    ),
  addSecret: adminProcedure("admin")
    .input(clientId.extend({ endOthersNow: z.boolean().default(false) }))
    .mutation(async ({ ctx, input }) =>
      audited(
        ctx.deps,
        ctx.admin,
        {
          action: "clients.addSecret",
          subject: `client:${input.clientId}`,
          projectId: await projectOfClient(ctx.deps, input.clientId),
          details: pick(input, "clientId", "endOthersNow"),
        },
        (deps) => addSecret(deps, input.clientId, input),
      ),
    ),
  endSecret: adminProcedure("admin")
    .input(clientId)
    .mutation(async ({ ctx, input }) =>
      audited(
        ctx.deps,
        ctx.admin,
        {
          action: "clients.endSecret",
          subject: `client:${input.clientId}`,
          projectId: await projectOfClient(ctx.deps, input.clientId),
          details: pick(input, "clientId"),
        },
        (deps) => endOlderSecrets(deps, input.clientId),
      ),
    ),
  disable: adminProcedure("admin")
    .input(clientId)
    .mutation(async ({ ctx, input }) =>
      audited(
        ctx.deps,
        ctx.admin,
        {
          action: "clients.disable",
          subject: `client:${input.clientId}`,
          projectId: await projectOfClient(ctx.deps, input.clientId),
          details: pick(input, "clientId"),
        },
        (deps) => disableClient(deps, input.clientId),
      ),
    ),
});

/** Procedures for API keys. A key is shown once, when it is created. */
export const keys = router({
  list: projectProcedure("read-only").query(async ({ ctx, input }) =>
    (await listApiKeys(ctx.deps, input.projectId)).map((key) => ({
      id: key.id,
      name: key.name,
      prefix: key.prefix,
      scopes: key.scopes,
      createdAt: key.created_at,
      expiresAt: key.expires_at,
      disabledAt: key.disabled_at,
      lastUsedAt: key.last_used_at,
    })),
  ),
  create: projectProcedure("admin")
    .input(named.extend({ expiresAt: instant.optional() }))
    .mutation(({ ctx, input }) =>
      audited(
        ctx.deps,
        ctx.admin,
        {
          action: "keys.create",
          subject: "key",
          projectId: input.projectId,
          details: pick(input, "projectId", "name", "scopes", "expiresAt"),
        },
        (deps) => {
          const { expiresAt, ...rest } = input;
          return createApiKey(deps, { ...rest, ...(expiresAt ? { expiresAt } : {}) });
        },
      ),
    ),
  disable: adminProcedure("admin")
    .input(z.object({ keyId: id }))
    .mutation(async ({ ctx, input }) =>
      audited(
        ctx.deps,
        ctx.admin,
        {
          action: "keys.disable",
          subject: `key:${input.keyId}`,
          projectId: await projectOfKey(ctx.deps, input.keyId),
          details: pick(input, "keyId"),
        },
        (deps) => disableApiKey(deps, input.keyId),
      ),
    ),
});
