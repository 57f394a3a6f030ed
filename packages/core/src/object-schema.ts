import type { Db } from "@rapport/db";
import type { Color, ObjectTypeDefinition, PropertyDefinition, TypeLayout } from "@rapport/model";
import { CrmError } from "./errors.ts";

export interface Stage {
  readonly id: number;
  readonly key: string;
  readonly label: string;
  /** Exact decimal between 0 and 1. */
  readonly probability: string | null;
  readonly closed: boolean;
  /** Null if none is chosen; see `stageColor`. */
  readonly color: Color | null;
}

/** A pipeline with its stages in order. */
export interface Pipeline {
  readonly id: number;
  readonly key: string;
  readonly label: string;
  readonly isDefault: boolean;
  readonly stages: readonly Stage[];
}

/** An object type in one project: all that is known of it, whether it is built in or the project changed it. */
export interface ObjectSchema extends Omit<ObjectTypeDefinition, "pipeline" | "properties"> {
  /** The schema that it is a part of. */
  readonly schema: ProjectSchema;
  /** Version of the project's schema; each change increments it. */
  readonly version: number;
  readonly properties: ReadonlyMap<string, PropertyDefinition>;
  readonly pipelines: readonly Pipeline[];
  /** What it is for; null without a description. */
  readonly description: string | null;
  /** How the admin app arranges its properties; null if the project does not say. */
  readonly layout: TypeLayout | null;
  /** Whether every project has it. The others were made by the project. */
  readonly builtIn: boolean;
  /** Whether its records are in a pipeline. */
  readonly hasPipeline: boolean;
  /** Whether its stages have a probability, which its records then show. */
  readonly hasProbability: boolean;
  /** Whether a record gets a close date when it enters a closed stage. */
  readonly hasCloseDate: boolean;
}

/** A label that a project gives associations of two object types, beside the plain one (specification §13). */
export interface AssociationLabelDefinition {
  /** Type that the label starts from. */
  readonly type: string;
  /** Type that it leads to. May be the same. */
  readonly toType: string;
  /** What an entry says that is read from `type`. */
  readonly key: string;
  readonly label: string;
  /** What an entry says that is read from `toType`. May be equal to `key`. */
  readonly inverseKey: string;
  readonly inverseLabel: string;
  /** Most records of `toType` that one record of `type` may have with this label; null for any number. */
  readonly maxPerSource: number | null;
  /** Most records of `type` that one record of `toType` may have with this label; null for any number. */
  readonly maxPerTarget: number | null;
}

/** The schema of one project: the built-in object types with the project's additions and changes. */
export class ProjectSchema {
  /** Version of the schema; each change increments it. */
  readonly version: number;
  /** The object types in the order in which documents and pages list them. */
  readonly types: readonly ObjectSchema[];
  /** Each of them by its name and by its plural. */
  readonly objects: ReadonlyMap<string, ObjectSchema>;
  /** The labels of associations in the order of their creation. */
  readonly labels: readonly AssociationLabelDefinition[];

  constructor(
    version: number,
    types: readonly Omit<ObjectSchema, "schema">[],
    labels: readonly AssociationLabelDefinition[],
  ) {
    this.version = version;
    this.labels = labels;
    this.types = types.map((type) => ({ ...type, schema: this }));
    this.objects = new Map(
      this.types.flatMap((object) => [
        [object.name, object],
        [object.plural, object],
      ]),
    );
  }

  /**
   * Returns an object type. Checked and stored names are found, unless the type was removed since.
   *
   * @param name singular or plural
   * @throws CrmError NOT_FOUND if the project has no such type
   */
  object(name: string): ObjectSchema {
    const object = this.objects.get(name);
    if (object !== undefined) return object;
    throw new CrmError(
      "NOT_FOUND",
      `There is no object type "${name.slice(0, 80)}" in this project.`,
    );
  }
}

export interface SchemaCache {
  /** Returns the project's schema. Reads it from the database if it is not cached. */
  get(projectId: number): Promise<ProjectSchema>;
  /**
   * Returns one object type of the project.
   *
   * @param name singular or plural
   * @throws CrmError NOT_FOUND if the project has no such type
   */
  object(projectId: number, name: string): Promise<ObjectSchema>;
  /** Returns the project's schema, after reading it again if it is not the cached one any more. */
  renew(projectId: number): Promise<ProjectSchema>;
  /** Clears the cache; called after any process has changed a schema. */
  clear(): void;
  /**
   * Returns a cache for use inside a transaction. It reads missing schemas in the transaction, so it needs no
   * second connection. It does not keep them, because the transaction may have changed them.
   */
  within(tx: Db): SchemaCache;
}
