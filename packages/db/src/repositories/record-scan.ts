import { sql } from "kysely";
import { isInGroup, joinRecord } from "../access-path.ts";
import type { Db } from "../dialect/dialect.ts";
import type { StoredProperties } from "../schema.ts";
import type { Scope } from "../scope.ts";
import { type Statement, sqlStatement } from "../statement.ts";

export type Direction = "asc" | "desc";

/** A place in the index of one property: records stand in the order of their keys, ties in that of their ids. */
export type IndexPlace = readonly [value: string, id: number];

/** A stretch of the index of one property, without the two places that it lies between. */
export interface Span {
  readonly property: string;
  readonly low: IndexPlace;
  readonly high: IndexPlace;
}

/** A stretch of ids, without the two that it lies between. */
export interface IdRange {
  readonly above: number;
  readonly below: number;
}

interface SpanArgs {
  project: number;
  type: string;
  property: string;
  lowValue: string;
  lowId: number;
  highValue: string;
  highId: number;
  limit: number;
}

interface IdArgs extends IdRange {
  readonly project: number;
  readonly type: string;
  readonly limit: number;
}

/** The first rows of a stretch of the index, from its low or its high end. */
export function scanSpan(
  db: Db,
  scope: Scope,
  type: string,
  span: Span,
  direction: Direction,
  limit: number,
): Promise<readonly { value: string; id: number }[]> {
  return SCAN_SPAN[direction].all(db, spanArgs(scope, type, span, limit));
}

/** How many rows a stretch of the index has, counted no further than to `limit`. */
export async function countSpan(
  db: Db,
  scope: Scope,
  type: string,
  span: Span,
  limit: number,
): Promise<number> {
  const row = await countRows.first(db, spanArgs(scope, type, span, limit));
  return row?.count ?? 0;
}

/** The first live records of a stretch of ids, from its low or its high end. */
export function scanIds(
  db: Db,
  scope: Scope,
  type: string,
  range: IdRange,
  direction: Direction,
  limit: number,
): Promise<readonly { id: number; created_at: string }[]> {
  return SCAN_IDS[direction].all(db, {
    project: scope.projectId,
    type,
    above: range.above,
    below: range.below,
    limit,
  });
}

function spanArgs({ projectId }: Scope, type: string, span: Span, limit: number): SpanArgs {
  const { property, low, high } = span;
  const [lowValue, lowId] = low;
  const [highValue, highId] = high;
  return { project: projectId, type, property, lowValue, lowId, highValue, highId, limit };
}

const SCAN_SPAN = { asc: spanScan("asc"), desc: spanScan("desc") };
const SCAN_IDS = { asc: idScan("asc"), desc: idScan("desc") };

function spanScan(direction: Direction): Statement<SpanArgs, { value: string; id: number }> {
  const order = direction === "asc" ? sql`asc` : sql`desc`;
  return sqlStatement(
    `record_span_${direction}`,
    (param) => sql`
      select value, record_id as id from record_index
      where project_id = ${param("project")} and type = ${param("type")} and property = ${param("property")}
        and (value, record_id) > (${param("lowValue")}, ${param("lowId")})
        and (value, record_id) < (${param("highValue")}, ${param("highId")})
      order by value ${order}, record_id ${order} limit ${param("limit")}`,
  );
}

const countRows = sqlStatement<SpanArgs, { count: number }>(
  "record_span_count",
  (param) => sql`
    select count(*) as count from (
      select 1 as one from record_index
      where project_id = ${param("project")} and type = ${param("type")} and property = ${param("property")}
        and (value, record_id) > (${param("lowValue")}, ${param("lowId")})
        and (value, record_id) < (${param("highValue")}, ${param("highId")})
      limit ${param("limit")}) as counted`,
);

function idScan(direction: Direction): Statement<IdArgs, { id: number; created_at: string }> {
  const order = direction === "asc" ? sql`asc` : sql`desc`;
  return sqlStatement(
    `record_ids_${direction}`,
    (param, dialect) => sql`
      select id, created_at from records
      where project_id = ${param("project")} and deleted_at is null and ${isInGroup(
        dialect,
        { column: sql`type`, value: param("type") },
        sql`id`,
        { above: param("above"), below: param("below") },
      )}
      order by type ${order}, id ${order} limit ${param("limit")}`,
  );
}

export interface ScannedRecord {
  readonly id: number;
  readonly type: string;
  readonly properties: StoredProperties;
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
}

/** The live records among these, by id. */
export async function findMany(
  db: Db,
  scope: Scope,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ScannedRecord>> {
  if (ids.length === 0) return new Map();
  const rows = await many.all(db, { project: scope.projectId, ids: JSON.stringify(ids) });
  return new Map(rows.map((row) => [row.id, row]));
}

const many = sqlStatement<{ project: number; ids: string }, ScannedRecord>(
  "records_many",
  (param, dialect) => {
    const wanted =
      dialect === "sqlite"
        ? sql`json_each(${param("ids")}) as wanted`
        : sql`(select cast(json_array_elements_text(cast(${param("ids")} as json)) as bigint) as value) as wanted`;
    return sql`
      select r.id, r.type, r.properties, r.version, r.created_at, r.updated_at
      from ${wanted} ${joinRecord(dialect, param("project"), sql`wanted.value`)}
      where r.deleted_at is null`;
  },
);

export interface DeletedRecord {
  readonly id: number;
  readonly type: string;
  readonly properties: StoredProperties;
  readonly deleted_at: string;
}

/** Deleted records, those deleted last first, from before one of them. */
export function listDeleted(
  db: Db,
  scope: Scope,
  page: { since: string; before: readonly [at: string, id: number]; limit: number },
): Promise<readonly DeletedRecord[]> {
  const [at, id] = page.before;
  return deleted.all(db, {
    project: scope.projectId,
    since: page.since,
    at,
    id,
    limit: page.limit,
  });
}

const deleted = sqlStatement<
  { project: number; since: string; at: string; id: number; limit: number },
  DeletedRecord
>(
  "records_deleted",
  (param) => sql`
    select id, type, properties, deleted_at from records
    where project_id = ${param("project")} and deleted_at is not null and deleted_at > ${param("since")}
      and (deleted_at, id) < (${param("at")}, ${param("id")})
    order by deleted_at desc, id desc limit ${param("limit")}`,
);
