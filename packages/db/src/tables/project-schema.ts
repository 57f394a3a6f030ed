import type { Generated } from "kysely";
import type { Flag, Json, Timestamp } from "./column-types.ts";

export interface ProjectSchemaTables {
  property_definitions: PropertyDefinitionsTable;
  pipelines: PipelinesTable;
  stages: StagesTable;
}

interface PropertyDefinitionsTable {
  project_id: number;
  object_type: string;
  name: string;
  /** The project's additions to the built-in schema and changes of it. */
  definition: Json<Record<string, unknown>>;
  created_at: Timestamp;
}

interface PipelinesTable {
  id: Generated<number>;
  project_id: number;
  object_type: string;
  key: string;
  label: string;
  position: number;
  is_default: Flag;
}

interface StagesTable {
  id: Generated<number>;
  project_id: number;
  pipeline_id: number;
  key: string;
  label: string;
  position: number;
  probability: string | null;
  closed: Flag;
}
