import type { Db } from "@rapport/db";
import type { ObjectTypeDefinition, PropertyDefinition } from "@rapport/model";

export interface Stage {
  readonly id: number;
  readonly key: string;
  readonly label: string;
  /** Exact decimal between 0 and 1. */
  readonly probability: string | null;
  readonly closed: boolean;
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
  /** Whether its records are in a pipeline. */
  readonly hasPipeline: boolean;
  /** Whether its stages have a probability, which its records then show. */
  readonly hasProbability: boolean;
}

/** The schema of one project: the built-in object types with the project's additions and changes. */
export class ProjectSchema {
  /** Version of the schema; each change increments it. */
  readonly version: number;
  /** The object types in the order in which documents and pages list them. */
  readonly types: readonly ObjectSchema[];
  /** Each of them by its name and by its plural. */
  readonly objects: ReadonlyMap<string, ObjectSchema>;

  constructor(version: number, types: readonly Omit<ObjectSchema, "schema">[]) {
    this.version = version;
    this.types = types.map((type) => ({ ...type, schema: this }));
    this.objects = new Map(
      this.types.flatMap((object) => [
        [object.name, object],
        [object.plural, object],
      ]),
    );
  }

  /**
   * Returns an object type that is known to exist, because its name was checked or stored.
   *
   * @param name singular or plural
   * @throws {Error} if the project has no such type
   */
  object(name: string): ObjectSchema {
    const object = this.objects.get(name);
    if (object === undefined) throw new Error(`The project has no object type named ${name}.`);
    return object;
  }
}

export interface SchemaCache {
  /** Returns the project's schema. Reads it from the database if it is not cached. */
  get(projectId: number): Promise<ProjectSchema>;
  /**
   * Returns one object type of the project.
   *
   * @param name singular or plural, checked
   * @throws {Error} if the project has no such type
   */
  object(projectId: number, name: string): Promise<ObjectSchema>;
  /** Clears the cache; called after any process has changed a schema. */
  clear(): void;
  /**
   * Returns a cache for use inside a transaction. It reads missing schemas in the transaction, so it needs no
   * second connection. It does not keep them, because the transaction may have changed them.
   */
  within(tx: Db): SchemaCache;
}
