import { sql } from "kysely";
import type { Db } from "../dialect/dialect.ts";
import { sqlStatement } from "../statement.ts";

/** Columns whose values are sealed with the secret key, with the primary key of their table. */
const SEALED = [
  ["signing_keys", "kid", "private_key"],
  ["webhook_endpoints", "id", "secret"],
  ["webhook_endpoints", "id", "old_secret"],
  ["messaging_accounts", "tenant_id", "access_token"],
] as const;

/**
 * Seals every stored secret again.
 *
 * @param reseal opens a sealed text and seals it with the current key
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

/** Lists every stored secret, sealed, with its table, column and row. */
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

const columns = SEALED.map(([table, key, column]) => ({
  column: `${table}.${column}`,
  list: sqlStatement<object, { key: string | number; sealed: string }>(
    `sealed_list_${table}_${column}`,
    () => sql`
      select ${sql.ref(key)} as key, ${sql.ref(column)} as sealed from ${sql.table(table)}
      where ${sql.ref(column)} is not null`,
  ),
  // A secret that was replaced in the meantime is sealed with the current key already.
  save: sqlStatement<{ key: string | number; before: string; after: string }, never>(
    `sealed_save_${table}_${column}`,
    (param) => sql`
      update ${sql.table(table)} set ${sql.ref(column)} = ${param("after")}
      where ${sql.ref(key)} = ${param("key")} and ${sql.ref(column)} = ${param("before")}`,
  ),
}));
