import { type RawBuilder, sql } from "kysely";
import { isInGroup } from "../../dialect/access-path.ts";
import type { Db, DialectName } from "../../dialect/dialect.ts";
import { hasMember, unlessLarge } from "../../dialect/json.ts";
import { recordOfSchema } from "../../dialect/locks.ts";
import { insertRows } from "../../inserts.ts";
import type { PropertyChanges, Row } from "../../schema.ts";
import type { Scope } from "../../scope.ts";
import { type Param, sqlStatement } from "../../statement.ts";

export type RecordHistoryRow = Omit<
  Row<"record_history">,
  "project_id" | "record_id" | "version"
> & {
  /** The record's version after the change. */
  readonly version: number;
};

/** An entry without its changes if they are large. */
export type LightHistoryRow = Omit<RecordHistoryRow, "changes"> & {
  /** Null if they have more than 64 KiB; they can have 2 MiB. */
  readonly changes: PropertyChanges | null;
};

interface HistoryPage {
  readonly record: number;
  /** Id of the last entry of the previous page. */
  readonly before: number;
  readonly limit: number;
}

/** What an entry must have: one of some actions, and a change with a name. */
export interface HistoryFilter {
  readonly actions: readonly [string, string, string];
  readonly name: string;
}

/** Like `listPage`, for the matching entries among the next `scan` ones. */
export function listFiltered(
  db: Db,
  scope: Scope,
  page: HistoryPage & { readonly scan: number },
  filter: HistoryFilter,
): Promise<readonly LightHistoryRow[]> {
  const { name, actions } = filter;
  const [action0, action1, action2] = actions;
  const args = { project: scope.projectId, ...page, name, action0, action1, action2 };
  return filtered.all(db, args);
}

/** Returns the changes of an entry, or undefined if it is gone. */
export async function findChanges(
  db: Db,
  scope: Scope,
  id: number,
): Promise<PropertyChanges | undefined> {
  return (await selectChanges.first(db, { project: scope.projectId, id }))?.changes;
}

/** Returns the id of the entry that is `scan` entries after the start of a page; undefined if there are fewer. */
export async function findEntryAfter(
  db: Db,
  scope: Scope,
  { record, before }: Pick<HistoryPage, "record" | "before">,
  distance: number,
): Promise<number | undefined> {
  const args = { project: scope.projectId, record, before, skip: distance - 1 };
  return (await nth.first(db, args))?.id;
}

interface Place {
  readonly project: number;
  readonly record: number;
  readonly before: number;
}

const selectChanges = sqlStatement<{ project: number; id: number }, { changes: PropertyChanges }>(
  "record_history_changes",
  (param) => sql`
    select h.changes from record_history h
    where h.project_id = ${param("project")} and h.id = ${param("id")}`,
);

/** Lists one page of the history of a record, newest first. A page reads only its own rows of the index. */
export const listPage = sqlStatement<Place & { limit: number }, LightHistoryRow>(
  "record_history_page",
  (param, dialect) => sql`
    select ${columns(dialect, param("project"), "h")} from record_history h
    where ${isBefore(param, dialect)}
    order by h.record_id desc, h.id desc limit ${param("limit")}`,
);

const filtered = sqlStatement<
  Place & {
    limit: number;
    scan: number;
    name: string;
    action0: string;
    action1: string;
    action2: string;
  },
  LightHistoryRow
>(
  "record_history_filtered",
  (param, dialect) => sql`
    select ${columns(dialect, param("project"), "scanned")} from (
      select h.* from record_history h
      where ${isBefore(param, dialect)}
      order by h.record_id desc, h.id desc limit ${param("scan")}) as scanned
    where scanned.action in (${param("action0")}, ${param("action1")}, ${param("action2")})
      and ${hasMember(dialect, sql`scanned.changes`, param("name"))}
    order by scanned.record_id desc, scanned.id desc limit ${param("limit")}`,
);

const nth = sqlStatement<Place & { skip: number }, { id: number }>(
  "record_history_nth",
  (param, dialect) => sql`
    select h.id from record_history h
    where ${isBefore(param, dialect)}
    order by h.record_id desc, h.id desc limit 1 offset ${param("skip")}`,
);

function isBefore(param: Param<Place>, dialect: DialectName): RawBuilder<boolean> {
  const group = { column: sql`h.record_id`, value: param("record") };
  return sql`h.project_id = ${param("project")}
    and ${isInGroup(dialect, group, sql`h.id`, { below: param("before") })}`;
}

/** Counts the version of an entry that is older than the column of versions. */
function columns(
  dialect: DialectName,
  project: RawBuilder<number>,
  entry: string,
): RawBuilder<LightHistoryRow> {
  const column = (name: string) => sql.ref(`${entry}.${name}`);
  const group = { column: sql`v.record_id`, value: column("record_id") };
  const isUpToEntry = isInGroup(dialect, group, sql`v.id`, { below: sql`${column("id")} + 1` });
  const light = unlessLarge(dialect, column("changes"));
  return sql`${column("id")}, ${column("action")}, ${light} as changes, ${column("actor")},
    ${column("at")}, coalesce(${column("version")}, (
      select count(*) from record_history v
      where v.project_id = ${project} and ${isUpToEntry}
        and v.action in ('created', 'updated', 'deleted', 'restored'))) as version`;
}

export interface HistoryEntry {
  readonly record: number;
  readonly action: string;
  /** JSON text. */
  readonly changes: string;
  readonly actor: string;
  readonly at: string;
  /** The record's version after the change. */
  readonly version: number;
}

/**
 * Adds a change to a record's history. Throws NullViolation if the schema is no longer that which the change was checked
 * against: then the entry has no record. The caller must hold the schema lock.
 */
export const insertChange = sqlStatement<
  HistoryEntry & { project: number; schemaVersion: number },
  never
>(
  "record_history_insert",
  (param, dialect) => sql`
    insert into record_history (project_id, record_id, action, changes, actor, at, version)
    values (${param("project")},
      ${recordOfSchema(dialect, param("record"), param("project"), param("schemaVersion"))},
      ${param("action")}, ${param("changes")}, ${param("actor")}, ${param("at")}, ${param("version")})`,
);

export const insertHistory = insertRows("record_history", [
  "project_id",
  "record_id",
  "action",
  "changes",
  "actor",
  "at",
  "version",
]);
