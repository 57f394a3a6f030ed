import type { Outputs } from "../../api.ts";
import type { Schema } from "../../property/use-schema.ts";

export type Found = Outputs["changes"]["preview"];

export interface PreviewProps {
  readonly type: string;
  readonly schema: Schema;
  readonly preview: Found;
}
