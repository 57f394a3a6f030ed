import { setImmediate as nextTurn } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import { isFound, isInGroup } from "../../dialect/access-path.ts";
import type { Db, DialectName } from "../../dialect/dialect.ts";
import type { Scope } from "../../scope.ts";
import { type Param, sqlStatement } from "../../statement.ts";

/** Selects the records of a type in a pipeline, or in one of its stages. */
interface InPipeline {
  readonly type: string;
  readonly pipeline: string;
  readonly stage: string | null;
}

interface Bounds {
  /** Only records deleted after this time count as deleted. */
  readonly since: string;
  /** Counting stops here, for live records and for the others separately. */
  readonly limit: number;
}

export interface Counts {
  readonly live: number;
  readonly deleted: number;
  /** Records that were merged into others. They keep their values until the merge cannot be undone any more. */
  readonly merged: number;
}

/** Counts the records in a pipeline, or in one of its stages. */
export async function countInPipeline(
  db: Db,
  scope: Scope,
  place: InPipeline,
  bounds: Bounds,
): Promise<Counts> {
  const args = { project: scope.projectId, ...place, ...bounds };
  const live = await (place.stage === null ? livePipeline : liveStage).first(db, args);
  const gone = await deletedInPipeline.first(db, args);
  return { live: live?.count ?? 0, deleted: gone?.deleted ?? 0, merged: gone?.merged ?? 0 };
}

type PipelineArgs = InPipeline & Bounds & { project: number };

const livePipeline = sqlStatement<PipelineArgs, { count: number }>(
  "usage_pipeline",
  (param) => sql`
    select count(*) as count from (
      select 1 from record_index
      where project_id = ${param("project")} and type = ${param("type")}
        and property = 'pipeline' and value = ${param("pipeline")}
      limit ${param("limit")}) as used`,
);

const liveStage = sqlStatement<PipelineArgs, { count: number }>(
  "usage_stage",
  (param) => sql`
    select count(*) as count from (
      select 1 from record_index s
      where s.project_id = ${param("project")} and s.type = ${param("type")}
        and s.property = 'stage' and s.value = ${param("stage")}
        and ${isFound(sql`
          select p.record_id from record_index p
          where p.project_id = ${param("project")} and p.type = ${param("type")}
            and p.property = 'pipeline' and p.value = ${param("pipeline")} and p.record_id = s.record_id`)}
      limit ${param("limit")}) as used`,
);

const deletedInPipeline = sqlStatement<PipelineArgs, Omit<Counts, "live">>(
  "usage_pipeline_deleted",
  (param) =>
    deletedWith(
      param,
      sql`properties ->> 'pipeline' = ${param("pipeline")}
        and properties ->> 'stage' = coalesce(${param("stage")}, properties ->> 'stage')`,
    ),
);

/** Counts the deleted records of a type that meet a condition, and those of them that were merged. */
function deletedWith(
  param: Param<{ project: number; type: string } & Bounds>,
  condition: RawBuilder<unknown>,
): RawBuilder<Omit<Counts, "live">> {
  return sql`
    select count(*) - count(merged_into) as deleted, count(merged_into) as merged from (
      select merged_into from records
      where project_id = ${param("project")} and type = ${param("type")}
        and erased_at is null and deleted_at > ${param("since")} and id > 0
        and ${condition}
      order by deleted_at limit ${param("limit")}) as used`;
}

/** Records read by one statement; keeps each statement short. */
const BATCH_RECORDS = 5_000;

/** Counts the records of a type that have a value of a property. */
export async function countWithValue(
  db: Db,
  scope: Scope,
  property: { readonly type: string; readonly name: string },
  bounds: Bounds,
): Promise<Counts> {
  const args = { project: scope.projectId, ...property, ...bounds };
  const gone = await deletedWithValue.first(db, args);
  let live = 0;
  for (let after = 0; ; ) {
    const batch = await liveWithValue.first(db, { ...args, after, limit: BATCH_RECORDS });
    live += batch?.used ?? 0;
    if (batch?.last == null || batch.seen < BATCH_RECORDS || live >= bounds.limit) break;
    after = batch.last;
    // SQLite is synchronous, so other requests get their turn here.
    await nextTurn();
  }
  const { deleted = 0, merged = 0 } = gone ?? {};
  return { live: Math.min(live, bounds.limit), deleted, merged };
}

/** The property whose values are counted. */
interface ValuesOf {
  readonly type: string;
  readonly name: string;
  /** Whether a record can have several values of it. */
  readonly isMulti: boolean;
}

/** Counts the live records that have each of some values of a property. Counting stops when each has `limit` records. */
export async function countValues(
  db: Db,
  scope: Scope,
  property: ValuesOf,
  {
    wanted,
    bounds: { limit },
  }: { readonly wanted: readonly string[]; readonly bounds: Pick<Bounds, "limit"> },
): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>(wanted.map((value) => [value, 0]));
  for await (const values of valuesInBatches(db, scope, property)) {
    for (const { value, records } of values) {
      const count = found.get(value);
      if (count !== undefined) found.set(value, Math.min(count + records, limit));
    }
    if ([...found.values()].every((count) => count === limit)) break;
  }
  return found;
}

/**
 * Counts the live records that have each value of a property.
 *
 * @param limit counting stops once there are more different values
 */
export async function countEveryValue(
  db: Db,
  scope: Scope,
  property: ValuesOf,
  limit: number,
): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  for await (const values of valuesInBatches(db, scope, property)) {
    for (const { value, records } of values) {
      found.set(value, (found.get(value) ?? 0) + records);
      if (found.size > limit) return found;
    }
  }
  return found;
}

/** Lists the values of batches of records, each value with its number of records. */
async function* valuesInBatches(
  db: Db,
  scope: Scope,
  { isMulti, ...key }: ValuesOf,
): AsyncGenerator<readonly { readonly value: string; readonly records: number }[]> {
  const args = { project: scope.projectId, ...key, limit: BATCH_RECORDS };
  for (let after = 0; ; ) {
    const rows = await distinctValues.all(db, { ...args, after });
    yield rows.flatMap(({ value, records }) => {
      if (value === null) return [];
      const values = isMulti ? (JSON.parse(value) as readonly string[]) : [value];
      return values.map((one) => ({ value: one, records }));
    });
    if (rows.reduce((seen, { records }) => seen + records, 0) < BATCH_RECORDS) return;
    after = Math.max(...rows.map(({ last }) => last));
    // SQLite is synchronous, so other requests get their turn here.
    await nextTurn();
  }
}

const distinctValues = sqlStatement<
  PropertyArgs & { after: number },
  { value: string | null; records: number; last: number }
>(
  "usage_values",
  (param, dialect) => sql`
    select value, count(*) as records, max(id) as last from (${selectNextRecords(param, dialect)}) as batch
    group by value`,
);

interface PropertyArgs {
  project: number;
  type: string;
  name: string;
  limit: number;
}

const liveWithValue = sqlStatement<
  PropertyArgs & { after: number },
  { seen: number; used: number; last: number | null }
>(
  "usage_property",
  (param, dialect) => sql`
    select count(*) as seen, count(value) as used, max(id) as last
    from (${selectNextRecords(param, dialect)}) as batch`,
);

/** Selects the next live records of a type, each with its value of the property. */
function selectNextRecords(param: Param<PropertyArgs & { after: number }>, dialect: DialectName) {
  const ofType = { column: sql`type`, value: param("type") };
  return sql`
    select id, properties ->> cast(${param("name")} as text) as value from records
    where project_id = ${param("project")} and deleted_at is null
      and ${isInGroup(dialect, ofType, sql`id`, { above: param("after") })}
    order by type, id limit ${param("limit")}`;
}

const deletedWithValue = sqlStatement<PropertyArgs & { since: string }, Omit<Counts, "live">>(
  "usage_property_deleted",
  (param) => deletedWith(param, sql`properties ->> cast(${param("name")} as text) is not null`),
);
