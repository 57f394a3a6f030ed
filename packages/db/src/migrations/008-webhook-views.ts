import type { ColumnTypes } from "./column-types.ts";

/** What the admin app shows of webhooks: an endpoint's description and health, and a project's latest deliveries. */
export const statements = (t: ColumnTypes): readonly string[] => [
  "alter table webhook_endpoints add column description text",
  `alter table webhook_endpoints add column last_success_at ${t.time}`,
  `alter table webhook_endpoints add column last_failure_at ${t.time}`,
  "create index deliveries_by_project on deliveries (project_id, id)",
  "create index deliveries_failed_by_project on deliveries (project_id, id) where status = 'failed'",
  ...(t.dialect === "sqlite" ? SQLITE_STATISTICS : []),
];

const SQLITE_STATISTICS: readonly string[] = [
  `insert into sqlite_stat1 (tbl, idx, stat) values
    ('deliveries', 'deliveries_by_project', '10000000 1000000 1'),
    ('deliveries', 'deliveries_failed_by_project', '100000 10000 1')`,
];
