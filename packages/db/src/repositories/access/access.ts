import { insertRows } from "../../inserts.ts";
import { isLive } from "../../live-projects.ts";
import type { Row } from "../../schema.ts";
import { deleteRows, selectRows, statement, updateRows } from "../../statement.ts";

export type ClientRow = Row<"oauth_clients"> & Pick<Row<"projects">, "tenant_id">;

export const insertClient = insertRows("oauth_clients", [
  "id",
  "project_id",
  "name",
  "scopes",
  "created_at",
]);

export const insertSecret = insertRows("client_secrets", [
  "client_id",
  "hash",
  "created_at",
  "expires_at",
]);

const CLIENT_COLUMNS = [
  "c.id",
  "c.project_id",
  "p.tenant_id",
  "c.name",
  "c.scopes",
  "c.created_at",
  "c.disabled_at",
  "c.tokens_not_before",
  "c.last_used_at",
] as const;

/** Finds a client of a project that was not deleted. */
export const findClient = statement<{ id: string }, ClientRow>("client_find", (query, param) =>
  query
    .selectFrom("oauth_clients as c")
    .innerJoin("projects as p", "p.id", "c.project_id")
    .innerJoin("tenants as t", "t.id", "p.tenant_id")
    .select(CLIENT_COLUMNS)
    .where("c.id", "=", param("id"))
    .where(isLive),
);

/** Locks a client until the transaction ends, so that its secrets stay the same; returns its id if it exists. */
export const lockClient = selectRows("client_lock", "oauth_clients", ["id"], {
  where: { id: "id" },
  isLocked: true,
});

export const listClients = statement<{ project: number }, ClientRow>(
  "clients_list",
  (query, param) =>
    query
      .selectFrom("oauth_clients as c")
      .innerJoin("projects as p", "p.id", "c.project_id")
      .select(CLIENT_COLUMNS)
      .where("c.project_id", "=", param("project"))
      .orderBy("c.created_at"),
);

/** Lists when the secrets of a project's clients start and end, oldest first, without the secrets. */
export const listSecretTimes = statement<
  { project: number },
  { client_id: string; created_at: string; expires_at: string | null }
>("client_secrets_times", (query, param) =>
  query
    .selectFrom("client_secrets as s")
    .innerJoin("oauth_clients as c", "c.id", "s.client_id")
    .select(["s.client_id", "s.created_at", "s.expires_at"])
    .where("c.project_id", "=", param("project"))
    .orderBy("s.created_at"),
);

/** Lists the hashes of a client's secrets that are valid at `now`, oldest first. */
export const listSecrets = statement<{ client: string; now: string }, { hash: string }>(
  "client_secrets_live",
  (query, param) =>
    query
      .selectFrom("client_secrets")
      .select("hash")
      .where("client_id", "=", param("client"))
      .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", param("now"))]))
      .orderBy("created_at"),
);

/** Ends all secrets of a client but one at `at`, unless they end sooner. */
export const endOtherSecrets = statement<{ client: string; keep: string; at: string }, never>(
  "client_secrets_end",
  (query, param) =>
    query
      .updateTable("client_secrets")
      .set({ expires_at: param("at") })
      .where("client_id", "=", param("client"))
      .where("hash", "!=", param("keep"))
      .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", param("at"))])),
);

/** Disables a client and invalidates its tokens; returns its id if the client exists. */
export const disableClient = updateRows("client_disable", "oauth_clients", {
  set: { disabled_at: "at", tokens_not_before: "at" },
  where: { id: "id" },
  returning: ["id"],
});

/** Changes a client's name and scopes; null keeps one. Returns its id if the client exists. */
export const saveClient = statement<
  { id: string; name: string | null; scopes: string | null },
  { id: string }
>("client_save", (query, param) =>
  query
    .updateTable("oauth_clients")
    .set((eb) => ({
      name: eb.fn.coalesce(param("name"), eb.ref("name")),
      scopes: eb.fn.coalesce(param("scopes"), eb.ref("scopes")).$castTo<string>(),
    }))
    .where("id", "=", param("id"))
    .returning("id"),
);

/** Makes the tokens void that a client got before a time. */
export const voidTokens = updateRows("client_void_tokens", "oauth_clients", {
  set: { tokens_not_before: "at" },
  where: { id: "id" },
});

/** Makes the tokens void that the clients of a project got before a time. */
export const voidClientTokens = updateRows("clients_void_tokens", "oauth_clients", {
  set: { tokens_not_before: "at" },
  where: { project_id: "project" },
});

/** Enables a client again; its tokens from before stay void. Returns its id if the client exists. */
export const enableClient = updateRows("client_enable", "oauth_clients", {
  set: { disabled_at: null },
  where: { id: "id" },
  returning: ["id"],
});

/** Lists clients whose tokens are invalid if issued before a time. */
export const listVoided = statement<object, { id: string; tokens_not_before: string }>(
  "clients_voided",
  (query) =>
    query
      .selectFrom("oauth_clients")
      .select(["id", "tokens_not_before"])
      .where("tokens_not_before", "is not", null),
);

export const insertRevocation = insertRows("revoked_tokens", ["jti", "expires_at"], "ignore");

export const listRevoked = statement<{ now: string }, { jti: string; expires_at: string }>(
  "revoked_live",
  (query, param) =>
    query
      .selectFrom("revoked_tokens")
      .select(["jti", "expires_at"])
      .where("expires_at", ">", param("now")),
);

/** Deletes revoked tokens that have expired: their expiry alone makes them invalid. */
export const forgetRevoked = statement<{ now: string }, never>("revoked_forget", (query, param) =>
  query.deleteFrom("revoked_tokens").where("expires_at", "<=", param("now")),
);

export type SigningKeyRow = Row<"signing_keys">;

export const insertSigningKey = insertRows("signing_keys", [
  "kid",
  "public_jwk",
  "private_key",
  "created_at",
  "signs_from",
  "signs_until",
]);

export const listSigningKeys = statement<object, SigningKeyRow>("signing_keys_list", (query) =>
  query.selectFrom("signing_keys").selectAll().orderBy("signs_from"),
);

/** Ends the current signing keys at `at`, when their successor starts. */
export const endSigningKeys = statement<{ at: string }, never>("signing_keys_end", (query, param) =>
  query
    .updateTable("signing_keys")
    .set({ signs_until: param("at") })
    .where("signs_until", "is", null),
);

/** Deletes signing keys whose last token has long expired. */
export const deleteSigningKeys = statement<{ before: string }, never>(
  "signing_keys_delete",
  (query, param) => query.deleteFrom("signing_keys").where("signs_until", "<", param("before")),
);

/** Deletes a signing key that can no longer be read. */
export const deleteSigningKey = deleteRows("signing_key_delete", "signing_keys", { kid: "kid" });

/** Records that a client fetched a token, unless one since `before` is recorded already. */
export const touchClient = statement<{ id: string; at: string; before: string }, never>(
  "client_touch",
  (query, param) =>
    query
      .updateTable("oauth_clients")
      .set({ last_used_at: param("at") })
      .where("id", "=", param("id"))
      .where((eb) =>
        eb.or([eb("last_used_at", "is", null), eb("last_used_at", "<", param("before"))]),
      ),
);

export const insertCursorKey = insertRows("cursor_keys", ["id", "key", "created_at", "seals_from"]);

/** Lists the keys of cursors in the order in which they begin to encrypt. */
export const listCursorKeys = statement<object, Row<"cursor_keys">>("cursor_keys_list", (query) =>
  query.selectFrom("cursor_keys").selectAll().orderBy("seals_from"),
);

/** Deletes a key of cursors that can no longer be read. */
export const deleteCursorKey = deleteRows("cursor_key_delete", "cursor_keys", { id: "id" });
