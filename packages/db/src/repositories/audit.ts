import { sql } from "kysely";
import { insertRows, sqlStatement } from "../statement.ts";

export const insertAudit = insertRows("audit_log", [
  "project_id",
  "actor",
  "surface",
  "action",
  "subject",
  "details",
  "at",
]);

export interface AuditRow {
  readonly id: number;
  readonly project_id: number | null;
  readonly actor: string;
  readonly surface: string;
  readonly action: string;
  readonly subject: string;
  readonly details: unknown;
  readonly at: string;
}

/** The audit log, newest first; null filters do not count. */
export const listAudit = sqlStatement<
  {
    project: number | null;
    actor: string | null;
    subject: string | null;
    from: string;
    to: string;
    before: number;
    limit: number;
  },
  AuditRow
>(
  "audit_list",
  (param) => sql`
    select id, project_id, actor, surface, action, subject, details, at from audit_log
    where id < ${param("before")} and at >= ${param("from")} and at <= ${param("to")}
      and coalesce(project_id, 0) = coalesce(${param("project")}, project_id, 0)
      and actor = coalesce(${param("actor")}, actor)
      and subject = coalesce(${param("subject")}, subject)
    order by id desc limit ${param("limit")}`,
);

export interface HistoryRow {
  readonly id: number;
  readonly record_id: number;
  readonly action: string;
  readonly changes: Readonly<Record<string, readonly [unknown, unknown]>>;
  readonly actor: string;
  readonly at: string;
}

/** What happened to the records of a project, newest first; null filters do not count. */
export const listHistory = sqlStatement<
  {
    project: number;
    record: number | null;
    actor: string | null;
    from: string;
    to: string;
    before: number;
    limit: number;
  },
  HistoryRow
>(
  "history_list",
  (param) => sql`
    select id, record_id, action, changes, actor, at from record_history
    where project_id = ${param("project")} and id < ${param("before")}
      and record_id = coalesce(${param("record")}, record_id)
      and actor = coalesce(${param("actor")}, actor)
      and at >= ${param("from")} and at <= ${param("to")}
    order by id desc limit ${param("limit")}`,
);
