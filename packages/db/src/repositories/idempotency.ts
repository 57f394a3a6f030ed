import type { Db } from "../dialect/dialect.ts";
import type { Scope } from "../scope.ts";
import { insertRows, statement } from "../statement.ts";

export interface StoredAnswer {
  readonly request_hash: string;
  readonly response: string;
}

/** Returns the stored response to the first request that had a key. */
export function findAnswer(
  db: Db,
  scope: Scope,
  key: string,
  since: string,
): Promise<StoredAnswer | undefined> {
  return find.first(db, { project: scope.projectId, key, since });
}

const find = statement<{ project: number; key: string; since: string }, StoredAnswer>(
  "idempotency_find",
  (query, param) =>
    query
      .selectFrom("idempotency_keys")
      .select(["request_hash", "response"])
      .where("project_id", "=", param("project"))
      .where("key", "=", param("key"))
      .where("created_at", ">", param("since")),
);

export const insertAnswer = insertRows("idempotency_keys", [
  "project_id",
  "key",
  "request_hash",
  "response",
  "created_at",
]);

/** Deletes one key if it has expired. */
export const deleteAnswer = statement<{ project: number; key: string; before: string }, never>(
  "idempotency_delete",
  (query, param) =>
    query
      .deleteFrom("idempotency_keys")
      .where("project_id", "=", param("project"))
      .where("key", "=", param("key"))
      .where("created_at", "<=", param("before")),
);

/** Deletes expired keys. */
export const deleteOldAnswers = statement<{ before: string }, never>(
  "idempotency_delete_old",
  (query, param) => query.deleteFrom("idempotency_keys").where("created_at", "<=", param("before")),
);
