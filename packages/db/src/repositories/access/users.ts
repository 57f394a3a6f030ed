import { sql } from "kysely";
import { forUpdate } from "../../dialect/locks.ts";
import { insertRows } from "../../inserts.ts";
import type { Row } from "../../schema.ts";
import { selectRows, statement, updateRows } from "../../statement.ts";

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

export const findUserByEmail = selectRows("user_by_email", "users", COLUMNS, {
  where: { email: "email" },
});

export const findUser = selectRows("user_find", "users", COLUMNS, { where: { id: "id" } });

export const findUserByIdentity = selectRows("user_by_identity", "users", COLUMNS, {
  where: { oidc_issuer: "issuer", oidc_subject: "subject" },
});

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

export const unbindIdentity = updateRows("user_unbind_identity", "users", {
  set: { oidc_issuer: null, oidc_subject: null },
  where: { id: "id" },
});

export const listUsers = selectRows("users_list", "users", COLUMNS, { orderBy: ["email"] });

/** Locks an admin until the transaction ends, so that roles and the account do not change at the same time. */
export const lockUser = selectRows("user_lock", "users", COLUMNS, {
  where: { id: "id" },
  isLocked: true,
});

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
export const endManagement = updateRows("user_end_management", "users", {
  set: { managed_by: null },
  where: { id: "id" },
});

export const saveUser = updateRows("user_save", "users", {
  set: { role: "role", disabled_at: "disabledAt" },
  where: { id: "id" },
});

/** Replaces a password without checking the old one; returns the admin's email if the admin exists. */
export const setPassword = updateRows("user_set_password", "users", {
  set: { password_hash: "hash" },
  where: { id: "id" },
  returning: ["email"],
});

/** Says that an invited admin has joined. */
export const endInvitation = updateRows("user_end_invitation", "users", {
  set: { invited_at: null },
  where: { id: "id" },
});

/** Replaces a password if its hash is still the one that was checked; otherwise returns no id. */
export const replacePassword = updateRows("user_replace_password", "users", {
  set: { password_hash: "to" },
  where: { id: "id", password_hash: "from" },
  returning: ["id"],
});

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
