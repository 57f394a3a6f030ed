import { sql } from "kysely";
import { deleteEqual, isAmong } from "../../dialect/access-path.ts";
import type { Db } from "../../dialect/dialect.ts";
import { drawIds } from "../../dialect/expressions.ts";
import { jsonRows, jsonValues } from "../../dialect/json.ts";
import { forShare, forUpdate, limitLockWaits, selectHeldSchema } from "../../dialect/locks.ts";
import { insertMany } from "../../inserts.ts";
import { type RecordRow, recordColumns } from "../../record-row.ts";
import type { Row } from "../../schema.ts";
import type { Scope } from "../../scope.ts";
import { sqlStatement } from "../../statement.ts";

/*
 * Statements that write hundreds of records at once. Each works on one project.
 */

/**
 * Locks the schema of a project in shared mode until the transaction ends. Read the schema's version after it, not
 * before.
 */
export const lockSchemaShared = sqlStatement<{ project: number }, object>(
  "schema_hold",
  (param, dialect) => selectHeldSchema(dialect, param("project")),
);

/** Limits how long later statements of a transaction on PostgreSQL wait for a lock; `milliseconds` is a number as text. */
export const waitBriefly = sqlStatement<{ milliseconds: string }, object>(
  "lock_wait_briefly",
  (param, dialect) => sql`select ${limitLockWaits(dialect, param("milliseconds"))}`,
);

/** Most records that one statement locks. The limit also keeps the planner from choosing another index. */
export const MAX_RECORDS = 1_000;

/**
 * Returns those of the given records, at most 1,000, that are live records of a type, and locks them until the
 * transaction ends, in the order of their ids, so that two transactions never wait for each other.
 */
export function lockRecords(
  tx: Db,
  scope: Scope,
  type: string,
  ids: readonly number[],
): Promise<readonly RecordRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return lock.all(tx, { project: scope.projectId, type, ids: JSON.stringify(ids) });
}

const lock = sqlStatement<{ project: number; type: string; ids: string }, RecordRow>(
  "records_lock_many",
  (param, dialect) => sql`
    select ${recordColumns("record")} from (
      select id, type, properties, version, created_at, updated_at, deleted_at from records
      where project_id = ${param("project")}
        and ${isAmong(dialect, sql`id`, jsonValues(dialect, param("ids"), "bigint"))}
      order by id limit ${sql.lit(MAX_RECORDS)} ${forUpdate(dialect)}) as record
    where type = ${param("type")} and deleted_at is null`,
);

/**
 * As `lockRecords`, for records that were deleted since a time and neither merged nor erased.
 *
 * @param since ISO 8601
 */
export function lockDeleted(
  tx: Db,
  scope: Scope,
  type: string,
  { ids, since }: { readonly ids: readonly number[]; readonly since: string },
): Promise<readonly RecordRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return lockBin.all(tx, { project: scope.projectId, type, ids: JSON.stringify(ids), since });
}

const lockBin = sqlStatement<
  { project: number; type: string; ids: string; since: string },
  RecordRow
>(
  "records_lock_many_deleted",
  (param, dialect) => sql`
    select ${recordColumns("record")} from (
      select id, type, properties, version, created_at, updated_at, deleted_at, merged_into, erased_at
      from records
      where project_id = ${param("project")}
        and ${isAmong(dialect, sql`id`, jsonValues(dialect, param("ids"), "bigint"))}
      order by id limit ${sql.lit(MAX_RECORDS)} ${forUpdate(dialect)}) as record
    where type = ${param("type")} and deleted_at > ${param("since")}
      and merged_into is null and erased_at is null`,
);

export type HeldRecord = Pick<Row<"records">, "id" | "type" | "version">;

/**
 * Returns those of the given records, at most 1,000, that are live. No other transaction can change or delete them
 * until this one ends.
 */
export function holdRecords(
  tx: Db,
  scope: Scope,
  ids: readonly number[],
): Promise<readonly HeldRecord[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return hold.all(tx, { project: scope.projectId, ids: JSON.stringify(ids) });
}

const hold = sqlStatement<{ project: number; ids: string }, HeldRecord>(
  "records_hold_many",
  (param, dialect) => sql`
    select id, type, version from (
      select id, type, version, deleted_at from records
      where project_id = ${param("project")}
        and ${isAmong(dialect, sql`id`, jsonValues(dialect, param("ids"), "bigint"))}
      order by id limit ${sql.lit(MAX_RECORDS)} ${forShare(dialect)}) as found
    where deleted_at is null`,
);

/** Returns which of the given records, at most 1,000, were erased. */
export async function findErased(
  db: Db,
  scope: Scope,
  type: string,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const args = { project: scope.projectId, type, ids: JSON.stringify(ids) };
  return new Set((await erased.all(db, args)).map(({ id }) => id));
}

const erased = sqlStatement<{ project: number; type: string; ids: string }, { id: number }>(
  "records_erased_many",
  (param, dialect) => sql`
    select id from (
      select id, type, erased_at from records
      where project_id = ${param("project")}
        and ${isAmong(dialect, sql`id`, jsonValues(dialect, param("ids"), "bigint"))}
      limit ${sql.lit(MAX_RECORDS)}) as found
    where type = ${param("type")} and erased_at is not null`,
);

/** Returns ids for new records. Another transaction never gets them if this one inserts them. */
export async function drawRecordIds(tx: Db, count: number): Promise<readonly number[]> {
  if (count === 0) return [];
  return (await draw.all(tx, { count })).map(({ id }) => id);
}

const draw = sqlStatement<{ count: number }, { id: number }>("records_draw_ids", (param, dialect) =>
  drawIds(dialect, param("count")),
);

/**
 * Inserts records under ids that were drawn for them, and replaces those that exist. The caller must hold the locks of
 * those.
 */
export async function putRecords(
  tx: Db,
  scope: Scope,
  type: string,
  rows: readonly RecordRow[],
): Promise<void> {
  const values = rows.map((row) => [
    ...[row.id, scope.projectId, type, JSON.stringify(row.properties)],
    ...[row.version, row.created_at, row.updated_at, row.deleted_at],
  ]);
  await put(tx, values);
}

// An update with a join would leave PostgreSQL's planner a choice; an insert has none.
const put = insertMany(
  "records",
  {
    id: "bigint",
    project_id: "bigint",
    type: "text",
    properties: "jsonb",
    version: "integer",
    created_at: "timestamptz",
    updated_at: "timestamptz",
    deleted_at: "timestamptz",
  },
  {
    onConflict: {
      key: { sqlite: ["id"], postgres: ["project_id", "id"] },
      replace: ["properties", "version", "updated_at", "deleted_at"],
    },
  },
);

export interface ChangeRow {
  readonly record: number;
  readonly action: string;
  /** JSON text. */
  readonly changes: string;
  readonly version: number;
}

/** Adds changes to the histories of records. The caller must hold the schema lock and have checked the version. */
export async function insertChanges(
  tx: Db,
  scope: Scope,
  changes: readonly ChangeRow[],
  { actor, at }: { readonly actor: string; readonly at: string },
): Promise<void> {
  const rows = changes.map((one) => [
    ...[scope.projectId, one.record, one.action, one.changes, actor, at, one.version],
  ]);
  await insertHistory(tx, rows);
}

/** Inserts history entries with their own times and actors. */
export const insertHistory = insertMany("record_history", {
  project_id: "bigint",
  record_id: "bigint",
  action: "text",
  changes: "jsonb",
  actor: "text",
  at: "timestamptz",
  version: "bigint",
});

/**
 * A row of an association: the record whose type comes first in the stored order of types, then the other one. Types of
 * a label have its key.
 */
export interface AssociationPair {
  readonly from: { readonly id: number; readonly type: string };
  readonly to: { readonly id: number; readonly type: string };
}

/** Associates pairs of records. Returns those that were not associated already. */
export async function insertPairs(
  tx: Db,
  scope: Scope,
  pairs: readonly AssociationPair[],
  at: string,
): Promise<readonly StoredPair[]> {
  const rows = pairs.map(({ from, to }) => [
    ...[scope.projectId, from.id, from.type, to.id, to.type, at],
  ]);
  return (await insertAssociations(tx, rows)) as readonly StoredPair[];
}

/** Names a row of `associations` within its project. */
export type StoredPair = Pick<Row<"associations">, "from_id" | "to_type" | "to_id">;

/** Ends associations. Returns those that there were. */
export function deletePairs(
  tx: Db,
  scope: Scope,
  pairs: readonly AssociationPair[],
): Promise<readonly StoredPair[]> {
  if (pairs.length === 0) return Promise.resolve([]);
  const rows = pairs.map(({ from, to }) => ({ from_id: from.id, to_type: to.type, to_id: to.id }));
  return endPairs.all(tx, { project: scope.projectId, rows: JSON.stringify(rows) });
}

const endPairs = sqlStatement<{ project: number; rows: string }, StoredPair>(
  "associations_delete_many",
  (param, dialect) => sql`
    ${deleteEqual(
      dialect,
      "associations",
      { project: param("project") },
      {
        columns: ["from_id", "to_type", "to_id"],
        rows: jsonRows(dialect, param("rows"), "r", {
          from_id: "bigint",
          to_type: "text",
          to_id: "bigint",
        }),
      },
    )} returning from_id, to_type, to_id`,
);

/** Inserts associations with their own times. Skips those that exist. */
export const insertAssociations = insertMany(
  "associations",
  {
    project_id: "bigint",
    from_id: "bigint",
    from_type: "text",
    to_id: "bigint",
    to_type: "text",
    created_at: "timestamptz",
  },
  { onConflict: "ignore", returning: ["from_id", "to_type", "to_id"] },
);
