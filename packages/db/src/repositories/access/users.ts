import { sql } from "kysely";
import { forUpdate } from "../../dialect/locks.ts";
import type { Row } from "../../schema.ts";
import { insertRows, statement } from "../../statement.ts";

export type UserRow = Row<"users">;

const COLUMNS = [
  "id",
  "email",
  "password_hash",
  "role",
  "created_at",
  "disabled_at",
  "last_sign_in_at",
  "oidc_issuer",
  "oidc_subject",
  "managed_by",
  "invited_at",
] as const;

export const insertUser = insertRows("users", [
  "email",
  "password_hash",
  "role",
  "created_at",
  "managed_by",
  "invited_at",
]);

export const findUserByEmail = statement<{ email: string }, UserRow>(
  "user_by_email",
  (query, param) => query.selectFrom("users").select(COLUMNS).where("email", "=", param("email")),
);

export const findUser = statement<{ id: number }, UserRow>("user_find", (query, param) =>
  query.selectFrom("users").select(COLUMNS).where("id", "=", param("id")),
);

export const findUserByIdentity = statement<{ issuer: string; subject: string }, UserRow>(
  "user_by_identity",
  (query, param) =>
    query
      .selectFrom("users")
      .select(COLUMNS)
      .where("oidc_issuer", "=", param("issuer"))
      .where("oidc_subject", "=", param("subject")),
);

/** Links an admin to a provider's account; returns no id if the admin already has an account of that provider. */
export const bindIdentity = statement<
  { id: number; issuer: string; subject: string },
  { id: number }
>("user_bind_identity", (query, param) =>
  query
    .updateTable("users")
    .set({ oidc_issuer: param("issuer"), oidc_subject: param("subject") })
    .where("id", "=", param("id"))
    .where((or) => or.or([or("oidc_issuer", "is", null), or("oidc_issuer", "!=", param("issuer"))]))
    .returning("id"),
);

export const unbindIdentity = statement<{ id: number }, never>(
  "user_unbind_identity",
  (query, param) =>
    query
      .updateTable("users")
      .set({ oidc_issuer: null, oidc_subject: null })
      .where("id", "=", param("id")),
);

export const listUsers = statement<object, UserRow>("users_list", (query) =>
  query.selectFrom("users").select(COLUMNS).orderBy("email"),
);

/** Locks an admin until the transaction ends, so that roles and the account do not change at the same time. */
export const lockUser = statement<{ id: number }, UserRow>("user_lock", (query, param, dialect) =>
  query
    .selectFrom("users")
    .select(COLUMNS)
    .where("id", "=", param("id"))
    .modifyEnd(forUpdate(dialect)),
);

/** Locks the owners of the installation who have accepted, until the transaction ends, so that one of them stays. */
export const lockOwners = statement<object, { id: number; disabled_at: string | null }>(
  "users_lock_owners",
  (query, _param, dialect) =>
    query
      .selectFrom("users")
      .select(["id", "disabled_at"])
      .where("role", "=", sql.lit("owner"))
      .where("invited_at", "is", null)
      .orderBy("id")
      .modifyEnd(forUpdate(dialect)),
);

/** Says that owners of the installation answer for an account, and no tenant's owners any more. */
export const endManagement = statement<{ id: number }, never>(
  "user_end_management",
  (query, param) =>
    query.updateTable("users").set({ managed_by: null }).where("id", "=", param("id")),
);

export const saveUser = statement<{ id: number; role: string; disabledAt: string | null }, never>(
  "user_save",
  (query, param) =>
    query
      .updateTable("users")
      .set({ role: param("role"), disabled_at: param("disabledAt") })
      .where("id", "=", param("id")),
);

/** Replaces a password without checking the old one; returns the admin's email if the admin exists. */
export const setPassword = statement<{ id: number; hash: string }, { email: string }>(
  "user_set_password",
  (query, param) =>
    query
      .updateTable("users")
      .set({ password_hash: param("hash") })
      .where("id", "=", param("id"))
      .returning("email"),
);

/** Says that an invited admin has joined. */
export const endInvitation = statement<{ id: number }, never>(
  "user_end_invitation",
  (query, param) =>
    query.updateTable("users").set({ invited_at: null }).where("id", "=", param("id")),
);

/** Replaces a password if its hash is still the one that was checked; otherwise returns no id. */
export const replacePassword = statement<{ id: number; from: string; to: string }, { id: number }>(
  "user_replace_password",
  (query, param) =>
    query
      .updateTable("users")
      .set({ password_hash: param("to") })
      .where("id", "=", param("id"))
      .where("password_hash", "=", param("from"))
      .returning("id"),
);

/** Finds an admin who has signed in before, if there is one. */
export const findSignedIn = statement<object, { id: number }>("user_signed_in", (query) =>
  query.selectFrom("users").select("id").where("last_sign_in_at", "is not", null).limit(1),
);

/**
 * Notes a sign-in; returns no id if the admin is disabled, or if the password is no longer the one that was checked.
 *
 * @param hash of the checked password; null if the sign-in needed none
 */
export const markSignIn = statement<
  { id: number; at: string; hash: string | null },
  { id: number }
>("user_mark_sign_in", (query, param) =>
  query
    .updateTable("users")
    .set({ last_sign_in_at: param("at") })
    .where("id", "=", param("id"))
    .where("disabled_at", "is", null)
    .where("password_hash", "=", ({ fn }) => fn.coalesce(param("hash"), "password_hash"))
    .returning("id"),
);
