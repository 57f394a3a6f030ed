import { sql } from "kysely";
import { isInGroup } from "../../dialect/access-path.ts";
import type { Db } from "../../dialect/dialect.ts";
import { castTo } from "../../dialect/expressions.ts";
import { hasAnyMember, memberText } from "../../dialect/json.ts";
import type { PropertyChanges } from "../../schema.ts";
import type { Scope } from "../../scope.ts";
import { type Statement, sqlStatement } from "../../statement.ts";
import { runWrites } from "../../writes.ts";

/** An entry of a record's history that has values. */
export interface Entry {
  readonly id: number;
  readonly version: number;
  readonly changes: PropertyChanges;
  /** ISO 8601. */
  readonly at: string;
}

/** Entries of one record between two ids, both exclusive. */
interface Range {
  readonly record: number;
  readonly above: number;
  readonly below: number;
}

/** Lists the first unmerges in a part of a record's history, of the record itself and of those merged into it. */
export const listUnmerges = sqlStatement<
  Range & { project: number; limit: number },
  Pick<Entry, "id" | "changes">
>(
  "undone_merges_list",
  (param, dialect) => sql`
    select id, changes from record_history
    where project_id = ${param("project")} and action = 'unmerged'
      and ${isInGroup(dialect, { column: sql`record_id`, value: param("record") }, sql`id`, {
        above: param("above"),
        below: param("below"),
      })}
    order by record_id, id limit ${param("limit")}`,
);

/** Returns the last merge or unmerge before an entry of any history, in the history of a record. */
export const findBefore = sqlStatement<
  { project: number; record: number; below: number; action: string },
  Entry
>(
  "undone_merge_before",
  (param, dialect) => sql`
    select id, version, changes, at from record_history
    where project_id = ${param("project")} and action = ${param("action")}
      and ${isInGroup(dialect, { column: sql`record_id`, value: param("record") }, sql`id`, {
        below: param("below"),
      })}
    order by record_id desc, id desc limit 1`,
);

/** What a record took in a merge that was undone. */
export interface Taken {
  readonly record: number;
  /** Its entries of the merge and of the unmerge. */
  readonly merge: Pick<Entry, "id" | "version">;
  readonly unmerge: Pick<Entry, "id" | "version">;
  /** Properties that it took. */
  readonly names: readonly string[];
}

/**
 * Removes values of these properties from entries after the merge, up to the unmerge.
 *
 * @returns how many had some, at most `limit`
 */
export async function emptyEntries(
  tx: Db,
  { projectId: project }: Scope,
  { record, merge, unmerge, names }: Taken,
  limit: number,
): Promise<number> {
  const range = { record, above: merge.id, below: unmerge.id + 1 };
  const args = { project, ...range, names: JSON.stringify(names), limit };
  const rows = await entriesWith.all(tx, args);
  await runWrites(
    tx,
    rows.map(({ id, changes }) =>
      saveEntry.write({ project, id, changes: JSON.stringify(without(changes, names)) }),
    ),
  );
  return rows.length;
}

/** Removes values of these properties from the entry of the merge. */
export async function emptyMerge(
  tx: Db,
  { projectId: project }: Scope,
  { id, changes }: Entry,
  names: readonly string[],
): Promise<void> {
  await saveEntry.all(tx, { project, id, changes: JSON.stringify(without(changes, names)) });
}

const entriesWith = sqlStatement<
  Range & { project: number; names: string; limit: number },
  Pick<Entry, "id" | "changes">
>(
  "undone_merge_entries",
  (param, dialect) => sql`
    select id, changes from record_history
    where project_id = ${param("project")} and action not in ('associated', 'dissociated')
      and ${hasAnyMember(dialect, sql`changes`, param("names"))}
      and ${isInGroup(dialect, { column: sql`record_id`, value: param("record") }, sql`id`, {
        above: param("above"),
        below: param("below"),
      })}
    order by record_id, id limit ${param("limit")}`,
);

const saveEntry = sqlStatement<{ project: number; id: number; changes: string }, never>(
  "undone_merge_save_entry",
  (param) => sql`
    update record_history set changes = ${param("changes")}
    where project_id = ${param("project")} and id = ${param("id")}`,
);

/**
 * Removes values of these properties from the record's events of that time. The event of the unmerge keeps the record
 * as it is after that, so that a follower's copy is right.
 *
 * @returns the ids of the events that had some, at most `limit`
 */
export async function emptyEvents(
  tx: Db,
  { projectId: project }: Scope,
  { record, merge, unmerge, names }: Taken,
  limit: number,
): Promise<readonly number[]> {
  const versions = { first: merge.version, last: unmerge.version };
  const args = { project, record, ...versions, names: JSON.stringify(names), limit };
  const rows = await eventsWith.all(tx, args);
  await runWrites(
    tx,
    rows.map(({ id, payload: text }) => {
      const data = JSON.parse(text);
      const { properties, changes } = data;
      const payload = JSON.stringify({
        ...data,
        ...(data.version < unmerge.version && { properties: without(properties ?? {}, names) }),
        ...(changes !== undefined && { changes: without(changes, names) }),
      });
      return saveEvent.write({ project, id, payload });
    }),
  );
  return rows.map(({ id }) => id);
}

interface Versions {
  readonly first: number;
  readonly last: number;
}

const eventsWith: Statement<
  Versions & { project: number; record: number; names: string; limit: number },
  { id: number; payload: string }
> = sqlStatement("undone_merge_events", (param, dialect) => {
  const version = castTo(memberText(dialect, sql`payload`, "version"), "bigint");
  const has = (member: string) =>
    hasAnyMember(dialect, memberText(dialect, sql`payload`, member), param("names"));
  return sql`
    select id, payload from events
    where project_id = ${param("project")} and record_id is not null and subject is not null
      and type not like 'association.%'
      and ${isInGroup(dialect, { column: sql`record_id`, value: param("record") }, sql`id`, {})}
      and ${version} between ${param("first")} and ${param("last")}
      and (${has("changes")} or ${version} < ${param("last")} and ${has("properties")})
    order by record_id, id limit ${param("limit")}`;
});

const saveEvent = sqlStatement<{ project: number; id: number; payload: string }, never>(
  "undone_merge_save_event",
  (param) => sql`
    update events set payload = ${param("payload")}
    where project_id = ${param("project")} and id = ${param("id")}`,
);

function without(values: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}
