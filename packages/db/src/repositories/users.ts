import { sql } from "kysely";
import { FACTOR_RULE } from "../columns.ts";
import { forUpdate } from "../dialect/locks.ts";
import { insertRows, statement } from "../statement.ts";

export interface UserRow {
  readonly id: number;
  readonly email: string;
  readonly password_hash: string;
  readonly role: string;
  readonly created_at: string;
  readonly disabled_at: string | null;
  readonly last_sign_in_at: string | null;
  readonly oidc_issuer: string | null;
  readonly oidc_subject: string | null;
  /** The tenant whose owners made the account; null if owners of the installation did. */
  readonly managed_by: number | null;
}

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
] as const;

export const insertUser = insertRows("users", [
  "email",
  "password_hash",
  "role",
  "created_at",
  "managed_by",
]);

export const findUserByEmail = statement<{ email: string }, UserRow>(
  "user_by_email",
  (query, param) => query.selectFrom("users").select(COLUMNS).where("email", "=", param("email")),
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

/** Locks the owners of the installation until the transaction ends, so that one of them stays. */
export const lockOwners = statement<object, { id: number; disabled_at: string | null }>(
  "users_lock_owners",
  (query, _param, dialect) =>
    query
      .selectFrom("users")
      .select(["id", "disabled_at"])
      .where("role", "=", sql.lit("owner"))
      .orderBy("id")
      .modifyEnd(forUpdate(dialect)),
);

/** Says that owners of the installation answer for an account, and no tenant’s owners any more. */
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

export const markSignIn = statement<{ id: number; at: string }, never>(
  "user_mark_sign_in",
  (query, param) =>
    query
      .updateTable("users")
      .set({ last_sign_in_at: param("at") })
      .where("id", "=", param("id")),
);

export interface SessionRow {
  readonly hash: string;
  readonly user_id: number;
  readonly email: string;
  readonly role: string;
  readonly created_at: string;
  readonly last_seen_at: string;
  readonly expires_at: string;
  readonly address: string;
  readonly user_agent: string;
}

const SESSION_COLUMNS = [
  "s.hash",
  "s.user_id",
  "u.email",
  "u.role",
  "s.created_at",
  "s.last_seen_at",
  "s.expires_at",
  "s.address",
  "s.user_agent",
] as const;

export const insertSession = insertRows("sessions", [
  "hash",
  "user_id",
  "created_at",
  "last_seen_at",
  "expires_at",
  "address",
  "user_agent",
  "opened_by",
]);

interface FoundSessionRow extends SessionRow {
  /** `password`, `passkey` or `single_sign_on`. */
  readonly opened_by: string;
  /** Since when the admin has an authenticator app; null without one. */
  readonly factor_since: string | null;
  /** Since when the admin has a passkey; null without one. */
  readonly passkey_since: string | null;
  /** Since when admins need a second factor; null if they do not. */
  readonly rule_since: string | null;
}

/** Returns a live session of an admin who is not disabled. */
export const findSession = statement<{ hash: string; now: string }, FoundSessionRow>(
  "session_find",
  (query, param) =>
    query
      .selectFrom("sessions as s")
      .innerJoin("users as u", "u.id", "s.user_id")
      .leftJoin("second_factors as f", "f.user_id", "s.user_id")
      .leftJoin("installation_settings as r", (join) =>
        join.on("r.name", "=", sql.lit(FACTOR_RULE)),
      )
      .select((eb) => [
        ...SESSION_COLUMNS,
        "s.opened_by",
        eb
          .selectFrom("passkeys as p")
          .select((of) => of.fn.min("p.created_at").as("since"))
          .whereRef("p.user_id", "=", "s.user_id")
          .as("passkey_since"),
        "f.confirmed_at as factor_since",
        "r.changed_at as rule_since",
      ])
      .where("s.hash", "=", param("hash"))
      .where("s.expires_at", ">", param("now"))
      .where("u.disabled_at", "is", null),
);

export const listSessions = statement<{ now: string }, SessionRow>(
  "sessions_list",
  (query, param) =>
    query
      .selectFrom("sessions as s")
      .innerJoin("users as u", "u.id", "s.user_id")
      .select(SESSION_COLUMNS)
      .where("s.expires_at", ">", param("now"))
      .orderBy("s.last_seen_at", "desc"),
);

/** Extends a session that is in use. */
export const touchSession = statement<{ hash: string; at: string; until: string }, never>(
  "session_touch",
  (query, param) =>
    query
      .updateTable("sessions")
      .set({ last_seen_at: param("at"), expires_at: param("until") })
      .where("hash", "=", param("hash")),
);

export const deleteSession = statement<{ hash: string }, { hash: string }>(
  "session_delete",
  (query, param) =>
    query.deleteFrom("sessions").where("hash", "=", param("hash")).returning("hash"),
);

export const deleteSessionsOf = statement<{ user: number }, never>(
  "sessions_delete_of",
  (query, param) => query.deleteFrom("sessions").where("user_id", "=", param("user")),
);

/** Ends an admin's sessions except one. @param keep LIKE pattern for its hash: the start of the hash, then `%` */
export const deleteOtherSessions = statement<{ user: number; keep: string }, never>(
  "sessions_delete_other",
  (query, param) =>
    query
      .deleteFrom("sessions")
      .where("user_id", "=", param("user"))
      .where("hash", "not like", param("keep")),
);

export const deleteOldSessions = statement<{ now: string }, never>(
  "sessions_delete_old",
  (query, param) => query.deleteFrom("sessions").where("expires_at", "<=", param("now")),
);
