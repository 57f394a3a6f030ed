import { type RawBuilder, sql } from "kysely";
import { isInGroup } from "../../dialect/access-path.ts";
import type { Db, DialectName } from "../../dialect/dialect.ts";
import type { Scope } from "../../scope.ts";
import { type Param, type Statement, sqlStatement } from "../../statement.ts";

export type Direction = "asc" | "desc";

/** A position in the index of one property. The index is sorted by key, then by record id. */
export type KeyPosition = readonly [value: string, id: number];

/** A range of the index of one property. Both ends are exclusive. */
export interface KeyRange {
  readonly property: string;
  readonly low: KeyPosition;
  readonly high: KeyPosition;
}

/** A range of ids. Both ends are exclusive. */
export interface IdRange {
  readonly above: number;
  readonly below: number;
}

interface KeyRangeArgs {
  project: number;
  type: string;
  property: string;
  lowValue: string;
  lowId: number;
  highValue: string;
  highId: number;
  limit: number;
}

interface IdRangeArgs extends IdRange {
  readonly project: number;
  readonly type: string;
}

type IdArgs = IdRangeArgs & { readonly limit: number };

/** Lists the first rows of a range of the index: from its low end if `asc`, from its high end if `desc`. */
export function scanKeyRange(
  db: Db,
  scope: Scope,
  { type, keyRange }: { readonly type: string; readonly keyRange: KeyRange },
  { direction, limit }: { readonly direction: Direction; readonly limit: number },
): Promise<readonly { value: string; id: number }[]> {
  return SCAN_KEY_RANGE[direction].all(db, keyRangeArgs(scope, type, keyRange, limit));
}

/** Counts the rows of a range of the index; stops at `limit`. */
export async function countKeyRange(
  db: Db,
  scope: Scope,
  { type, keyRange }: { readonly type: string; readonly keyRange: KeyRange },
  limit: number,
): Promise<number> {
  const row = await countRows.first(db, keyRangeArgs(scope, type, keyRange, limit));
  return row?.count ?? 0;
}

/** Lists the first live records of a range of ids: from its low end if `asc`, from its high end if `desc`. */
export function scanIds(
  db: Db,
  scope: Scope,
  { type, range }: { readonly type: string; readonly range: IdRange },
  { direction, limit }: { readonly direction: Direction; readonly limit: number },
): Promise<readonly { id: number }[]> {
  return SCAN_IDS[direction].all(db, { project: scope.projectId, type, ...range, limit });
}

/** Counts the live records of a range of ids; stops at `limit`. */
export async function countIds(
  db: Db,
  scope: Scope,
  { type, range }: { readonly type: string; readonly range: IdRange },
  limit: number,
): Promise<number> {
  const args = { project: scope.projectId, type, ...range, limit };
  return (await countRecords.first(db, args))?.count ?? 0;
}

function keyRangeArgs(
  { projectId }: Scope,
  type: string,
  keyRange: KeyRange,
  limit: number,
): KeyRangeArgs {
  const { property, low, high } = keyRange;
  const [lowValue, lowId] = low;
  const [highValue, highId] = high;
  return { project: projectId, type, property, lowValue, lowId, highValue, highId, limit };
}

const SCAN_KEY_RANGE = { asc: keyRangeScan("asc"), desc: keyRangeScan("desc") };
const SCAN_IDS = { asc: idScan("asc"), desc: idScan("desc") };

function keyRangeScan(
  direction: Direction,
): Statement<KeyRangeArgs, { value: string; id: number }> {
  const order = direction === "asc" ? sql`asc` : sql`desc`;
  return sqlStatement(
    `record_keys_${direction}`,
    (param) => sql`
      select value, record_id as id from record_index
      where project_id = ${param("project")} and type = ${param("type")} and property = ${param("property")}
        and (value, record_id) > (${param("lowValue")}, ${param("lowId")})
        and (value, record_id) < (${param("highValue")}, ${param("highId")})
      order by value ${order}, record_id ${order} limit ${param("limit")}`,
  );
}

const countRows = sqlStatement<KeyRangeArgs, { count: number }>(
  "record_keys_count",
  (param) => sql`
    select count(*) as count from (
      select 1 as one from record_index
      where project_id = ${param("project")} and type = ${param("type")} and property = ${param("property")}
        and (value, record_id) > (${param("lowValue")}, ${param("lowId")})
        and (value, record_id) < (${param("highValue")}, ${param("highId")})
      limit ${param("limit")}) as counted`,
);

/** Reads nothing that the index does not have, so it need not look at the records. */
function idScan(direction: Direction): Statement<IdArgs, { id: number }> {
  const order = direction === "asc" ? sql`asc` : sql`desc`;
  return sqlStatement(
    `record_ids_${direction}`,
    (param, dialect) => sql`
      select id from records where ${isLiveInRange(param, dialect)}
      order by type ${order}, id ${order} limit ${param("limit")}`,
  );
}

const countRecords = sqlStatement<IdArgs, { count: number }>(
  "record_ids_count",
  (param, dialect) => sql`
    select count(*) as count from (
      select 1 as one from records where ${isLiveInRange(param, dialect)}
      order by type, id limit ${param("limit")}) as counted`,
);

/** Returns the live record with the lowest id in a range, or undefined if there is none. */
export const findFirst = sqlStatement<IdRangeArgs, { id: number; created_at: string }>(
  "record_first",
  (param, dialect) => sql`
    select id, created_at from records where ${isLiveInRange(param, dialect)}
    order by type, id limit 1`,
);

function isLiveInRange(param: Param<IdRangeArgs>, dialect: DialectName): RawBuilder<boolean> {
  return sql`project_id = ${param("project")} and deleted_at is null and ${isInGroup(
    dialect,
    { column: sql`type`, value: param("type") },
    sql`id`,
    { above: param("above"), below: param("below") },
  )}`;
}
