import { sql } from "kysely";
import { forUpdate } from "../../dialect/locks.ts";
import { insertRows } from "../../inserts.ts";
import type { Row } from "../../schema.ts";
import { deleteRows, sqlStatement, statement, updateRows } from "../../statement.ts";

export type PasskeyRow = Row<"passkeys">;

const columns = sql`
  id, user_id, name, public_key, counter, transports, host, created_at, last_used_at`;

export const insertPasskey = insertRows("passkeys", [
  "id",
  "user_id",
  "name",
  "public_key",
  "counter",
  "transports",
  "host",
  "created_at",
]);

/** Finds a passkey of an admin who is not disabled. */
export const findPasskey = sqlStatement<{ id: string }, PasskeyRow>(
  "passkey_find",
  (param) => sql`
    select ${columns} from passkeys where id = ${param("id")}
    and (select disabled_at from users where users.id = passkeys.user_id) is null`,
);

export const lockPasskey = sqlStatement<{ id: string }, PasskeyRow>(
  "passkey_lock",
  (param, dialect) => sql`
    select ${columns} from passkeys where id = ${param("id")} ${forUpdate(dialect)}`,
);

/** Lists an admin's passkeys, oldest first. */
export const listPasskeys = sqlStatement<{ user: number }, PasskeyRow>(
  "passkeys_list",
  (param) => sql`
    select ${columns} from passkeys where user_id = ${param("user")} order by created_at, id`,
);

/** Lists the admins who have passkeys. */
export const listOwners = sqlStatement<object, { user_id: number }>(
  "passkeys_owners",
  () => sql`select distinct user_id from passkeys`,
);

/** Notes a use. */
export const touchPasskey = updateRows("passkey_touch", "passkeys", {
  set: { counter: "counter", last_used_at: "at" },
  where: { id: "id" },
});

/** Renames an admin's passkey; returns its id if there is one. */
export const renamePasskey = updateRows("passkey_rename", "passkeys", {
  set: { name: "name" },
  where: { id: "id", user_id: "user" },
  returning: ["id"],
});

/** Deletes an admin's passkey; returns its name if there was one. */
export const deletePasskey = deleteRows(
  "passkey_delete",
  "passkeys",
  { id: "id", user_id: "user" },
  ["name"],
);

export const deleteAdminPasskeys = deleteRows(
  "passkeys_delete_of",
  "passkeys",
  { user_id: "user" },
  ["id"],
);

export const insertChallenge = insertRows("passkey_challenges", ["hash", "bound_to", "expires_at"]);

/** Deletes a challenge of a session or sign-in. Returns its hash, or nothing if it is missing, expired or of another one. */
export const takeChallenge = statement<
  { hash: string; boundTo: string; now: string },
  { hash: string }
>("passkey_challenge_take", (query, param) =>
  query
    .deleteFrom("passkey_challenges")
    .where("hash", "=", param("hash"))
    .where("bound_to", "=", param("boundTo"))
    .where("expires_at", ">", param("now"))
    .returning("hash"),
);

export const deleteOldChallenges = statement<{ now: string }, never>(
  "passkey_challenges_delete_old",
  (query, param) => query.deleteFrom("passkey_challenges").where("expires_at", "<=", param("now")),
);
