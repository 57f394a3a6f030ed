import { sql } from "kysely";
import type { Db } from "../../dialect/dialect.ts";
import { sqlStatement } from "../../statement.ts";

/** Columns whose values are encrypted with the secret key, with the primary key of their table. */
const SEALED_COLUMNS = [
  ["signing_keys", "kid", "private_key"],
  ["webhook_endpoints", "id", "secret"],
  ["webhook_endpoints", "id", "old_secret"],
  ["messaging_accounts", "tenant_id", "access_token"],
  ["files", "id", "key"],
  ["second_factors", "user_id", "secret"],
  ["second_factors", "user_id", "next_secret"],
] as const;

/**
 * Encrypts every stored secret again.
 *
 * @param reseal decrypts a text and encrypts it with the current key
 * @returns the number of secrets
 */
export async function resealAll(tx: Db, reseal: (sealed: string) => string): Promise<number> {
  let count = 0;
  for (const { list, save } of columns) {
    for (const { key, sealed } of await list.all(tx, {})) {
      await save.all(tx, { key, before: sealed, after: reseal(sealed) });
      count++;
    }
  }
  return count;
}

/** Lists every stored secret, encrypted, with its table, column and row. */
export async function listAll(
  db: Db,
): Promise<readonly { readonly column: string; readonly sealed: string }[]> {
  const found = await Promise.all(
    columns.map(async ({ column, list }) =>
      (await list.all(db, {})).map(({ sealed }) => ({ column, sealed })),
    ),
  );
  return found.flat();
}

const columns = SEALED_COLUMNS.map(([table, key, column]) => ({
  column: `${table}.${column}`,
  list: sqlStatement<object, { key: string | number; sealed: string }>(
    `sealed_list_${table}_${column}`,
    () => sql`
      select ${sql.ref(key)} as key, ${sql.ref(column)} as sealed from ${sql.table(table)}
      where ${sql.ref(column)} is not null`,
  ),
  // A secret that was replaced in the meantime is already encrypted with the current key.
  save: sqlStatement<{ key: string | number; before: string; after: string }, never>(
    `sealed_save_${table}_${column}`,
    (param) => sql`
      update ${sql.table(table)} set ${sql.ref(column)} = ${param("after")}
      where ${sql.ref(key)} = ${param("key")} and ${sql.ref(column)} = ${param("before")}`,
  ),
}));
