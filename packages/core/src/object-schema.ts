import type { Db } from "@rapport/db";
import type { ObjectType, PropertyDefinition } from "@rapport/model";

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

/** The properties and pipelines of one object type in one project. */
export interface ObjectSchema {
  /** Version of the project's schema; each change increments it. */
  readonly version: number;
  readonly properties: ReadonlyMap<string, PropertyDefinition>;
  readonly pipelines: readonly Pipeline[];
}

/** The schema of one project: the built-in schema with the project's additions and changes. */
export type ProjectSchema = Readonly<Record<ObjectType, ObjectSchema>>;

export interface SchemaCache {
  /** Returns the project's schema. Reads it from the database if it is not cached. */
  get(projectId: number): Promise<ProjectSchema>;
  /** Clears the cache; called after any process has changed a schema. */
  clear(): void;
  /**
   * Returns a cache for use inside a transaction. It reads missing schemas in the transaction, so it needs no
   * second connection. It does not keep them, because the transaction may have changed them.
   */
  within(tx: Db): SchemaCache;
}
