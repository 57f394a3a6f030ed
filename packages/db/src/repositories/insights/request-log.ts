import { sql } from "kysely";
import { isInGroupByTime } from "../../dialect/access-path.ts";
import type { Db } from "../../dialect/dialect.ts";
import { insertMany } from "../../inserts.ts";
import type { Schema } from "../../schema.ts";
import type { Scope } from "../../scope.ts";
import { selectRows, sqlStatement } from "../../statement.ts";

export type LoggedRow = Readonly<Schema["request_log"]>;

/** A logged request without its details. */
export type LoggedLine = Omit<LoggedRow, "project_id" | "details">;

/** Adds requests to the log. */
export async function insertRequests(tx: Db, rows: readonly LoggedRow[]): Promise<void> {
  const values = rows.map((row) => [
    row.project_id,
    row.at,
    row.id,
    row.method,
    row.route,
    row.status,
    row.microseconds,
    row.credential,
    row.code,
    row.details === null ? null : JSON.stringify(row.details),
  ]);
  await insert(tx, values);
}

const insert = insertMany(
  "request_log",
  {
    project_id: "bigint",
    at: "timestamptz",
    id: "text",
    method: "text",
    route: "text",
    status: "bigint",
    microseconds: "bigint",
    credential: "text",
    code: "text",
    details: "jsonb",
  },
  { onConflict: "ignore" },
);

interface RequestPage {
  /** The page starts after the request with this time and id. */
  readonly at: string;
  readonly id: string;
  readonly from: string;
  readonly limit: number;
}

/** Lists requests of a project, newest first. */
export const listRequests = sqlStatement<RequestPage & { project: number }, LoggedLine>(
  "request_log_list",
  (param, dialect) => {
    const group = { column: sql`project_id`, value: param("project") };
    const below = [param("at"), param("id")] as const;
    return sql`
      select at, id, method, route, status, microseconds, credential, code from request_log
      where project_id = ${param("project")} and ${isInGroupByTime(dialect, group, { time: sql`at`, id: sql`id` }, { below, from: param("from") })}
        and at >= ${param("from")}
      order by project_id desc, at desc, id desc limit ${param("limit")}`;
  },
);

/** Finds a request by its time and id. */
export const findRequest = selectRows(
  "request_log_find",
  "request_log",
  [
    "project_id",
    "at",
    "id",
    "method",
    "route",
    "status",
    "microseconds",
    "credential",
    "code",
    "details",
  ],
  { where: { project_id: "project", at: "at", id: "id" } },
);

/**
 * Deletes a project's oldest requests before a time.
 *
 * @returns whether there may be more
 */
export async function deleteOldRequests(
  tx: Db,
  { projectId }: Scope,
  before: string,
  limit: number,
): Promise<boolean> {
  const times = await oldest.all(tx, { project: projectId, before, limit });
  const last = times.at(-1);
  if (last === undefined) return false;
  await drop.all(tx, { project: projectId, until: last.at });
  return times.length === limit;
}

const oldest = sqlStatement<{ project: number; before: string; limit: number }, { at: string }>(
  "request_log_oldest",
  (param) => sql`
    select at from request_log
    where project_id = ${param("project")} and at < ${param("before")}
    order by project_id, at, id limit ${param("limit")}`,
);

const drop = sqlStatement<{ project: number; until: string }, never>(
  "request_log_delete_old",
  (param) => sql`
    delete from request_log where project_id = ${param("project")} and at <= ${param("until")}`,
);
