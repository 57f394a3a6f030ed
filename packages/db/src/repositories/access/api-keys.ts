import { sql } from "kysely";
import { forUpdate } from "../../dialect/locks.ts";
import { isLive } from "../../live-projects.ts";
import type { Row } from "../../schema.ts";
import { insertRows, sqlStatement, statement } from "../../statement.ts";

export type ApiKeyRow = Omit<Row<"api_keys">, "hash" | "created_at"> &
  Pick<Row<"projects">, "tenant_id">;

export const insertApiKey = insertRows("api_keys", [
  "project_id",
  "name",
  "prefix",
  "hash",
  "scopes",
  "created_at",
  "expires_at",
]);

const COLUMNS = [
  "k.id",
  "k.project_id",
  "p.tenant_id",
  "k.name",
  "k.prefix",
  "k.scopes",
  "k.expires_at",
  "k.disabled_at",
  "k.last_used_at",
] as const;

/** Finds a key of a project that was not deleted. */
export const findApiKey = statement<{ hash: string }, ApiKeyRow>("api_key_find", (query, param) =>
  query
    .selectFrom("api_keys as k")
    .innerJoin("projects as p", "p.id", "k.project_id")
    .innerJoin("tenants as t", "t.id", "p.tenant_id")
    .select(COLUMNS)
    .where("k.hash", "=", param("hash"))
    .where(isLive),
);

/** Finds the key that an older form of it stands for, if that still works at `now`. */
export const findRotatedKey = statement<
  { hash: string; now: string },
  ApiKeyRow & { readonly ends_at: string }
>("api_key_rotated", (query, param) =>
  query
    .selectFrom("rotated_keys as r")
    .innerJoin("api_keys as k", "k.id", "r.key_id")
    .innerJoin("projects as p", "p.id", "k.project_id")
    .innerJoin("tenants as t", "t.id", "p.tenant_id")
    .select([...COLUMNS, "r.expires_at as ends_at"])
    .where("r.hash", "=", param("hash"))
    .where("r.expires_at", ">", param("now"))
    .where(isLive),
);

/** Keeps older forms of keys. */
export const insertRotatedKey = insertRows("rotated_keys", [
  "hash",
  "key_id",
  "prefix",
  "expires_at",
]);

/** Replaces what a key is recognized by. */
export const replaceKey = statement<{ id: number; hash: string; prefix: string }, never>(
  "api_key_replace",
  (query, param) =>
    query
      .updateTable("api_keys")
      .set({ hash: param("hash"), prefix: param("prefix") })
      .where("id", "=", param("id")),
);

/** Ends the older forms of a key. Returns when each would have ended. */
export const endRotatedKeys = statement<{ id: number }, { expires_at: string }>(
  "api_key_end_rotated",
  (query, param) =>
    query.deleteFrom("rotated_keys").where("key_id", "=", param("id")).returning("expires_at"),
);

/** Lists the older forms of a project's keys that still work, those that end last first. */
export const listRotatedKeys = statement<
  { project: number; now: string },
  { key_id: number; prefix: string; expires_at: string }
>("api_keys_rotated", (query, param) =>
  query
    .selectFrom("rotated_keys as r")
    .innerJoin("api_keys as k", "k.id", "r.key_id")
    .select(["r.key_id", "r.prefix", "r.expires_at"])
    .where("k.project_id", "=", param("project"))
    .where("r.expires_at", ">", param("now"))
    .orderBy("r.expires_at", "desc"),
);

export type LockedKey = Omit<Row<"api_keys">, "name" | "scopes" | "created_at" | "last_used_at">;

/** Locks a key and returns it, also a disabled one. */
export const lockKey = sqlStatement<{ id: number }, LockedKey>(
  "api_key_lock",
  (param, dialect) => sql`
    select id, project_id, hash, prefix, expires_at, disabled_at from api_keys where id = ${param("id")}
    ${forUpdate(dialect)}`,
);

/** Saves a key's name, scopes and expiry; returns its id if the key exists. */
export const saveKey = statement<
  { id: number; name: string | null; scopes: string | null; expiresAt: string | null },
  { id: number }
>("api_key_save", (query, param) =>
  query
    .updateTable("api_keys")
    .set((eb) => ({
      name: eb.fn.coalesce(param("name"), eb.ref("name")),
      scopes: eb.fn.coalesce(param("scopes"), eb.ref("scopes")).$castTo<string>(),
      expires_at: param("expiresAt"),
    }))
    .where("id", "=", param("id"))
    .returning("id"),
);

/** Enables a key again; returns its id if the key exists. */
export const enableApiKey = statement<{ id: number }, { id: number }>(
  "api_key_enable",
  (query, param) =>
    query
      .updateTable("api_keys")
      .set({ disabled_at: null })
      .where("id", "=", param("id"))
      .returning("id"),
);

export const listApiKeys = statement<
  { project: number },
  Omit<ApiKeyRow, "tenant_id"> & { readonly created_at: string }
>("api_keys_list", (query, param) =>
  query
    .selectFrom("api_keys")
    .select([
      "id",
      "project_id",
      "name",
      "prefix",
      "scopes",
      "created_at",
      "expires_at",
      "disabled_at",
      "last_used_at",
    ])
    .where("project_id", "=", param("project"))
    .orderBy("id"),
);

/** Returns the project of an API key, even if the key is disabled. */
export const findKeyProject = statement<{ id: number }, { project_id: number }>(
  "api_key_project",
  (query, param) => query.selectFrom("api_keys").select("project_id").where("id", "=", param("id")),
);

/** Disables a key; returns its id if the key exists. */
export const disableApiKey = statement<{ id: number; at: string }, { id: number }>(
  "api_key_disable",
  (query, param) =>
    query
      .updateTable("api_keys")
      .set({ disabled_at: param("at") })
      .where("id", "=", param("id"))
      .returning("id"),
);

/** Records that a key was used, unless a use since `before` is recorded already. */
export const touchApiKey = statement<{ id: number; at: string; before: string }, never>(
  "api_key_touch",
  (query, param) =>
    query
      .updateTable("api_keys")
      .set({ last_used_at: param("at") })
      .where("id", "=", param("id"))
      .where((eb) =>
        eb.or([eb("last_used_at", "is", null), eb("last_used_at", "<", param("before"))]),
      ),
);
