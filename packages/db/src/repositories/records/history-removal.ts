import { sql } from "kysely";
import { deleteEqual, isAmong, isFound, isInGroup, joinOne } from "../../dialect/access-path.ts";
import type { Db, DialectName } from "../../dialect/dialect.ts";
import { jsonRows, jsonValues } from "../../dialect/json.ts";
import type { Row } from "../../schema.ts";
import type { Scope } from "../../scope.ts";
import { sqlStatement } from "../../statement.ts";
import { runWrites } from "../../writes.ts";

/** Actions whose entries have values or associations. Creations, deletions, restores, erasures and merges stay. */
const REMOVED = new Set(["updated", "associated", "dissociated"]);

/**
 * Removes values and associations from the next entries of a project's history, in the order of their times. A change of
 * a stage stays without other values, because reports need it. Does nothing while the project is being imported.
 *
 * @param before ISO 8601; younger entries stay
 * @param limit entries to look at
 * @returns whether there may be more
 */
export async function removePortion(
  tx: Db,
  { projectId: project }: Scope,
  before: string,
  limit: number,
): Promise<boolean> {
  const after = (await position.first(tx, { project })) ?? { at: BEGINNING, entry_id: 0 };
  const rows = await list.all(tx, { project, ...after, before, limit });
  const last = rows.at(-1);
  if (last === undefined) return false;
  const removable = rows.filter(({ action }) => REMOVED.has(action));
  const unversioned = removable.filter(({ version }) => version === null);
  if (unversioned.length > 0) {
    const records = JSON.stringify([...new Set(unversioned.map((row) => row.record_id))]);
    await noteVersions.all(tx, { project, records });
  }
  const [moves, others] = [true, false].map((isMove) =>
    removable.filter((row) => (row.stage !== null) === isMove),
  ) as [Entry[], Entry[]];
  await runWrites(tx, [
    drop.write({ project, rows: JSON.stringify(others.map(({ id }) => ({ id }))) }),
    ...moves.map(({ id }) => reduce.write({ project, id })),
    save.write({ project, at: last.at, entry_id: last.id }),
  ]);
  return rows.length === limit;
}

/** Earlier than every entry. */
const BEGINNING = "0001-01-01T00:00:00.000Z";

/** Returns the time up to which a project's history was removed; undefined if nothing was. */
export async function removedUntil(
  db: Db,
  { projectId: project }: Scope,
): Promise<string | undefined> {
  return (await position.first(db, { project }))?.at;
}

type Entry = Omit<Row<"record_history">, "project_id" | "changes" | "actor"> & {
  /** Null unless the change is one of the stage. */
  readonly stage: string | null;
};

type Position = Omit<Row<"history_removals">, "project_id">;

const position = sqlStatement<{ project: number }, Position>(
  "history_removal_position",
  (param) => sql`select at, entry_id from history_removals where project_id = ${param("project")}`,
);

const save = sqlStatement<Position & { project: number }, never>(
  "history_removal_save",
  (param) => sql`
    insert into history_removals (project_id, at, entry_id)
    values (${param("project")}, ${param("at")}, ${param("entry_id")})
    on conflict (project_id) do update set at = excluded.at, entry_id = excluded.entry_id`,
);

/** Lets the removal begin again, because a project file brought old entries. */
export const restart = sqlStatement<{ project: number }, never>(
  "history_removal_restart",
  (param) => sql`delete from history_removals where project_id = ${param("project")}`,
);

const list = sqlStatement<Position & { project: number; before: string; limit: number }, Entry>(
  "history_removal_list",
  (param, dialect) => sql`
    select h.id, h.record_id, h.at, h.action, h.version, h.changes ->> 'stage' as stage
    from (
      select k.id from record_history k
      where k.project_id = ${param("project")} and (k.at, k.id) > (${param("at")}, ${param("entry_id")})
        and k.at >= ${param("at")} and k.at < ${param("before")} and k.actor like '%'
        and not ${isFound(sql`select 1 from project_imports where project_id = ${param("project")}`)}
      order by k.at, k.id limit ${param("limit")}) as page
    ${joinOne(dialect, "record_history", "h", sql`h.id = page.id and h.project_id = ${param("project")}`)}
    order by h.at, h.id`,
);

const drop = sqlStatement<{ project: number; rows: string }, never>(
  "history_removal_drop",
  (param, dialect) =>
    deleteEqual(
      dialect,
      "record_history",
      { project: param("project") },
      { columns: ["id"], rows: jsonRows(dialect, param("rows"), "r", { id: "bigint" }) },
    ),
);

const reduce = sqlStatement<{ project: number; id: number }, never>(
  "history_removal_reduce",
  (param, dialect) => sql`
    update record_history set changes = ${STAGE_ONLY[dialect]}
    where project_id = ${param("project")} and id = ${param("id")}`,
);

/** The change without other values than those of the stage and the pipeline. */
const STAGE_ONLY: Readonly<Record<DialectName, ReturnType<typeof sql>>> = {
  sqlite: sql`case when changes -> 'pipeline' is null then json_object('stage', changes -> 'stage')
    else json_object('pipeline', changes -> 'pipeline', 'stage', changes -> 'stage') end`,
  // Citus takes only immutable functions in an update, which jsonb_build_object is not.
  postgres: sql`jsonb_set(case when changes -> 'pipeline' is null then '{}'
    else jsonb_set('{}', '{pipeline}', changes -> 'pipeline') end, '{stage}', coalesce(changes -> 'stage', 'null'))`,
};

/** Entries that are older than the column count their version from the entries before them, which are removed next. */
const noteVersions = sqlStatement<{ project: number; records: string }, never>(
  "history_removal_versions",
  (param, dialect) => {
    const group = { column: sql`v.record_id`, value: sql`record_history.record_id` };
    const below = sql`record_history.id + 1`;
    return sql`
      update record_history set version = (
        select count(*) from record_history v
        where v.project_id = ${param("project")} and ${isInGroup(dialect, group, sql`v.id`, { below })}
          and v.action in ('created', 'updated', 'deleted', 'restored'))
      where project_id = ${param("project")} and version is null
        and ${isAmong(dialect, sql`record_id`, jsonValues(dialect, param("records"), "bigint"))}`;
  },
);
