import { sql } from "kysely";
import { isAmong } from "../dialect/access-path.ts";
import type { Db } from "../dialect/dialect.ts";
import { jsonValues } from "../dialect/json.ts";
import { tryLock } from "../dialect/locks.ts";
import { insertRows } from "../inserts.ts";
import type { Row } from "../schema.ts";
import type { Scope } from "../scope.ts";
import { selectRows, sqlStatement, statement } from "../statement.ts";
import { endWith } from "../writes.ts";

export type StoredAnswer = Omit<Row<"idempotency_keys">, "project_id" | "key">;

/** Returns the stored response to the first request that had a key, even if it has expired. */
export const findAnswer = selectRows(
  "idempotency_find",
  "idempotency_keys",
  ["request_hash", "response", "created_at"],
  { where: { project_id: "project", key: "key" } },
);

/**
 * Locks a key until the transaction ends, and returns its stored response as `findAnswer` does. Does not wait.
 *
 * @returns `running` which request of another transaction has the key: one with the same hash or another; null if none
 *   has it
 */
export async function lockAnswer(
  tx: Db,
  scope: Scope,
  { key, hash }: { readonly key: string; readonly hash: string },
): Promise<{ running: "same" | "other" | null; stored: StoredAnswer | undefined }> {
  const keyName = `idempotency:${scope.projectId}:${key}`;
  const requestName = `${keyName}\n${hash}`;
  const row = await lock.first(tx, { project: scope.projectId, key, keyName, requestName });
  if (row === undefined) throw new Error("the lock of an idempotency key returned no row");
  const { running, request_hash, response, created_at } = row;
  const isStored = request_hash !== null && response !== null && created_at !== null;
  return {
    running,
    stored: isStored ? { request_hash, response, created_at } : undefined,
  };
}

/**
 * One statement, because each costs PostgreSQL a round trip. The transaction that has the key also has the name of its
 * request.
 */
const lock = sqlStatement<
  { project: number; key: string; keyName: string; requestName: string },
  { running: "same" | "other" | null } & { [Column in keyof StoredAnswer]: string | null }
>(
  "idempotency_lock",
  (param, dialect) => sql`
    select locks.running, found.request_hash, found.response, found.created_at
    from (select case
      when not ${tryLock(dialect, param("requestName"))} then 'same'
      when not ${tryLock(dialect, param("keyName"))} then 'other' end as running) as locks
    left join (
      select request_hash, response, created_at from idempotency_keys
      where project_id = ${param("project")} and key = ${param("key")} limit 1) as found on 1 = 1`,
);

/**
 * Stores the response to a request with a key, as the last thing in its transaction.
 *
 * @param recordIds the records that the response shows
 * @throws UniqueViolation if the key has a response
 */
export async function insertAnswer(
  tx: Db,
  scope: Scope,
  answer: { key: string; hash: string; response: string; at: string },
  recordIds: readonly number[],
): Promise<void> {
  const { projectId } = scope;
  const { key, hash, response, at } = answer;
  const shown = [...new Set(recordIds)].map((id) => [projectId, id, key, at]);
  await endWith(tx, [
    ...insertKeys.writes([[projectId, key, hash, response, at]]),
    ...insertRecords.writes(shown),
  ]);
}

const insertKeys = insertRows("idempotency_keys", [
  "project_id",
  "key",
  "request_hash",
  "response",
  "created_at",
]);

const RECORD_KEY = ["project_id", "record_id", "key"];

/** If an expired key is used again and shows the same record, the row gets the time of the new response. */
const insertRecords = insertRows(
  "idempotency_records",
  ["project_id", "record_id", "key", "created_at"],
  { key: { sqlite: RECORD_KEY, postgres: RECORD_KEY }, replace: ["created_at"] },
);

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

/**
 * Deletes the oldest expired keys and the rows of their records: up to about `limit` rows per table.
 *
 * @returns whether there may be more
 */
export async function deleteOldAnswers(tx: Db, before: string, limit: number): Promise<boolean> {
  const args = { before, limit };
  const places = [await keyAfter.first(tx, args), await recordAfter.first(tx, args)];
  // A key and the rows of its records have the same time. An erasure finds the key by these rows, so both go at once.
  const [until = before] = places.flatMap((row) => row?.created_at ?? []).sort();
  await deleteOldKeys.all(tx, { before: until });
  await deleteOldRecords.all(tx, { before: until });
  return until < before;
}

const keyAfter = rowAfter("idempotency_next_old", "idempotency_keys");
const recordAfter = rowAfter("idempotency_next_old_records", "idempotency_records");

/** Returns the time of the expired row that comes after the first `limit` ones. */
function rowAfter(name: string, table: string) {
  return sqlStatement<{ before: string; limit: number }, { created_at: string }>(
    name,
    (param) => sql`
      select created_at from ${sql.table(table)} where created_at <= ${param("before")}
      order by created_at limit 1 offset ${param("limit")}`,
  );
}

const deleteOldKeys = statement<{ before: string }, never>(
  "idempotency_delete_old",
  (query, param) => query.deleteFrom("idempotency_keys").where("created_at", "<=", param("before")),
);

const deleteOldRecords = statement<{ before: string }, never>(
  "idempotency_delete_old_records",
  (query, param) =>
    query.deleteFrom("idempotency_records").where("created_at", "<=", param("before")),
);

/**
 * Empties the stored responses that show any of these records, and the digests of their requests. The keys
 * stay, so that their requests are never run again.
 */
export async function eraseAnswersWithRecords(
  tx: Db,
  scope: Scope,
  recordIds: readonly number[],
): Promise<void> {
  const args = { project: scope.projectId, records: JSON.stringify(recordIds) };
  await erase.all(tx, args);
}

const erase = sqlStatement<{ project: number; records: string }, never>(
  "idempotency_erase",
  (param, dialect) => {
    const wanted = isAmong(
      dialect,
      sql`record_id`,
      jsonValues(dialect, param("records"), "bigint"),
    );
    const keys = sql`select key from idempotency_records where project_id = ${param("project")} and ${wanted}`;
    return sql`
      update idempotency_keys set request_hash = '', response = ''
      where project_id = ${param("project")} and ${isAmong(dialect, sql`key`, keys)}`;
  },
);

/** Like `eraseAnswersWithRecords`, for the responses that show one record and were stored in a time, ISO 8601, inclusive. */
export const eraseAnswersBetween = sqlStatement<
  { project: number; record: number; lowTime: string; highTime: string },
  never
>("idempotency_erase_between", (param, dialect) => {
  const keys = sql`
    select key from idempotency_records
    where project_id = ${param("project")} and record_id = ${param("record")}
      and created_at between ${param("lowTime")} and ${param("highTime")}`;
  return sql`
    update idempotency_keys set request_hash = '', response = ''
    where project_id = ${param("project")} and ${isAmong(dialect, sql`key`, keys)}`;
});
