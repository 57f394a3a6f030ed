import { sql } from "kysely";
import { insertRow } from "../../inserts.ts";
import type { Row } from "../../schema.ts";
import { selectRows, sqlStatement } from "../../statement.ts";

/** What a tenant may have; 0 for no limit. */
export type QuotaRow = Row<"tenant_quotas">;

const COLUMNS = [
  "tenant_id",
  "records",
  "file_bytes",
  "projects",
  "endpoints",
  "requests_per_day",
] as const;

/** Lists the quotas of all tenants that have one. */
export const listQuotas = selectRows("quotas_list", "tenant_quotas", COLUMNS, {
  orderBy: ["tenant_id"],
});

export const findQuota = selectRows("quota_find", "tenant_quotas", COLUMNS, {
  where: { tenant_id: "tenant" },
});

/** As `findQuota`. A transaction that counts what the tenant has waits until this one ends. */
export const lockQuota = selectRows("quota_lock", "tenant_quotas", COLUMNS, {
  where: { tenant_id: "tenant" },
  isLocked: true,
});

export const saveQuota = insertRow("quota_save", "tenant_quotas", {
  values: {
    tenant_id: "tenant",
    records: "records",
    file_bytes: "file_bytes",
    projects: "projects",
    endpoints: "endpoints",
    requests_per_day: "requests_per_day",
  },
  key: ["tenant_id"],
  replace: ["records", "file_bytes", "projects", "endpoints", "requests_per_day"],
});

/** Requests of a tenant on a day, such as `2026-11-27`. */
export type RequestsRow = Omit<Row<"tenant_requests">, "tenant_id">;

/** Returns the requests of the last day on which a tenant with such a quota sent some. */
export const findRequests = selectRows(
  "tenant_requests_find",
  "tenant_requests",
  ["day", "requests"],
  { where: { tenant_id: "tenant" } },
);

/** Adds requests to those of a day, and returns all. Those of an earlier day than the stored one are dropped. */
export const addRequests = sqlStatement<
  { tenant: number; day: string; requests: number },
  RequestsRow
>(
  "tenant_requests_add",
  (param) => sql`
    insert into tenant_requests (tenant_id, day, requests)
    values (${param("tenant")}, ${param("day")}, ${param("requests")})
    on conflict (tenant_id) do update set
      requests = case when tenant_requests.day = excluded.day
          then tenant_requests.requests + excluded.requests
        when tenant_requests.day < excluded.day then excluded.requests
        else tenant_requests.requests end,
      day = case when tenant_requests.day < excluded.day then excluded.day
        else tenant_requests.day end
    returning day, requests`,
);

/** Counts the projects of a tenant that were not deleted, and their webhook endpoints. */
export const countParts = sqlStatement<{ tenant: number }, { projects: number; endpoints: number }>(
  "quota_count_parts",
  (param) => sql`
    select
      (select count(*) from projects
        where tenant_id = ${param("tenant")} and deleted_at is null) as projects,
      (select count(*) from webhook_endpoints w join projects p on p.id = w.project_id
        where p.tenant_id = ${param("tenant")} and p.deleted_at is null
          and w.deleted_at is null) as endpoints`,
);
