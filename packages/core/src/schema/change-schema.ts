import { type Db, projectSchema, runWrites, stateVersions } from "@rapport/db";
import { type Deps, joinDeps } from "../deps.ts";
import { type NewEvent, raiseEvents } from "../events/events.ts";

export interface SchemaDeps extends Pick<Deps, "db" | "schemas"> {
  /** Collects the events of changes that are one change of the schema; see `changeTogether`. */
  readonly series?: NewEvent[];
}

/** A part of the schema of an object type that was changed. */
export interface PartChange {
  readonly part: "type" | "property" | "pipeline" | "stage" | "association_label";
  /** Name of a type, internal name of a property, key of a pipeline or stage; null for the order of pipelines or stages. */
  readonly key: string | null;
  /** Type that a label of associations starts from, if it is not that of the change. */
  readonly type?: string;
  /** Type that a label of associations leads to. */
  readonly toType?: string;
  /** Key of a stage's pipeline. */
  readonly pipeline?: string;
  readonly action: "created" | "updated" | "deleted" | "reordered";
}

export interface SchemaChange<T> {
  readonly result: T;
  /** Empty if everything already was as requested. */
  readonly changes: readonly PartChange[];
}

/**
 * Changes a project's schema and raises the events of the change. A lock keeps out other schema changes and
 * record writes meanwhile. A version counter makes every process reload the schema.
 *
 * @param work reads the current schema and writes the change, both in the given transaction
 */
export async function changeSchema<T>(
  deps: SchemaDeps,
  projectId: number,
  type: string,
  work: (tx: Db) => Promise<SchemaChange<T>>,
): Promise<SchemaChange<T>> {
  const done = await deps.db.transaction(
    async (tx) => {
      await projectSchema.lockSchema.all(tx, { project: projectId });
      const change = await work(tx);
      const events = change.changes.map((one) => schemaEvent(type, one));
      if (deps.series === undefined) await finish(tx, projectId, events);
      else deps.series.push(...events);
      return change;
    },
    { isLong: true },
  );
  deps.schemas.clear();
  return done;
}

/**
 * Makes several changes of a project's schema one: one transaction, one new version, one series of events.
 *
 * @param work changes the schema with the dependencies that it receives; the version is that before the changes
 */
export async function changeTogether<T>(
  deps: Deps,
  projectId: number,
  work: (deps: SchemaDeps, version: number) => Promise<T>,
): Promise<T> {
  return deps.db.transaction(
    async (tx) => {
      await projectSchema.lockSchema.all(tx, { project: projectId });
      const version = (await projectSchema.schemaVersion(tx, projectId)) ?? 0;
      const series: NewEvent[] = [];
      const result = await work({ ...joinDeps(deps, tx), series }, version);
      await finish(tx, projectId, series);
      return result;
    },
    { isLong: true },
  );
}

async function finish(tx: Db, projectId: number, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  await projectSchema.bumpSchema.all(tx, { project: projectId });
  await stateVersions.bumpVersion.all(tx, { name: "catalogue" });
  await runWrites(tx, raiseEvents({ projectId }, events, new Date().toISOString()));
}

/** Returns the event of a change (specification §6). Its version is added when it is read; see `eventBody`. */
function schemaEvent(changed: string, change: PartChange): NewEvent {
  const { part, key, pipeline, action, type = changed, toType } = change;
  const keys = part === "type" ? [type] : [type, part, toType, pipeline, key];
  const id = keys.filter((one) => typeof one === "string").join(".");
  const label = toType === undefined ? {} : { toObjectType: toType };
  return {
    type: "schema.changed",
    subject: "schema",
    data: {
      ...{ object: "schema", id, objectType: type, ...label },
      ...{ part, pipeline: pipeline ?? null, key, action },
    },
  };
}
