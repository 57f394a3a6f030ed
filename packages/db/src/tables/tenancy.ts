import type { Generated } from "kysely";
import type { Timestamp } from "./column-types.ts";

export interface TenancyTables {
  tenants: TenantsTable;
  projects: ProjectsTable;
  project_imports: ProjectImportsTable;
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
