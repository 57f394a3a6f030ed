import type { ColumnTypes } from "./column-types.ts";

/**
 * How much of each thing a tenant may have, 0 for no limit; a tenant without a row has no quota. And the requests of the
 * last day that tenants with such a quota sent.
 */
export const statements = (t: ColumnTypes): readonly string[] => [
  `create table tenant_quotas (
    tenant_id ${t.int} primary key references tenants (id) on delete cascade,
    records ${t.int} not null, file_bytes ${t.int} not null, projects ${t.int} not null,
    endpoints ${t.int} not null, requests_per_day ${t.int} not null)`,
  `create table tenant_requests (
    tenant_id ${t.int} primary key references tenants (id) on delete cascade,
    day ${t.text} not null, requests ${t.int} not null)`,
  "insert into state_versions (name, version) values ('quotas', 1)",
];
