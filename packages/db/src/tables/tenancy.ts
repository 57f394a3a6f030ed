import type { Generated } from "kysely";
import type { Json, Timestamp } from "./column-types.ts";

export interface TenancyTables {
  tenants: TenantsTable;
  tenant_quotas: TenantQuotasTable;
  tenant_requests: TenantRequestsTable;
  projects: ProjectsTable;
  project_imports: ProjectImportsTable;
  hubspot_imports: HubspotImportsTable;
}

interface TenantsTable extends Leaving {
  id: Generated<number>;
  name: string;
  created_at: Timestamp;
}

/** What a tenant may have; 0 for no limit. */
interface TenantQuotasTable {
  tenant_id: number;
  records: number;
  file_bytes: number;
  projects: number;
  endpoints: number;
  requests_per_day: number;
}

/** Requests of tenants that have a quota of them, on the last day that they sent some. */
interface TenantRequestsTable {
  tenant_id: number;
  /** `2026-11-27`, in UTC. */
  day: string;
  requests: number;
}

/** The end of a tenant or of a project. */
interface Leaving {
  /** Since when nobody can use it. */
  deleted_at: Timestamp | null;
  /** Actor, such as `user:7` or `cli:rapport`. */
  deleted_by: string | null;
  /** Since when its rows are being removed, so that it cannot be restored any more. */
  removing_since: Timestamp | null;
}

interface ProjectsTable extends Leaving {
  id: Generated<number>;
  tenant_id: number;
  name: string;
  created_at: Timestamp;
  schema_version: Generated<number>;
}

/** Imports of whole projects that are not finished. */
interface ProjectImportsTable {
  project_id: number;
  /** SHA-256 of the file's content. */
  digest: string;
  /** What is added to the ids of the file. */
  id_shift: number;
  /** Lines of the file that were written. */
  lines: number;
  begun_at: Timestamp;
}

/** Imports from HubSpot that version 0.3 has not finished. A later version removes the table. */
interface HubspotImportsTable {
  project_id: number;
  /** Id of the account in HubSpot. */
  account: string;
  /** The object type whose records are next. */
  type: string;
  /** Cursor of HubSpot after the last page that was written. */
  after: string | null;
  /** Number of changes of the row. */
  pages: number;
  /** What was done so far, without values of records. */
  details: Json<unknown>;
  begun_at: Timestamp;
}
