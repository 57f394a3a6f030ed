import { sql } from "kysely";
import { forUpdate } from "../../dialect/locks.ts";
import type { Row } from "../../schema.ts";
import { type Param, sqlStatement } from "../../statement.ts";

/** What a tenant may have; 0 for no limit. */
export type QuotaRow = Row<"tenant_quotas">;

const COLUMNS = sql`tenant_id, records, file_bytes, projects, endpoints, requests_per_day`;

/** Lists the quotas of all tenants that have one. */
export const listQuotas = sqlStatement<object, QuotaRow>(
  "quotas_list",
  () => sql`select ${COLUMNS} from tenant_quotas order by tenant_id`,
);

export const findQuota = sqlStatement<{ tenant: number }, QuotaRow>("quota_find", ofTenant);

/** As `findQuota`. A transaction that counts what the tenant has waits until this one ends. */
export const lockQuota = sqlStatement<{ tenant: number }, QuotaRow>(
  "quota_lock",
  (param, dialect) => sql`${ofTenant(param)} ${forUpdate(dialect)}`,
);

function ofTenant(param: Param<{ tenant: number }>) {
  return sql<QuotaRow>`select ${COLUMNS} from tenant_quotas where tenant_id = ${param("tenant")}`;
}

export const saveQuota = sqlStatement<
  Omit<QuotaRow, "tenant_id"> & { readonly tenant: number },
  never
>(
  "quota_save",
  (param) => sql`
    insert into tenant_quotas (${COLUMNS})
    values (${param("tenant")}, ${param("records")}, ${param("file_bytes")}, ${param("projects")},
      ${param("endpoints")}, ${param("requests_per_day")})
    on conflict (tenant_id) do update set records = excluded.records,
      file_bytes = excluded.file_bytes, projects = excluded.projects,
      endpoints = excluded.endpoints, requests_per_day = excluded.requests_per_day`,
);

/** Requests of a tenant on a day, such as `2026-11-27`. */
export type RequestsRow = Omit<Row<"tenant_requests">, "tenant_id">;

/** Returns the requests of the last day on which a tenant with such a quota sent some. */
export const findRequests = sqlStatement<{ tenant: number }, RequestsRow>(
  "tenant_requests_find",
  (param) => sql`select day, requests from tenant_requests where tenant_id = ${param("tenant")}`,
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
