import type { ColumnTypes } from "./column-types.ts";

/** How much of each thing a tenant may have; 0 for no limit. A tenant without a row has no quota. */
export const statements = (t: ColumnTypes): readonly string[] => [
  `create table tenant_quotas (
    tenant_id ${t.int} primary key references tenants (id) on delete cascade,
    records ${t.int} not null, file_bytes ${t.int} not null, projects ${t.int} not null,
    endpoints ${t.int} not null, requests_per_day ${t.int} not null)`,
  "insert into state_versions (name, version) values ('quotas', 1)",
];
