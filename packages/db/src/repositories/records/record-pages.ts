import { sql } from "kysely";
import { isInGroup, isInGroupSince, joinRecord } from "../../dialect/access-path.ts";
import type { Db } from "../../dialect/dialect.ts";
import { type PackedRecord, packedRecord, unpackRecord } from "../../dialect/packed-record.ts";
import {
  type Light,
  lightColumns,
  type RecordRow,
  recordColumns,
  type ScannedRecord,
} from "../../record-row.ts";
import type { Row } from "../../schema.ts";
import type { Scope } from "../../scope.ts";
import { type Statement, sqlStatement } from "../../statement.ts";

const ORDERS = { asc: sql`asc`, desc: sql`desc` };

type Direction = "asc" | "desc";

export type { Light };

interface Page {
  /** Lower end of the ids, exclusive. */
  readonly above: number;
  /** Upper end of the ids, exclusive. */
  readonly below: number;
  readonly direction: Direction;
  readonly limit: number;
}

interface PageArgs {
  project: number;
  type: string;
  above: number;
  below: number;
  limit: number;
}

/** Lists one page of a project's live records of a type, by id. */
export async function listAll(
  db: Db,
  scope: Scope,
  type: string,
  { direction, ...page }: Page,
): Promise<readonly Light<ScannedRecord>[]> {
  return scanned(type, await ALL[direction].all(db, { project: scope.projectId, type, ...page }));
}

function scanned(type: string, rows: readonly PackedRecord[]): readonly Light<ScannedRecord>[] {
  return rows.map((row) => ({ ...unpackRecord(row), type }));
}

const ALL = { asc: allPage("asc"), desc: allPage("desc") };

function allPage(direction: Direction): Statement<PageArgs, PackedRecord> {
  const order = ORDERS[direction];
  return sqlStatement(
    `records_page_all_${direction}`,
    (param, dialect) => sql`
      select ${packedRecord(dialect, "r")} from records r
      where r.project_id = ${param("project")} and r.deleted_at is null and ${isInGroup(
        dialect,
        { column: sql`r.type`, value: param("type") },
        sql`r.id`,
        { above: param("above"), below: param("below") },
      )}
      order by r.type ${order}, r.id ${order} limit ${param("limit")}`,
  );
}

/**
 * Lists one page of the records of a type that have a key in a property's index, by id. The index has only live
 * records.
 */
export async function listByKey(
  db: Db,
  scope: Scope,
  {
    type,
    key,
  }: { readonly type: string; readonly key: { readonly property: string; readonly value: string } },
  { direction, ...page }: Page,
): Promise<readonly Light<ScannedRecord>[]> {
  const { property, value } = key;
  const args = { project: scope.projectId, type, property, value, ...page };
  return scanned(type, await BY_KEY[direction].all(db, args));
}

const BY_KEY = { asc: keyPage("asc"), desc: keyPage("desc") };

function keyPage(
  direction: Direction,
): Statement<PageArgs & { property: string; value: string }, PackedRecord> {
  return sqlStatement(
    `records_page_key_${direction}`,
    (param, dialect) => sql`
      select ${packedRecord(dialect, "r")} from record_index i
      ${joinRecord(dialect, param("project"), sql`i.record_id`)}
      where i.project_id = ${param("project")} and i.type = ${param("type")}
        and i.property = ${param("property")} and i.value = ${param("value")}
        and i.record_id > ${param("above")} and i.record_id < ${param("below")}
      order by i.record_id ${ORDERS[direction]} limit ${param("limit")}`,
  );
}

/**
 * Lists one page of the records of a type that are associated with one record of another type, by id. Some of
 * them may be deleted.
 *
 * @param side the record, and on which side of the rows the others are, with their type as stored
 */
export async function listAssociated(
  db: Db,
  scope: Scope,
  { type, side: { isFrom, own, other } }: { readonly type: string; readonly side: AssociatedSide },
  { direction, ...page }: Page,
): Promise<readonly Light<ScannedRecord>[]> {
  const statement = ASSOCIATED[isFrom ? "from" : "to"][direction];
  const args = { project: scope.projectId, type: own, other, ...page };
  return scanned(type, await statement.all(db, args));
}

interface AssociatedSide {
  readonly isFrom: boolean;
  readonly own: string;
  readonly other: number;
}

const ASSOCIATED = {
  from: { asc: associatedPage("from", "to", "asc"), desc: associatedPage("from", "to", "desc") },
  to: { asc: associatedPage("to", "from", "asc"), desc: associatedPage("to", "from", "desc") },
};

function associatedPage(
  ours: "from" | "to",
  theirs: "from" | "to",
  direction: Direction,
): Statement<PageArgs & { other: number }, PackedRecord> {
  const id = sql.ref(`a.${ours}_id`);
  return sqlStatement(
    `records_page_associated_${ours}_${direction}`,
    (param, dialect) => sql`
      select ${packedRecord(dialect, "r")} from associations a
      ${joinRecord(dialect, param("project"), id)}
      where a.project_id = ${param("project")} and ${sql.ref(`a.${theirs}_id`)} = ${param("other")}
        and ${sql.ref(`a.${ours}_type`)} = ${param("type")}
        and ${id} > ${param("above")} and ${id} < ${param("below")}
      order by ${id} ${ORDERS[direction]} limit ${param("limit")}`,
  );
}

/**
 * Lists one page of a project's deleted records of a type, by id.
 *
 * @param page.after last id of the previous page, or 0 for the first page
 */
export const listDeleted = sqlStatement<
  { project: number; type: string; after: number; limit: number },
  Light<RecordRow>
>(
  "records_page_deleted",
  (param, dialect) => sql`
    select ${lightColumns(dialect, "r")} from records r
    where r.project_id = ${param("project")} and r.deleted_at is not null
      and r.merged_into is null and r.erased_at is null and r.version > 0 and ${isInGroup(
        dialect,
        { column: sql`r.type`, value: param("type") },
        sql`r.id`,
        { above: param("after") },
      )}
    order by r.type, r.id limit ${param("limit")}`,
);

export type ChangedRecord = RecordRow & Pick<Row<"records">, "merged_into" | "erased_at">;

/**
 * Lists one page of a project's records of a type, deleted ones too, by the time of their last change, then by
 * id.
 *
 * @param page.after place of the last record of the previous page
 */
export function listUpdated(
  db: Db,
  scope: Scope,
  page: { type: string; after: readonly [updatedAt: string, id: number]; limit: number },
): Promise<readonly Light<ChangedRecord>[]> {
  const { type, limit } = page;
  const [since, id] = page.after;
  return updated.all(db, { project: scope.projectId, type, since, id, limit });
}

const updated = sqlStatement<
  { project: number; type: string; since: string; id: number; limit: number },
  Light<ChangedRecord>
>(
  "records_page_updated",
  (param, dialect) => sql`
    select ${lightColumns(dialect, "r")}, r.merged_into, r.erased_at from records r
    where r.project_id = ${param("project")} and r.updated_at >= ${param("since")} and ${isInGroupSince(
      dialect,
      { column: sql`r.type`, value: param("type") },
      { time: sql`r.updated_at`, id: sql`r.id` },
      [param("since"), param("id")],
    )}
    order by r.type, r.updated_at, r.id limit ${param("limit")}`,
);

/** Returns a record in any state, or undefined if it was removed. */
export const findRecord = sqlStatement<{ project: number; id: number }, ChangedRecord>(
  "records_any",
  (param) => sql`
    select ${recordColumns("r")}, r.merged_into, r.erased_at from records r
    where r.project_id = ${param("project")} and r.id = ${param("id")} limit 1`,
);
