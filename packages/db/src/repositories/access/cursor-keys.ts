import type { Row } from "../../schema.ts";
import { deleteRows, insertRows, statement } from "../../statement.ts";

export const insertKey = insertRows("cursor_keys", ["id", "key", "created_at", "seals_from"]);

/** Lists the keys in the order in which they begin to encrypt. */
export const listKeys = statement<object, Row<"cursor_keys">>("cursor_keys_list", (query) =>
  query.selectFrom("cursor_keys").selectAll().orderBy("seals_from"),
);

/** Deletes a key that can no longer be read. */
export const deleteKey = deleteRows("cursor_key_delete", "cursor_keys", { id: "id" });
