import { insertRows } from "../../inserts.ts";
import { isLive } from "../../live-projects.ts";
import type { Row } from "../../schema.ts";
import { deleteRows, selectRows, statement, updateRows } from "../../statement.ts";

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
export const replaceKey = updateRows("api_key_replace", "api_keys", {
  set: { hash: "hash", prefix: "prefix" },
  where: { id: "id" },
});

/** Ends the older forms of a key. Returns when each would have ended. */
export const endRotatedKeys = deleteRows("api_key_end_rotated", "rotated_keys", { key_id: "id" }, [
  "expires_at",
]);

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

/** Locks a key and returns it, also a disabled one. */
export const lockKey = selectRows(
  "api_key_lock",
  "api_keys",
  ["id", "project_id", "hash", "prefix", "expires_at", "disabled_at"],
  { where: { id: "id" }, isLocked: true },
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
export const enableApiKey = updateRows("api_key_enable", "api_keys", {
  set: { disabled_at: null },
  where: { id: "id" },
  returning: ["id"],
});

export const listApiKeys = selectRows(
  "api_keys_list",
  "api_keys",
  [
    "id",
    "project_id",
    "name",
    "prefix",
    "scopes",
    "created_at",
    "expires_at",
    "disabled_at",
    "last_used_at",
  ],
  { where: { project_id: "project" }, orderBy: ["id"] },
);

/** Returns the project of an API key, even if the key is disabled. */
export const findKeyProject = selectRows("api_key_project", "api_keys", ["project_id"], {
  where: { id: "id" },
});

/** Disables a key; returns its id if the key exists. */
export const disableApiKey = updateRows("api_key_disable", "api_keys", {
  set: { disabled_at: "at" },
  where: { id: "id" },
  returning: ["id"],
});

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
