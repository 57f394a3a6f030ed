import { type RawBuilder, sql } from "kysely";
import { RESPONSE_BOUNDS_MS } from "../../columns.ts";
import type { Db } from "../../dialect/dialect.ts";
import type { ColumnType } from "../../dialect/expressions.ts";
import { jsonRows } from "../../dialect/json.ts";
import type { Schema } from "../../schema.ts";
import { sqlStatement } from "../../statement.ts";

export { RESPONSE_BOUNDS_MS };

/** Requests of one credential in one hour. */
export type UsageRow = Readonly<Schema["api_usage"]>;

type CountColumn = Exclude<keyof UsageRow, "project_id" | "hour" | "credential">;

/** Columns that are added up. */
const SUMS = [
  "requests",
  "client_errors",
  "server_errors",
  "throttled",
  ...RESPONSE_BOUNDS_MS.map((ms) => `ms_${ms}` as const),
  "ms_more",
] as const satisfies readonly CountColumn[];

const COLUMNS = ["project_id", "hour", "credential", "peak_percent", ...SUMS] as const;

const TYPES: Readonly<Record<string, ColumnType>> = {
  ...Object.fromEntries(COLUMNS.map((column) => [column, "bigint"])),
  hour: "timestamptz",
  credential: "text",
};

/** Adds requests to the counts of their hours. Rows must be in the order of their keys, and keys must not repeat. */
export async function addUsage(tx: Db, rows: readonly UsageRow[]): Promise<void> {
  await add.all(tx, { rows: JSON.stringify(rows) });
}

const add = sqlStatement<{ rows: string }, never>("api_usage_add", (param, dialect) => {
  const columns = sql.join(COLUMNS.map((column) => sql.ref(column)));
  const sums = SUMS.map((column) => {
    const own = sql.ref(column);
    return sql`${own} = api_usage.${own} + excluded.${own}`;
  });
  // SQLite would take "on conflict" for a join condition if the select had no "where".
  return sql`
    insert into api_usage (${columns})
    select ${columns} from ${jsonRows(dialect, param("rows"), "r", TYPES)} where true
    on conflict (project_id, hour, credential) do update set ${sql.join(sums)},
      peak_percent = case when excluded.peak_percent > api_usage.peak_percent
        then excluded.peak_percent else api_usage.peak_percent end`;
});

/** Sums of counts. */
export type UsageSums = Readonly<Record<CountColumn, number>>;

const sums = (): RawBuilder<unknown> =>
  sql.join([
    ...SUMS.map((column) => sql`cast(sum(${sql.ref(column)}) as bigint) as ${sql.ref(column)}`),
    sql`max(peak_percent) as peak_percent`,
  ]);

/** Sums up a project's requests of each credential since a time. */
export const sumByCredential = sqlStatement<
  { project: number; since: string },
  UsageSums & { credential: string }
>(
  "api_usage_by_credential",
  (param) => sql`
    select credential, ${sums()} from api_usage
    where project_id = ${param("project")} and hour >= ${param("since")}
    group by credential order by credential`,
);

/** Sums up a project's requests in each hour since a time, in the order of the hours. */
export const sumByHour = sqlStatement<
  { project: number; since: string },
  UsageSums & { hour: string }
>(
  "api_usage_by_hour",
  (param) => sql`
    select hour, ${sums()} from api_usage
    where project_id = ${param("project")} and hour >= ${param("since")}
    group by hour order by hour`,
);

/** Counts the requests of a project since a time, without those that were refused as too many. */
export const countSince = sqlStatement<{ project: number; since: string }, { requests: number }>(
  "api_usage_count",
  (param) => sql`
    select cast(coalesce(sum(requests - throttled), 0) as bigint) as requests from api_usage
    where project_id = ${param("project")} and hour >= ${param("since")}`,
);

/** Deletes a project's counts of hours before a time. */
export const deleteOldUsage = sqlStatement<{ project: number; before: string }, never>(
  "api_usage_delete_old",
  (param) => sql`
    delete from api_usage where project_id = ${param("project")} and hour < ${param("before")}`,
);
