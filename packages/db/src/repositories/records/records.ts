import { type RawBuilder, sql } from "kysely";
import { isInGroup } from "../../dialect/access-path.ts";
import type { Db } from "../../dialect/dialect.ts";
import { forShare, forUpdate, holdSchema, holdSchemaOfRow } from "../../dialect/locks.ts";
import { type RecordRow, recordColumns } from "../../record-row.ts";
import type { Row, StoredProperties } from "../../schema.ts";
import type { Scope } from "../../scope.ts";
import { type Param, type Statement, sqlStatement, statement } from "../../statement.ts";
import type { Write } from "../../writes.ts";

/** Inserts a record and returns its id. Locks the schema that the record was checked against. */
export async function insertRecord(
  db: Db,
  scope: Scope,
  record: { type: string; properties: StoredProperties; at: string },
): Promise<number> {
  const row = await insert.first(db, {
    project: scope.projectId,
    type: record.type,
    properties: JSON.stringify(record.properties),
    at: record.at,
  });
  if (row === undefined) throw new Error("insert into records returned no id");
  return row.id;
}

export const insert = statement<
  { project: number; type: string; properties: string; at: string },
  { id: number }
>("record_insert", (query, param, dialect) =>
  query
    .insertInto("records")
    .values({
      project_id: param("project"),
      type: param("type"),
      properties: param("properties"),
      version: 1,
      created_at: param("at"),
      updated_at: param("at"),
    })
    .returning("id")
    .returning(holdSchemaOfRow(dialect).as("held")),
);

/** Like `findRecord`; also locks the record and the schema until the transaction ends. */
export function lockRecord(db: Db, scope: Scope, type: string, id: number) {
  return lock.first(db, { project: scope.projectId, type, id });
}

interface RecordKey {
  project: number;
  type: string;
  id: number;
}

/** Returns a live record by id, or undefined if this project has none. */
export const findRecord = selectRecord<RecordKey>(
  "record_find",
  { locks: false },
  () => sql`deleted_at is null`,
);
export const lock = selectRecord<RecordKey>(
  "record_lock",
  { locks: true },
  () => sql`deleted_at is null`,
);

/** Finds the record by its key alone. With type and state, PostgreSQL could choose another index. */
function selectRecord<Key extends RecordKey>(
  name: string,
  { locks }: { locks: boolean },
  state: (param: Param<Key>) => RawBuilder<boolean>,
): Statement<Key, RecordRow> {
  return sqlStatement(
    name,
    (param, dialect) => sql`
      select ${recordColumns("record")} from (
        select id, type, properties, version, created_at, updated_at, deleted_at, merged_into,
          erased_at
          ${locks ? sql`, ${holdSchema(dialect, param("project"))}` : sql``}
        from records where project_id = ${param("project")} and id = ${param("id")} limit 1
        ${locks ? forUpdate(dialect) : sql``}) as record
      where type = ${param("type")} and ${state(param)}`,
  );
}

/** Returns a record that was deleted after `since`, and locks what `lockRecord` locks. */
export function lockDeleted(
  db: Db,
  scope: Scope,
  { type, id }: { readonly type: string; readonly id: number },
  since: string,
) {
  return deletedLocked.first(db, { project: scope.projectId, type, id, since });
}

const deletedLocked = selectRecord<DeletedKey>(
  "record_lock_deleted",
  { locks: true },
  isDeletedSince,
);

type DeletedKey = RecordKey & { since: string };

function isDeletedSince(param: Param<DeletedKey>): RawBuilder<boolean> {
  return sql`merged_into is null and erased_at is null and deleted_at > ${param("since")}`;
}

/** Returns the write that replaces a record's properties. The caller must hold its lock. */
export function saveProperties(
  scope: Scope,
  { id, properties, at }: { id: number; properties: StoredProperties; at: string },
): Write {
  return save.write(scope, { id, properties: JSON.stringify(properties), at });
}

const save = statement<{ project: number; id: number; properties: string; at: string }, never>(
  "record_save",
  (query, param) =>
    query
      .updateTable("records")
      .set((eb) => ({
        properties: param("properties"),
        updated_at: param("at"),
        version: eb("version", "+", 1),
      }))
      .where("project_id", "=", param("project"))
      .where("id", "=", param("id")),
);

/** Marks a record as deleted, or as live if the time is null. The caller must hold its lock. */
export const markDeleted = statement<
  { project: number; id: number; deletedAt: string | null; at: string },
  never
>("record_mark_deleted", (query, param) =>
  query
    .updateTable("records")
    .set((eb) => ({
      deleted_at: param("deletedAt"),
      updated_at: param("at"),
      version: eb("version", "+", 1),
    }))
    .where("project_id", "=", param("project"))
    .where("id", "=", param("id")),
);

/** Lists live records of a type by id, after the last one of the previous page. */
export const listAfter = sqlStatement<
  { project: number; type: string; after: number; limit: number },
  RecordRow
>(
  "records_after",
  (param, dialect) => sql`
    select ${recordColumns("records")} from records
    where project_id = ${param("project")} and deleted_at is null and ${isInGroup(
      dialect,
      { column: sql`type`, value: param("type") },
      sql`id`,
      { above: param("after") },
    )}
    order by type, id limit ${param("limit")}`,
);

/** Ids that `holdLive` looks up in one statement. */
const IDS_PER_LOOKUP = 8;

/**
 * Returns which of these ids are live records of the project, by id. In a transaction, no other transaction
 * can change or delete them until it ends.
 */
export async function holdLive(
  db: Db,
  scope: Scope,
  ids: readonly number[],
): Promise<ReadonlyMap<number, LiveRecord>> {
  const found = new Map<number, LiveRecord>();
  for (let start = 0; start < ids.length; start += IDS_PER_LOOKUP) {
    const chunk = ids.slice(start, start + IDS_PER_LOOKUP);
    const args: Record<string, number> = { project: scope.projectId };
    for (let i = 0; i < IDS_PER_LOOKUP; i++) args[`id${i}`] = chunk[i] ?? (chunk[0] as number);
    for (const row of await live.all(db, args)) found.set(row.id, row);
  }
  return found;
}

type LiveRecord = Pick<Row<"records">, "id" | "type" | "version">;

export const live = sqlStatement<Record<string, number>, LiveRecord>(
  "records_hold_live",
  (param, dialect) => sql`
    select id, type, version from (
      select id, type, version, deleted_at from records
      where project_id = ${param("project")}
        and id in (${sql.join(Array.from({ length: IDS_PER_LOOKUP }, (_, i) => param(`id${i}`)))})
      limit ${sql.lit(IDS_PER_LOOKUP)} ${forShare(dialect)}) as found
    where deleted_at is null`,
);
