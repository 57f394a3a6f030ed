import type { Outputs } from "../../api.ts";
import type { ObjectType } from "../../object-types.ts";
import type { Schema } from "../../property/use-schema.ts";

export type Found = Outputs["changes"]["preview"];

export interface PreviewProps {
  readonly type: ObjectType;
  readonly schema: Schema;
  readonly preview: Found;
}
