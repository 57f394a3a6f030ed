import { z } from "zod";
import { createApiKey, disableApiKey, listKeyStates, projectOfKey } from "../../access/api-keys.ts";
import { enableClient, updateClient } from "../../access/client-changes.ts";
import {
  addSecret,
  createClient,
  disableClient,
  endOlderSecrets,
  listClientStates,
  projectOfClient,
} from "../../access/clients.ts";
import { enableApiKey, endOlderKey, rotateApiKey, updateApiKey } from "../../access/key-changes.ts";
import { audited, pick } from "../../audit/audited.ts";
import { instant } from "../schemas.ts";
import { adminProcedure, router } from "../trpc.ts";
import { id, projectProcedure } from "./procedure.ts";

const named = z.object({ name: z.string().min(1).max(255), scopes: z.array(z.string()).min(1) });
const changed = named.partial();
const clientId = z.object({ clientId: z.string().min(1).max(100) });

const keyId = z.object({ keyId: id });

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
  update: adminProcedure("admin")
    .input(clientId.extend(changed.shape))
    .mutation(async ({ ctx, input }) =>
      audited(
        ctx.deps,
        ctx.admin,
        {
          action: "clients.update",
          subject: `client:${input.clientId}`,
          projectId: await projectOfClient(ctx.deps, input.clientId),
          details: pick(input, "clientId", "name", "scopes"),
        },
        (deps) => updateClient(deps, input.clientId, input),
      ),
    ),
  enable: adminProcedure("admin")
    .input(clientId)
    .mutation(async ({ ctx, input }) =>
      audited(
        ctx.deps,
        ctx.admin,
        {
          action: "clients.enable",
          subject: `client:${input.clientId}`,
          projectId: await projectOfClient(ctx.deps, input.clientId),
          details: pick(input, "clientId"),
        },
        (deps) => enableClient(deps, input.clientId),
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
  list: projectProcedure("read-only").query(({ ctx, input }) =>
    listKeyStates(ctx.deps, input.projectId),
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
    .input(keyId)
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
  update: adminProcedure("admin")
    .input(keyId.extend({ ...changed.shape, expiresAt: instant.nullable().optional() }))
    .mutation(async ({ ctx, input }) =>
      audited(
        ctx.deps,
        ctx.admin,
        {
          action: "keys.update",
          subject: `key:${input.keyId}`,
          projectId: await projectOfKey(ctx.deps, input.keyId),
          details: pick(input, "keyId", "name", "scopes", "expiresAt"),
        },
        (deps) => updateApiKey(deps, input.keyId, input),
      ),
    ),
  rotate: adminProcedure("admin")
    .input(keyId.extend({ endOlderNow: z.boolean().default(false) }))
    .mutation(async ({ ctx, input }) =>
      audited(
        ctx.deps,
        ctx.admin,
        {
          action: "keys.rotate",
          subject: `key:${input.keyId}`,
          projectId: await projectOfKey(ctx.deps, input.keyId),
          details: pick(input, "keyId", "endOlderNow"),
        },
        (deps) => rotateApiKey(deps, input.keyId, input),
      ),
    ),
  endOlder: adminProcedure("admin")
    .input(keyId)
    .mutation(async ({ ctx, input }) =>
      audited(
        ctx.deps,
        ctx.admin,
        {
          action: "keys.endOlder",
          subject: `key:${input.keyId}`,
          projectId: await projectOfKey(ctx.deps, input.keyId),
          details: pick(input, "keyId"),
        },
        (deps) => endOlderKey(deps, input.keyId),
      ),
    ),
  enable: adminProcedure("admin")
    .input(keyId)
    .mutation(async ({ ctx, input }) =>
      audited(
        ctx.deps,
        ctx.admin,
        {
          action: "keys.enable",
          subject: `key:${input.keyId}`,
          projectId: await projectOfKey(ctx.deps, input.keyId),
          details: pick(input, "keyId"),
        },
        (deps) => enableApiKey(deps, input.keyId),
      ),
    ),
});
