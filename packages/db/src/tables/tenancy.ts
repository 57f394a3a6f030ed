import type { Generated } from "kysely";
import type { Timestamp } from "./column-types.ts";

export interface TenancyTables {
  tenants: TenantsTable;
  projects: ProjectsTable;
}

interface TenantsTable {
  id: Generated<number>;
  name: string;
  created_at: Timestamp;
}

interface ProjectsTable {
  id: Generated<number>;
  tenant_id: number;
  name: string;
  created_at: Timestamp;
  schema_version: Generated<number>;
}
