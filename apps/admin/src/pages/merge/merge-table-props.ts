import type { PropertyDefinition } from "../../property/property-types.ts";
import type { Schema } from "../../property/use-schema.ts";
import type { MergeChoice, PreviewRecord } from "./merge-model.ts";

export interface MergeTableProps {
  readonly type: string;
  readonly records: readonly PreviewRecord[];
  readonly schema: Schema;
  /** The properties in which the records differ. */
  readonly properties: readonly PropertyDefinition[];
  readonly choice: MergeChoice;
  readonly onKeep: (id: number) => void;
  readonly onChoose: (name: string, id: number) => void;
}
