import type { ColumnTypes } from "./column-types.ts";

/** Indexes that only one statement each can use, whatever the planner's statistics are. */
export const statements = (t: ColumnTypes): readonly string[] => [
  "drop index records_by_created",
  // Every record has a creation time. The condition hides the index from statements that do not ask for one.
  `create index records_by_created on records (project_id, type, created_at)
    where deleted_at is null and created_at is not null`,
  // In the same way, every ended delivery has an end time.
  "drop index deliveries_by_age",
  "create index deliveries_by_age on deliveries (created_at) where finished_at is not null",
  "drop index deliveries_failed",
  `create index deliveries_failed on deliveries (endpoint_id, finished_at)
    where status = 'failed' and finished_at is not null`,
  "create index templates_by_tenant on templates (tenant_id, id)",
  // The log is read only by time.
  "drop index audit_log_by_project",
  "drop index audit_log_by_actor",
  ...(t.dialect === "sqlite" ? SQLITE_STATISTICS : []),
];

const SQLITE_STATISTICS: readonly string[] = [
  "delete from sqlite_stat1 where idx in ('records_by_created', 'deliveries_by_age', 'deliveries_failed')",
  `insert into sqlite_stat1 (tbl, idx, stat) values
    ('records', 'records_by_created', '1000000 100000 20000 2'),
    ('deliveries', 'deliveries_by_age', '10000000 10'),
    ('deliveries', 'deliveries_failed', '100000 1000 2'),
    ('templates', 'templates_by_tenant', '100000 1000 1')`,
];
