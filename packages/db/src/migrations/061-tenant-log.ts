import type { ColumnTypes } from "./column-types.ts";

/** The tenant of an action that concerns one tenant and no project, so that the tenant has a log of its own. */
export const statements = (t: ColumnTypes): readonly string[] => [
  `alter table audit_log add column tenant_id ${t.int}`,
  `update audit_log set tenant_id = cast(details ->> 'tenantId' as ${t.int})
    where project_id is null and details ->> 'tenantId' is not null`,
  "create index audit_log_by_tenant_time on audit_log (tenant_id, at, id)",
  ...(t.dialect === "sqlite" ? SQLITE_STATISTICS : []),
];

const SQLITE_STATISTICS: readonly string[] = [
  `insert into sqlite_stat1 (tbl, idx, stat) values
    ('audit_log', 'audit_log_by_tenant_time', '100000 1000 2 1')`,
];
