import { hash } from "node:crypto";
import { sql } from "kysely";
import { isAmong } from "../../dialect/access-path.ts";
import type { Db } from "../../dialect/dialect.ts";
import { jsonValues } from "../../dialect/json.ts";
import { needsRowLocks } from "../../dialect/locks.ts";
import { insertMany } from "../../inserts.ts";
import type { Scope } from "../../scope.ts";
import { sqlStatement } from "../../statement.ts";

/** Values of a property by which upserts find records. */
export interface UpsertKeys {
  readonly type: string;
  readonly property: string;
  /** Each once. */
  readonly values: readonly string[];
}

/**
 * Locks values of a property against other upserts until the transaction ends, and waits for those that have
 * locked one of them. Every transaction locks in the same order, so two never wait for each other. Read the
 * records after it, not before.
 *
 * @returns the function that deletes the rows of the locks; call it before the transaction ends. The locks stay until
 *   then, because the rows are neither committed nor rolled back before
 */
export async function lockKeys(
  tx: Db,
  scope: Scope,
  { type, property, values }: UpsertKeys,
): Promise<() => Promise<void>> {
  if (!needsRowLocks(tx.dialect)) return async () => undefined;
  const digests = values.map((value) => hash("sha256", value, "base64url"));
  const project = scope.projectId;
  await insert(
    tx,
    digests.toSorted().map((digest) => [project, type, property, digest]),
  );
  return async () => {
    await drop.all(tx, { project, type, property, digests: JSON.stringify(digests) });
  };
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
