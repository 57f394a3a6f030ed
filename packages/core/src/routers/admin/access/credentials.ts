import { z } from "zod";
import {
  createApiKey,
  disableApiKey,
  listKeyStates,
} from "../../../access/credentials/api-keys.ts";
import {
  enableClient,
  listClientStates,
  updateClient,
} from "../../../access/credentials/client-changes.ts";
import {
  addSecret,
  createClient,
  disableClient,
  endOlderSecrets,
} from "../../../access/credentials/clients.ts";
import {
  enableApiKey,
  endOlderKey,
  rotateApiKey,
  updateApiKey,
} from "../../../access/credentials/key-changes.ts";
import { audited, pick } from "../../../audit/audited.ts";
import { nameText } from "../../../storable-text.ts";
import { reading } from "../../reading.ts";
import { instant } from "../../schemas.ts";
import { router } from "../../trpc.ts";
import { clientProcedure, keyProcedure, projectProcedure } from "../procedure.ts";

const named = z.object({ name: nameText.min(1).max(255), scopes: z.array(z.string()).min(1) });
const changed = named.partial();

/** Procedures for OAuth clients. A client secret is shown once, when it is created. */
export const clients = router({
  list: projectProcedure("read-only").query(({ ctx, input }) =>
    listClientStates(ctx.deps, input.projectId),
  ),
  create: projectProcedure("admin")
    .concat(reading(named))
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
  addSecret: clientProcedure("admin")
    .concat(reading(z.object({ endOthersNow: z.boolean().default(false) })))
    .mutation(({ ctx, input }) =>
      audited(
        ctx.deps,
        ctx.admin,
        {
          action: "clients.addSecret",
          subject: `client:${input.clientId}`,
          projectId: ctx.principal.projectId,
          details: pick(input, "clientId", "endOthersNow"),
        },
        (deps) => addSecret(deps, input.clientId, input),
      ),
    ),
  endSecret: clientProcedure("admin").mutation(({ ctx, input }) =>
    audited(
      ctx.deps,
      ctx.admin,
      {
        action: "clients.endSecret",
        subject: `client:${input.clientId}`,
        projectId: ctx.principal.projectId,
        details: pick(input, "clientId"),
      },
      (deps) => endOlderSecrets(deps, input.clientId),
    ),
  ),
  update: clientProcedure("admin")
    .concat(reading(changed))
    .mutation(({ ctx, input }) =>
      audited(
        ctx.deps,
        ctx.admin,
        {
          action: "clients.update",
          subject: `client:${input.clientId}`,
          projectId: ctx.principal.projectId,
          details: pick(input, "clientId", "name", "scopes"),
        },
        (deps) => updateClient(deps, input.clientId, input),
      ),
    ),
  enable: clientProcedure("admin").mutation(({ ctx, input }) =>
    audited(
      ctx.deps,
      ctx.admin,
      {
        action: "clients.enable",
        subject: `client:${input.clientId}`,
        projectId: ctx.principal.projectId,
        details: pick(input, "clientId"),
      },
      (deps) => enableClient(deps, input.clientId),
    ),
  ),
  disable: clientProcedure("admin").mutation(({ ctx, input }) =>
    audited(
      ctx.deps,
      ctx.admin,
      {
        action: "clients.disable",
        subject: `client:${input.clientId}`,
        projectId: ctx.principal.projectId,
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
    .concat(reading(named.extend({ expiresAt: instant.optional() })))
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
  disable: keyProcedure("admin").mutation(({ ctx, input }) =>
    audited(
      ctx.deps,
      ctx.admin,
      {
        action: "keys.disable",
        subject: `key:${input.keyId}`,
        projectId: ctx.principal.projectId,
        details: pick(input, "keyId"),
      },
      (deps) => disableApiKey(deps, input.keyId),
    ),
  ),
  update: keyProcedure("admin")
    .concat(reading(changed.extend({ expiresAt: instant.nullable().optional() })))
    .mutation(({ ctx, input }) =>
      audited(
        ctx.deps,
        ctx.admin,
        {
          action: "keys.update",
          subject: `key:${input.keyId}`,
          projectId: ctx.principal.projectId,
          details: pick(input, "keyId", "name", "scopes", "expiresAt"),
        },
        (deps) => updateApiKey(deps, input.keyId, input),
      ),
    ),
  rotate: keyProcedure("admin")
    .concat(reading(z.object({ endOlderNow: z.boolean().default(false) })))
    .mutation(({ ctx, input }) =>
      audited(
        ctx.deps,
        ctx.admin,
        {
          action: "keys.rotate",
          subject: `key:${input.keyId}`,
          projectId: ctx.principal.projectId,
          details: pick(input, "keyId", "endOlderNow"),
        },
        (deps) => rotateApiKey(deps, input.keyId, input),
      ),
    ),
  endOlder: keyProcedure("admin").mutation(({ ctx, input }) =>
    audited(
      ctx.deps,
      ctx.admin,
      {
        action: "keys.endOlder",
        subject: `key:${input.keyId}`,
        projectId: ctx.principal.projectId,
        details: pick(input, "keyId"),
      },
      (deps) => endOlderKey(deps, input.keyId),
    ),
  ),
  enable: keyProcedure("admin").mutation(({ ctx, input }) =>
    audited(
      ctx.deps,
      ctx.admin,
      {
        action: "keys.enable",
        subject: `key:${input.keyId}`,
        projectId: ctx.principal.projectId,
        details: pick(input, "keyId"),
      },
      (deps) => enableApiKey(deps, input.keyId),
    ),
  ),
});
