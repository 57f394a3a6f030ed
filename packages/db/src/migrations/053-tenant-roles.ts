import type { ColumnTypes } from "./column-types.ts";

/** Roles of admins in single tenants, and which tenant’s owners made an admin’s account. */
export const statements = (t: ColumnTypes): readonly string[] => [
  `create table admin_tenants (
    user_id ${t.int} not null references users (id) on delete cascade,
    tenant_id ${t.int} not null references tenants (id) on delete cascade,
    role text not null, given_at ${t.time} not null,
    primary key (user_id, tenant_id)) ${t.clustered}`,
  "create index admin_tenants_by_tenant on admin_tenants (tenant_id, user_id)",
  `alter table users add column managed_by ${t.int}`,
];
