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
import { audited, pick } from "../../../audit/audit.ts";
import { nameText } from "../../../storable-text.ts";
import { instant } from "../../schemas.ts";
import { router } from "../../trpc.ts";
import { clientProcedure, keyProcedure, projectProcedure } from "../procedure.ts";

const named = z.object({ name: nameText.min(1).max(255), scopes: z.array(z.string()).min(1) });
const changed = named.partial();

/** Returns the audit log entry of a change to a client, with its id and the named members of the input. */
function ofClient<Input extends { readonly clientId: string }>(
  action: string,
  input: Input,
  ...names: readonly (keyof Input)[]
) {
  const details = pick(input, "clientId", ...names);
  return { action: `clients.${action}`, subject: `client:${input.clientId}`, details };
}

/** Procedures for OAuth clients. A client secret is shown once, when it is created. */
export const clients = router({
  list: projectProcedure("read-only").query(({ ctx, input }) =>
    listClientStates(ctx.deps, input.projectId),
  ),
  create: projectProcedure("admin", named).mutation(({ ctx, input }) => {
    const details = pick(input, "projectId", "name", "scopes");
    const what = { action: "clients.create", subject: "client", details };
    return audited(ctx, what, ({ deps }) => createClient(deps, input));
  }),
  addSecret: clientProcedure(
    "admin",
    z.object({ endOthersNow: z.boolean().default(false) }),
  ).mutation(({ ctx, input }) =>
    audited(ctx, ofClient("addSecret", input, "endOthersNow"), ({ deps }) =>
      addSecret(deps, input.clientId, input),
    ),
  ),
  endSecret: clientProcedure("admin").mutation(({ ctx, input }) =>
    audited(ctx, ofClient("endSecret", input), ({ deps }) => endOlderSecrets(deps, input.clientId)),
  ),
  update: clientProcedure("admin", changed).mutation(({ ctx, input }) =>
    audited(ctx, ofClient("update", input, "name", "scopes"), ({ deps }) =>
      updateClient(deps, input.clientId, input),
    ),
  ),
  enable: clientProcedure("admin").mutation(({ ctx, input }) =>
    audited(ctx, ofClient("enable", input), ({ deps }) => enableClient(deps, input.clientId)),
  ),
  disable: clientProcedure("admin").mutation(({ ctx, input }) =>
    audited(ctx, ofClient("disable", input), ({ deps }) => disableClient(deps, input.clientId)),
  ),
});

/** Returns the audit log entry of a change to an API key; see `ofClient`. */
function ofKey<Input extends { readonly keyId: number }>(
  action: string,
  input: Input,
  ...names: readonly (keyof Input)[]
) {
  const details = pick(input, "keyId", ...names);
  return { action: `keys.${action}`, subject: `key:${input.keyId}`, details };
}

/** Procedures for API keys. A key is shown once, when it is created. */
export const keys = router({
  list: projectProcedure("read-only").query(({ ctx, input }) =>
    listKeyStates(ctx.deps, input.projectId),
  ),
  create: projectProcedure("admin", named.extend({ expiresAt: instant.optional() })).mutation(
    ({ ctx, input }) => {
      const details = pick(input, "projectId", "name", "scopes", "expiresAt");
      const what = { action: "keys.create", subject: "key", details };
      const { expiresAt, ...rest } = input;
      const wanted = { ...rest, ...(expiresAt ? { expiresAt } : {}) };
      return audited(ctx, what, ({ deps }) => createApiKey(deps, wanted));
    },
  ),
  disable: keyProcedure("admin").mutation(({ ctx, input }) =>
    audited(ctx, ofKey("disable", input), ({ deps }) => disableApiKey(deps, input.keyId)),
  ),
  update: keyProcedure(
    "admin",
    changed.extend({ expiresAt: instant.nullable().optional() }),
  ).mutation(({ ctx, input }) =>
    audited(ctx, ofKey("update", input, "name", "scopes", "expiresAt"), ({ deps }) =>
      updateApiKey(deps, input.keyId, input),
    ),
  ),
  rotate: keyProcedure("admin", z.object({ endOlderNow: z.boolean().default(false) })).mutation(
    ({ ctx, input }) =>
      audited(ctx, ofKey("rotate", input, "endOlderNow"), ({ deps }) =>
        rotateApiKey(deps, input.keyId, input),
      ),
  ),
  endOlder: keyProcedure("admin").mutation(({ ctx, input }) =>
    audited(ctx, ofKey("endOlder", input), ({ deps }) => endOlderKey(deps, input.keyId)),
  ),
  enable: keyProcedure("admin").mutation(({ ctx, input }) =>
    audited(ctx, ofKey("enable", input), ({ deps }) => enableApiKey(deps, input.keyId)),
  ),
});
