// The build replaces this module by its values, because the package is installed without the model.
import { OBJECT_TYPES, type ObjectType, type PipelineType } from "@rapport/model";

/** What the types of the client follow from, by object type. */
export type ObjectTypes = {
  readonly [T in ObjectType]: {
    readonly plural: (typeof OBJECT_TYPES)[T]["plural"];
    readonly createField: (typeof OBJECT_TYPES)[T]["createFields"][number];
    readonly hasPipeline: T extends PipelineType ? true : false;
  };
};

/** Plural names, as paths and members of the client use them. */
export const PLURALS: readonly string[] = Object.values(OBJECT_TYPES).map(({ plural }) => plural);
