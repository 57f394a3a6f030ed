import { type RawBuilder, sql } from "kysely";
import { isInGroupBetween } from "../../dialect/access-path.ts";
import type { Db, DialectName } from "../../dialect/dialect.ts";
import type { Scope } from "../../scope.ts";
import { type Param, sqlStatement } from "../../statement.ts";

type Direction = "asc" | "desc";
type TimeColumn = "created_at" | "updated_at";

/** A range of records in the order of a time and the id. Both ends are exclusive. */
interface TimeRange {
  readonly low: readonly [time: string, id: number];
  readonly high: readonly [time: string, id: number];
}

interface TimeArgs {
  project: number;
  type: string;
  lowTime: string;
  lowId: number;
  highTime: string;
  highId: number;
  limit: number;
}

/** Lists the first live records of a range of times: from its low end if `asc`, from its high end if `desc`. */
export function scanTimes(
  db: Db,
  scope: Scope,
  {
    type,
    column,
    range,
  }: { readonly type: string; readonly column: TimeColumn; readonly range: TimeRange },
  { direction, limit }: { readonly direction: Direction; readonly limit: number },
): Promise<readonly { value: string; id: number }[]> {
  return SCAN_TIMES[column][direction].all(db, timeArgs(scope, type, range, limit));
}

/** Counts the live records of a range of times; stops at `limit`. */
export async function countTimes(
  db: Db,
  scope: Scope,
  {
    type,
    column,
    range,
  }: { readonly type: string; readonly column: TimeColumn; readonly range: TimeRange },
  limit: number,
): Promise<number> {
  const row = await COUNT_TIMES[column].first(db, timeArgs(scope, type, range, limit));
  return row?.count ?? 0;
}

function timeArgs({ projectId }: Scope, type: string, range: TimeRange, limit: number): TimeArgs {
  const [lowTime, lowId] = range.low;
  const [highTime, highId] = range.high;
  return { project: projectId, type, lowTime, lowId, highTime, highId, limit };
}

const SCAN_TIMES = {
  created_at: { asc: timeScan("created_at", "asc"), desc: timeScan("created_at", "desc") },
  updated_at: { asc: timeScan("updated_at", "asc"), desc: timeScan("updated_at", "desc") },
};
const COUNT_TIMES = { created_at: timeCount("created_at"), updated_at: timeCount("updated_at") };

function timeScan(column: TimeColumn, direction: Direction) {
  return sqlStatement<TimeArgs, { value: string; id: number }>(
    `record_times_${column}_${direction}`,
    (param, dialect) => {
      const rows = timesBetween(param, column, direction, dialect);
      return sql`select ${sql.ref(column)} as value, id ${rows}`;
    },
  );
}

function timeCount(column: TimeColumn) {
  return sqlStatement<TimeArgs, { count: number }>(
    `record_times_${column}_count`,
    (param, dialect) => {
      const rows = timesBetween(param, column, "asc", dialect);
      return sql`select count(*) as count from (select 1 as one ${rows}) as counted`;
    },
  );
}

function timesBetween(
  param: Param<TimeArgs>,
  column: TimeColumn,
  direction: Direction,
  dialect: DialectName,
) {
  const order = direction === "asc" ? sql`asc` : sql`desc`;
  const time = sql.ref(column);
  // PostgreSQL sees in comparisons of the time alone, not in those of rows, that it is not null; the indexes
  // have that condition.
  return sql`
    from records
    where project_id = ${param("project")} and ${isLive(column)}
      and ${time} >= ${param("lowTime")} and ${time} <= ${param("highTime")}
      and ${isInGroupBetween(
        dialect,
        { column: sql`type`, value: param("type") },
        [time, sql`id`],
        { low: [param("lowTime"), param("lowId")], high: [param("highTime"), param("highId")] },
      )}
    order by type ${order}, ${time} ${order}, id ${order} limit ${param("limit")}`;
}

/** The index of update times has deleted records too, so an index of live records must not seem to fit. */
function isLive(column: TimeColumn): RawBuilder<boolean> {
  return column === "created_at" ? sql`deleted_at is null` : sql`(deleted_at is null) is true`;
}
