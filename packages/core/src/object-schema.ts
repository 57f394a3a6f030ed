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
  /** Which state of the project's schema this is. */
  readonly version: number;
  readonly properties: ReadonlyMap<string, PropertyDefinition>;
  readonly pipelines: readonly Pipeline[];
}

/** The schema of one project: what is built in, with the project's additions and changes. */
export type ProjectSchema = Readonly<Record<ObjectType, ObjectSchema>>;

export interface SchemaCache {
  /** The project's schema, read from the database when it is not remembered. */
  get(projectId: number): Promise<ProjectSchema>;
  /** Forgets every schema; called when any process has changed one. */
  clear(): void;
  /**
   * The same as a transaction sees it: what is not remembered is read within it, and not kept, for the
   * transaction may have changed it. Nothing waits there for another connection to the database.
   */
  within(tx: Db): SchemaCache;
}
