import type { Generated } from "kysely";
import type { Flag, Json, Timestamp } from "./column-types.ts";

export interface ProjectSchemaTables {
  object_types: ObjectTypesTable;
  property_definitions: PropertyDefinitionsTable;
  association_labels: AssociationLabelsTable;
  pipelines: PipelinesTable;
  stages: StagesTable;
}

interface ObjectTypesTable {
  project_id: number;
  name: string;
  plural: string;
  /** Order of types in the labels of associations; less than 0 for a project's own. */
  rank: number;
  has_pipeline: Flag;
  /** How the type is shown and what its records need; for a built-in type only what the project changed. */
  definition: Json<Record<string, unknown>>;
  created_at: Timestamp;
  /** Time of the removal of the type, whose deleted records are still to be purged. */
  removed_at: Timestamp | null;
}

interface PropertyDefinitionsTable {
  project_id: number;
  object_type: string;
  name: string;
  /** The project's additions to the built-in schema and changes of it. */
  definition: Json<Record<string, unknown>>;
  created_at: Timestamp;
}

interface AssociationLabelsTable {
  project_id: number;
  /** The type that the label starts from, and the one that it leads to. */
  type: string;
  to_type: string;
  key: string;
  definition: Json<{
    label: string;
    inverseKey: string;
    inverseLabel: string;
    maxPerSource: number | null;
    maxPerTarget: number | null;
  }>;
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
  color: string | null;
}
