import { sql } from "kysely";
import { isAmong } from "../dialect/access-path.ts";
import type { Db } from "../dialect/dialect.ts";
import { jsonValues } from "../dialect/json.ts";
import { needsRowLocks } from "../dialect/locks.ts";
import { insertMany } from "../insert-many.ts";
import type { Scope } from "../scope.ts";
import { sqlStatement } from "../statement.ts";

export interface UpsertKeys {
  readonly type: string;
  readonly property: string;
  /** Digests of values, each once. */
  readonly digests: readonly string[];
}

/**
 * Locks values of a property against other upserts until the transaction ends, and waits for those that have
 * locked one of them. Every transaction locks in the same order, so two never wait for each other. Read the
 * records after it, not before.
 */
export async function lockKeys(tx: Db, scope: Scope, keys: UpsertKeys): Promise<void> {
  if (!needsRowLocks(tx.dialect)) return;
  const rows = keys.digests
    .toSorted()
    .map((digest) => [scope.projectId, keys.type, keys.property, digest]);
  await insert(tx, rows);
}

/**
 * Deletes the rows of `lockKeys`. The locks stay until the transaction ends, because its rows are neither committed
 * nor rolled back until then.
 */
export async function dropKeys(tx: Db, scope: Scope, keys: UpsertKeys): Promise<void> {
  if (!needsRowLocks(tx.dialect)) return;
  const { type, property, digests } = keys;
  const args = { project: scope.projectId, type, property, digests: JSON.stringify(digests) };
  await drop.all(tx, args);
}

const insert = insertMany("upsert_keys", {
  project_id: "bigint",
  type: "text",
  property: "text",
  digest: "text",
});

const drop = sqlStatement<
  { project: number; type: string; property: string; digests: string },
  never
>(
  "upsert_keys_drop",
  (param, dialect) => sql`
    delete from upsert_keys
    where project_id = ${param("project")} and type = ${param("type")}
      and property = ${param("property")}
      and ${isAmong(dialect, sql`digest`, jsonValues(dialect, param("digests"), "text"))}`,
);
