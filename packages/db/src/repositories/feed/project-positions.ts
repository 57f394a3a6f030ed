import { sql } from "kysely";
import { isAmong } from "../../dialect/access-path.ts";
import type { Db } from "../../dialect/dialect.ts";
import { jsonValues } from "../../dialect/json.ts";
import type { Scope } from "../../scope.ts";
import { sqlStatement } from "../../statement.ts";

/**
 * How far the changes of a project have come. Every change adds an event or increments the schema version in its own
 * transaction, so a database that has these has everything that was committed before.
 */
export interface ProjectPosition {
  /** Number of the newest event in the feed. */
  readonly number: number;
  readonly schemaVersion: number;
  /** Ids of the events that have no number yet. */
  readonly pending: readonly number[];
}

/** A project with more events that wait for their number counts as being changed all the time. */
const MAX_PENDING = 100;

interface PositionRow {
  readonly number: number;
  readonly schema_version: number;
  readonly event_id: number | null;
}

/**
 * Returns the position of a project; undefined if it does not exist, has too many events without a number, or is being
 * imported, because then it changes without events.
 */
export async function readProjectPosition(
  db: Db,
  { projectId }: Scope,
): Promise<ProjectPosition | undefined> {
  const rows = await read.all(db, { project: projectId, limit: MAX_PENDING + 1 });
  const [first] = rows;
  if (first === undefined || rows.length > MAX_PENDING) return undefined;
  const pending = rows.flatMap(({ event_id: id }) => (id === null ? [] : [id]));
  return { number: first.number, schemaVersion: first.schema_version, pending };
}

const read = sqlStatement<{ project: number; limit: number }, PositionRow>(
  "project_position",
  (param) => sql`
    select coalesce(f.last_number, 0) as number, p.schema_version, e.id as event_id
    from projects p
    left join project_feeds f on f.project_id = ${param("project")}
    left join (
      select project_id, id from events where pending = 1 and project_id = ${param("project")}
      order by project_id, id limit ${param("limit")}) as e on e.project_id = p.id
    where p.id = ${param("project")}
      and not exists (select 1 from project_imports where project_id = ${param("project")})`,
);

/**
 * Returns whether a database has everything that another one had at a position.
 *
 * Events get their numbers one transaction after another, each from what is committed then. So a database with a number
 * has all events before it. Events without a number are looked up, because they become visible in another order on a
 * standby than on its primary.
 */
export async function hasReached(
  db: Db,
  { projectId }: Scope,
  { number, schemaVersion, pending }: ProjectPosition,
): Promise<boolean> {
  const row = await compare.first(db, { project: projectId, ids: JSON.stringify(pending) });
  return (
    row !== undefined &&
    row.number >= number &&
    row.schema_version >= schemaVersion &&
    row.found === pending.length
  );
}

const compare = sqlStatement<
  { project: number; ids: string },
  Pick<PositionRow, "number" | "schema_version"> & { readonly found: number }
>(
  "project_position_compare",
  (param, dialect) => sql`
    select coalesce(f.last_number, 0) as number, p.schema_version, (
      select count(*) from events
      where project_id = ${param("project")}
        and ${isAmong(dialect, sql`id`, jsonValues(dialect, param("ids"), "bigint"))}) as found
    from projects p left join project_feeds f on f.project_id = ${param("project")}
    where p.id = ${param("project")}`,
);
