// The build replaces this module with its values, because the package is published without the model.
import { OBJECT_TYPES, type ObjectType, type PipelineType } from "@rapport/model";

/** The model behind the client's types, by object type. */
export type ObjectTypes = {
  readonly [T in ObjectType]: {
    readonly plural: (typeof OBJECT_TYPES)[T]["plural"];
    readonly createField: (typeof OBJECT_TYPES)[T]["createFields"][number];
    readonly hasPipeline: T extends PipelineType ? true : false;
  };
};

/** Plural names of the object types, used in paths and as members of the client. */
export const PLURALS: readonly string[] = Object.values(OBJECT_TYPES).map(({ plural }) => plural);
