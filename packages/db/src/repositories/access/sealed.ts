import { sql } from "kysely";
import type { Db } from "../../dialect/dialect.ts";
import { type Statement, sqlStatement } from "../../statement.ts";

/** Columns whose values are encrypted with the secret key, with the key of their table. */
const SEALED_COLUMNS = {
  "cursor_keys.key": ["id"],
  "signing_keys.private_key": ["kid"],
  "webhook_endpoints.secret": ["id"],
  "webhook_endpoints.old_secret": ["id"],
  "messaging_accounts.access_token": ["tenant_id"],
  "files.key": ["project_id", "id"],
  "second_factors.secret": ["user_id"],
  "second_factors.next_secret": ["user_id"],
  "idempotency_keys.response": ["project_id", "key"],
} as const;

export type SealedColumn = keyof typeof SEALED_COLUMNS;

export const COLUMNS = Object.keys(SEALED_COLUMNS) as readonly SealedColumn[];

/** A stored secret, encrypted. */
export interface SealedValue {
  readonly column: SealedColumn;
  /** The key of its row, in the order of the columns of the key. */
  readonly key: readonly (string | number)[];
  readonly sealed: string;
}

/** Secrets that are read at a time. */
const PORTION = 500;

/**
 * Lists every stored secret, encrypted, in portions. What an erasure emptied is left out.
 *
 * @param db may be in use: a secret that is replaced meanwhile is listed with its older or newer value
 */
export async function* eachPortion(db: Db): AsyncGenerator<readonly SealedValue[]> {
  for (const { column, start, list } of columns) {
    let after = start;
    for (;;) {
      const rows = await list.all(db, { ...keyArgs(after), limit: PORTION });
      const found = rows.map((row) => ({
        column,
        key: start.map((_, i) => row[`key${i}`] ?? ""),
        sealed: row.sealed,
      }));
      if (found.length > 0) yield found;
      const last = found.at(-1);
      if (last === undefined || found.length < PORTION) break;
      after = last.key;
    }
  }
}

/** Returns whether the database has a stored secret. */
export async function hasAny(db: Db): Promise<boolean> {
  for (const { start, list } of columns) {
    if ((await list.all(db, { ...keyArgs(start), limit: 1 })).length > 0) return true;
  }
  return false;
}

/**
 * Replaces a secret, unless it was replaced since it was read.
 *
 * @param after encrypted; null for none, in a column that allows it
 */
export async function replace(tx: Db, value: SealedValue, after: string | null): Promise<void> {
  const found = columns.find(({ column }) => column === value.column);
  await found?.save.all(tx, { ...keyArgs(value.key), before: value.sealed, after });
}

interface KeyArgs {
  readonly [key: `key${number}`]: string | number;
}

function keyArgs(key: readonly (string | number)[]): KeyArgs {
  return Object.fromEntries(key.map((part, i) => [`key${i}`, part]));
}

interface Column {
  readonly column: SealedColumn;
  /** A key before all others. */
  readonly start: readonly (string | number)[];
  readonly list: Statement<KeyArgs & { limit: number }, KeyArgs & { sealed: string }>;
  readonly save: Statement<KeyArgs & { before: string; after: string | null }, never>;
}

/** Columns of keys that are texts; the others are numbers. */
const TEXTS = ["cursor_keys.id", "signing_keys.kid", "files.id", "idempotency_keys.key"];

const columns: readonly Column[] = Object.entries(SEALED_COLUMNS).map(([name, key]) => {
  const [table = "", value = ""] = name.split(".");
  const names = sql.join(key.map((part) => sql.ref(part)));
  return {
    column: name as SealedColumn,
    start: key.map((part) => (TEXTS.includes(`${table}.${part}`) ? "" : -1)),
    list: sqlStatement(
      `sealed_list_${table}_${value}`,
      (param) => sql`
        select ${sql.join(key.map((part, i) => sql`${sql.ref(part)} as ${sql.ref(`key${i}`)}`))},
          ${sql.ref(value)} as sealed
        from ${sql.table(table)}
        where ${sql.ref(value)} <> ''
          and (${names}) > (${sql.join(key.map((_, i) => param(`key${i}`)))})
        order by ${names} limit ${param("limit")}`,
    ),
    // A secret that was replaced in the meantime is already encrypted with the current key.
    save: sqlStatement(
      `sealed_save_${table}_${value}`,
      (param) => sql`
        update ${sql.table(table)} set ${sql.ref(value)} = ${param("after")}
        where ${sql.join(
          key.map((part, i) => sql`${sql.ref(part)} = ${param(`key${i}`)}`),
          sql` and `,
        )} and ${sql.ref(value)} = ${param("before")}`,
    ),
  };
});
