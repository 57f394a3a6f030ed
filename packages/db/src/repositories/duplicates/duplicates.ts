import { sql } from "kysely";
import { deleteEqual, isAmong, isInGroup } from "../../dialect/access-path.ts";
import type { Db } from "../../dialect/dialect.ts";
import { joinedText } from "../../dialect/expressions.ts";
import { jsonRows, jsonValues } from "../../dialect/json.ts";
import { insertMany } from "../../inserts.ts";
import type { Row } from "../../schema.ts";
import type { Scope } from "../../scope.ts";
import { sqlStatement } from "../../statement.ts";

/*
 * The keys of records: what duplicates have in common. Each statement is for hundreds of records of one project.
 */

/** Returns the keys of those records that have any, by id. */
export async function findKeys(
  db: Db,
  scope: Scope,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  if (ids.length === 0) return new Map();
  const rows = await listKeys.all(db, { project: scope.projectId, ids: JSON.stringify(ids) });
  return new Map(rows.map(({ record_id, keys }) => [record_id, keys.split(",")]));
}

const listKeys = sqlStatement<
  { project: number; ids: string },
  { record_id: number; keys: string }
>(
  "duplicate_records_find",
  (param, dialect) => sql`
    select record_id, keys from duplicate_records
    where project_id = ${param("project")}
      and ${isAmong(dialect, sql`record_id`, jsonValues(dialect, param("ids"), "bigint"))}`,
);

/** A key that a record gets or loses. */
export type KeyRow = Pick<Row<"duplicate_keys">, "record_id" | "key">;

interface KeyChange {
  readonly added: readonly KeyRow[];
  readonly removed: readonly KeyRow[];
  /** All keys that the changed records have now. */
  readonly now: ReadonlyMap<number, readonly string[]>;
}

/** Changes the keys of records of one type. */
export async function changeKeys(
  tx: Db,
  { projectId: project }: Scope,
  type: string,
  { added, removed, now }: KeyChange,
): Promise<void> {
  if (removed.length > 0) await dropKeys.all(tx, { project, type, rows: JSON.stringify(removed) });
  const rows = added.map(({ key, record_id }) => [project, type, key, record_id]);
  await insertKeys(tx, rows);
  const records = [...now];
  const without = records.filter(([, keys]) => keys.length === 0).map(([id]) => id);
  if (without.length > 0) await dropRecords.all(tx, { project, ids: JSON.stringify(without) });
  const withKeys = records.filter(([, keys]) => keys.length > 0);
  await putRecords(
    tx,
    withKeys.map(([id, keys]) => [project, id, type, keys.join(",")]),
  );
}

const insertKeys = insertMany(
  "duplicate_keys",
  { project_id: "bigint", type: "text", key: "text", record_id: "bigint" },
  { onConflict: "ignore" },
);

const dropKeys = sqlStatement<{ project: number; type: string; rows: string }, never>(
  "duplicate_keys_drop",
  (param, dialect) =>
    deleteEqual(
      dialect,
      "duplicate_keys",
      { project: param("project"), condition: sql`type = ${param("type")}` },
      {
        columns: ["key", "record_id"],
        rows: jsonRows(dialect, param("rows"), "r", { key: "text", record_id: "bigint" }),
      },
    ),
);

const RECORD_KEY = ["project_id", "record_id"];

const putRecords = insertMany(
  "duplicate_records",
  { project_id: "bigint", record_id: "bigint", type: "text", keys: "text" },
  { onConflict: { key: { sqlite: RECORD_KEY, postgres: RECORD_KEY }, replace: ["keys"] } },
);

const dropRecords = sqlStatement<
  { project: number; ids: string },
  { record_id: number; type: string; keys: string }
>(
  "duplicate_records_drop",
  (param, dialect) => sql`
    delete from duplicate_records
    where project_id = ${param("project")}
      and ${isAmong(dialect, sql`record_id`, jsonValues(dialect, param("ids"), "bigint"))}
    returning record_id, type, keys`,
);

/** Removes the keys of a record that has no values any more. */
export async function forgetKeys(tx: Db, { projectId: project }: Scope, id: number): Promise<void> {
  const [row] = await dropRecords.all(tx, { project, ids: JSON.stringify([id]) });
  if (row === undefined) return;
  const keys = row.keys.split(",").map((key) => ({ key, record_id: id }));
  await dropKeys.all(tx, { project, type: row.type, rows: JSON.stringify(keys) });
}

/** Lists the first records that have each of some keys, by id. */
export async function listHolders(
  tx: Db,
  scope: Scope,
  wanted: { readonly type: string; readonly keys: readonly string[]; readonly limit: number },
): Promise<readonly { readonly key: string; readonly ids: readonly number[] }[]> {
  const { type, keys, limit } = wanted;
  if (keys.length === 0) return [];
  const args = { project: scope.projectId, type, keys: JSON.stringify(keys), limit };
  const rows = await holders.all(tx, args);
  return rows.map(({ key, ids }) => ({ key, ids: ids === null ? [] : ids.split(",").map(Number) }));
}

const holders = sqlStatement<
  { project: number; type: string; keys: string; limit: number },
  { key: string; ids: string | null }
>(
  "duplicate_key_holders",
  (param, dialect) => sql`
    select wanted.value as key, (
      select ${joinedText(dialect, sql`page.record_id`)} from (
        select k.record_id from duplicate_keys k
        where k.project_id = ${param("project")} and k.type = ${param("type")} and ${isInGroup(
          dialect,
          { column: sql`k.key`, value: sql`wanted.value` },
          sql`k.record_id`,
          {},
        )}
        order by k.key, k.record_id limit ${param("limit")}) as page) as ids
    from (${jsonValues(dialect, param("keys"), "text")}) as wanted`,
);
