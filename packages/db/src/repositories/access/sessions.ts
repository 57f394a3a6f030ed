import { sql } from "kysely";
import { FACTOR_RULE } from "../../columns.ts";
import { insertRows } from "../../inserts.ts";
import type { Row } from "../../schema.ts";
import { deleteRows, statement, updateRows } from "../../statement.ts";

export type SessionRow = Omit<Row<"sessions">, "opened_by"> & Pick<Row<"users">, "email" | "role">;

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
export const touchSession = updateRows("session_touch", "sessions", {
  set: { last_seen_at: "at", expires_at: "until" },
  where: { hash: "hash" },
});

export const deleteSession = deleteRows("session_delete", "sessions", { hash: "hash" }, ["hash"]);

export const deleteAdminSessions = deleteRows("sessions_delete_of", "sessions", {
  user_id: "user",
});

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
