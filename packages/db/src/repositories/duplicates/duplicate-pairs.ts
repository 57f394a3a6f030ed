import { sql } from "kysely";
import { deleteEqual, isAmong, isInGroupBetween, joinOne } from "../../dialect/access-path.ts";
import type { Db } from "../../dialect/dialect.ts";
import { jsonRows, jsonValues } from "../../dialect/json.ts";
import { insertMany } from "../../inserts.ts";
import type { Row } from "../../schema.ts";
import type { Scope } from "../../scope.ts";
import { sqlStatement } from "../../statement.ts";

/*
 * Pairs of records that may be the same.
 */

/** Two different records, the one with the lower id first. */
export interface Pair {
  readonly low: number;
  readonly high: number;
}

export interface StoredPair extends Pair {
  /** The keys that both have; after a dismissal those that they had then. */
  readonly keys: readonly string[];
  readonly isDismissed: boolean;
}

type PairRow = Pick<Row<"duplicate_pairs">, "record_id" | "other_id" | "keys" | "dismissed_at">;

function storedPair({ record_id: one, other_id: other, keys, dismissed_at }: PairRow): StoredPair {
  const isDismissed = dismissed_at !== null;
  return {
    ...{ low: Math.min(one, other), high: Math.max(one, other) },
    ...{ keys: keys.split(","), isDismissed },
  };
}

/** Lists the pairs of some records. A pair of two of them is there twice. */
export async function listPairs(
  db: Db,
  scope: Scope,
  ids: readonly number[],
): Promise<readonly StoredPair[]> {
  if (ids.length === 0) return [];
  const rows = await ofRecords.all(db, { project: scope.projectId, ids: JSON.stringify(ids) });
  return rows.map(storedPair);
}

const ofRecords = sqlStatement<{ project: number; ids: string }, PairRow>(
  "duplicate_pairs_list",
  (param, dialect) => sql`
    select record_id, other_id, keys, dismissed_at from duplicate_pairs
    where project_id = ${param("project")}
      and ${isAmong(dialect, sql`record_id`, jsonValues(dialect, param("ids"), "bigint"))}`,
);

/** Returns those of the given pairs that are there. */
export async function findPairs(
  db: Db,
  scope: Scope,
  pairs: readonly Pair[],
): Promise<readonly StoredPair[]> {
  if (pairs.length === 0) return [];
  const rows = await among.all(db, { project: scope.projectId, pairs: JSON.stringify(pairs) });
  return rows.map(storedPair);
}

const among = sqlStatement<{ project: number; pairs: string }, PairRow>(
  "duplicate_pairs_find",
  (param, dialect) => {
    const wanted = jsonRows(dialect, param("pairs"), "r", { low: "bigint", high: "bigint" });
    const isWanted = sql`
      d.project_id = ${param("project")} and d.record_id = r.low and d.other_id = r.high`;
    const found = joinOne(dialect, "duplicate_pairs", "d", isWanted);
    return sql`
      select d.record_id, d.other_id, d.keys, d.dismissed_at from ${wanted} ${found}`;
  },
);

/**
 * Adds open pairs of records of one type, or sets the keys of those that are there. A mark stays.
 */
export async function savePairs(
  tx: Db,
  { projectId }: Scope,
  type: string,
  {
    pairs,
    at,
  }: {
    readonly pairs: readonly (Pair & { readonly keys: readonly string[] })[];
    readonly at: string;
  },
): Promise<void> {
  const rows = pairs.flatMap((pair) =>
    bothWays(pair).map(({ record_id, other_id }) => [
      ...[projectId, record_id, other_id, type, pair.keys.join(","), at, null],
    ]),
  );
  await put(tx, rows);
}

const KEY = ["project_id", "record_id", "other_id"];

const PAIR = {
  project_id: "bigint",
  record_id: "bigint",
  other_id: "bigint",
  type: "text",
  keys: "text",
  found_at: "timestamptz",
  dismissed_at: "timestamptz",
} as const;

const put = insertMany("duplicate_pairs", PAIR, {
  onConflict: { key: { sqlite: KEY, postgres: KEY }, replace: ["keys"] },
});

/**
 * Placeholder for the keys that both records of a dismissed pair have, until they are compared again. Keys cannot be
 * moved between installations, because some are digests of ids.
 */
export const ANY_KEY = "*";

/**
 * Adds pairs that were dismissed in another installation. Their records have no keys yet. A pair that a comparison has
 * found already keeps its keys, and is dismissed.
 */
export async function insertDismissed(
  tx: Db,
  { projectId }: Scope,
  pairs: readonly (Pair & { readonly type: string; readonly at: string })[],
): Promise<void> {
  const rows = pairs.flatMap((pair) =>
    bothWays(pair).map(({ record_id, other_id }) => [
      ...[projectId, record_id, other_id, pair.type, ANY_KEY, pair.at, pair.at],
    ]),
  );
  await putDismissed(tx, rows);
}

const putDismissed = insertMany("duplicate_pairs", PAIR, {
  onConflict: { key: { sqlite: KEY, postgres: KEY }, replace: ["dismissed_at"] },
  variant: "dismissed",
});

/** Sets the keys of dismissed pairs, which stay dismissed. */
export async function keepDismissed(
  tx: Db,
  { projectId }: Scope,
  pairs: readonly (Pair & { readonly keys: readonly string[] })[],
): Promise<void> {
  for (const pair of pairs) {
    for (const { record_id: record, other_id: other } of bothWays(pair)) {
      await setKeys.all(tx, { project: projectId, record, other, keys: pair.keys.join(",") });
    }
  }
}

const setKeys = sqlStatement<
  { project: number; record: number; other: number; keys: string },
  never
>(
  "duplicate_pair_set_keys",
  (param) => sql`
    update duplicate_pairs set keys = ${param("keys")}
    where project_id = ${param("project")} and record_id = ${param("record")}
      and other_id = ${param("other")}`,
);

/** Removes pairs. */
export async function removePairs(tx: Db, scope: Scope, pairs: readonly Pair[]): Promise<void> {
  if (pairs.length === 0) return;
  const rows = JSON.stringify(pairs.flatMap(bothWays));
  await remove.all(tx, { project: scope.projectId, rows });
}

const remove = sqlStatement<{ project: number; rows: string }, never>(
  "duplicate_pairs_remove",
  (param, dialect) =>
    deleteEqual(
      dialect,
      "duplicate_pairs",
      { project: param("project") },
      {
        columns: ["record_id", "other_id"],
        rows: jsonRows(dialect, param("rows"), "r", { record_id: "bigint", other_id: "bigint" }),
      },
    ),
);

/** Removes the pairs of a record that has no values any more. */
export async function forgetPairs(tx: Db, scope: Scope, id: number): Promise<void> {
  await removePairs(tx, scope, await listPairs(tx, scope, [id]));
}

/** Marks a pair as dismissed, or as open if `at` is null. Returns false if there is no such pair. */
export async function markPair(
  tx: Db,
  { projectId: project }: Scope,
  pair: Pair,
  at: string | null,
): Promise<boolean> {
  const marked = [];
  for (const { record_id: record, other_id: other } of bothWays(pair)) {
    marked.push(...(await mark.all(tx, { project, record, other, at })));
  }
  return marked.length > 0;
}

const mark = sqlStatement<
  { project: number; record: number; other: number; at: string | null },
  { record_id: number }
>(
  "duplicate_pair_mark",
  (param) => sql`
    update duplicate_pairs set dismissed_at = ${param("at")}
    where project_id = ${param("project")} and record_id = ${param("record")}
      and other_id = ${param("other")}
    returning record_id`,
);

function bothWays({ low, high }: Pair) {
  return [
    { record_id: low, other_id: high },
    { record_id: high, other_id: low },
  ];
}

/**
 * Lists a project's open pairs of a type, those of the highest ids first.
 *
 * @param page.below both ids of the last pair of the previous page
 */
export async function listOpen(
  db: Db,
  scope: Scope,
  page: { readonly type: string; readonly below: Pair; readonly limit: number },
): Promise<readonly StoredPair[]> {
  const { type, below, limit } = page;
  const rows = await open.all(db, { project: scope.projectId, type, ...below, limit });
  return rows.map(storedPair);
}

const open = sqlStatement<
  { project: number; type: string; high: number; low: number; limit: number },
  PairRow
>(
  "duplicate_pairs_open",
  (param, dialect) => sql`
    select d.record_id, d.other_id, d.keys, d.dismissed_at from duplicate_pairs d
    where d.project_id = ${param("project")} and d.dismissed_at is null
      and d.record_id > d.other_id and ${isInGroupBetween(
        dialect,
        { column: sql`d.type`, value: param("type") },
        [sql`d.record_id`, sql`d.other_id`],
        { low: [sql.lit(0), sql.lit(0)], high: [param("high"), param("low")] },
      )}
    order by d.type desc, d.record_id desc, d.other_id desc limit ${param("limit")}`,
);

/** Counts a project's open pairs of a type; stops at `limit`. */
export async function countOpen(
  db: Db,
  scope: Scope,
  type: string,
  limit: number,
): Promise<number> {
  return (await count.first(db, { project: scope.projectId, type, limit }))?.count ?? 0;
}

const count = sqlStatement<{ project: number; type: string; limit: number }, { count: number }>(
  "duplicate_pairs_count",
  (param) => sql`
    select count(*) as count from (
      select 1 as one from duplicate_pairs
      where project_id = ${param("project")} and type = ${param("type")} and dismissed_at is null
        and record_id > other_id
      limit ${param("limit")}) as counted`,
);
