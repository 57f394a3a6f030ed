import { insertRows } from "../../inserts.ts";
import type { Row } from "../../schema.ts";
import { deleteRows, selectRows, statement, updateRows } from "../../statement.ts";

export type AccountLinkRow = Row<"account_links">;

export const insertLink = insertRows("account_links", [
  "hash",
  "user_id",
  "made_by",
  "made_at",
  "expires_at",
]);

export const findLink = statement<{ hash: string }, AccountLinkRow>(
  "account_link_find",
  (query, param) => query.selectFrom("account_links").selectAll().where("hash", "=", param("hash")),
);

const OPEN = { used_at: null, revoked_at: null };

/** Lists the links that were neither used nor revoked, expired or not. */
export const listOpenLinks = selectRows(
  "account_links_open",
  "account_links",
  ["user_id", "expires_at"],
  { where: OPEN },
);

/** Marks a link as used; returns nothing if it has ended. */
export const useLink = statement<{ hash: string; now: string }, { id: number }>(
  "account_link_use",
  (query, param) =>
    query
      .updateTable("account_links")
      .set({ used_at: param("now") })
      .where("hash", "=", param("hash"))
      .where("used_at", "is", null)
      .where("revoked_at", "is", null)
      .where("expires_at", ">", param("now"))
      .returning("id"),
);

/** Revokes the open links of an admin. */
export const revokeLinks = updateRows("account_links_revoke", "account_links", {
  set: { revoked_at: "now" },
  where: { user_id: "user", ...OPEN },
});

/** Notes that someone tried a link after its end; returns nothing if that is known already. */
export const noteTry = updateRows("account_link_try", "account_links", {
  set: { tried_at: "now" },
  where: { id: "id", tried_at: null },
  returning: ["id"],
});

/** Deletes links that were used or revoked, and expired before a time. An open one shows the state of an invitation. */
export const deleteOldLinks = statement<{ before: string }, never>(
  "account_links_delete_old",
  (query, param) =>
    query
      .deleteFrom("account_links")
      .where("expires_at", "<", param("before"))
      .where((or) => or.or([or("used_at", "is not", null), or("revoked_at", "is not", null)])),
);

export const deleteAdminLinks = deleteRows("account_links_delete_of", "account_links", {
  user_id: "user",
});
