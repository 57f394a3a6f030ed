import { sql } from "kysely";
import type { Db } from "../dialect/dialect.ts";
import { jsonRows } from "../dialect/json.ts";
import type { Scope } from "../scope.ts";
import { sqlStatement } from "../statement.ts";

/** Subjects that pages follow besides the feed, because their changes have no events. */
export const REVISION_SUBJECTS = [
  "jobs",
  "deliveries",
  "usage",
  "views",
  "currencies",
  "attachments",
] as const;
export type RevisionSubject = (typeof REVISION_SUBJECTS)[number];

/**
 * Counts a change of what one of the subjects names. Call it at the end of the transaction, because others
 * wait for its row.
 */
export async function noteRevision(
  tx: Db,
  { projectId }: Scope,
  subject: RevisionSubject,
): Promise<void> {
  await note.all(tx, { project: projectId, subject, at: new Date().toISOString() });
}

const note = sqlStatement<{ project: number; subject: RevisionSubject; at: string }, never>(
  "live_revision_note",
  (param) => sql`
    insert into live_revisions (project_id, subject, revision, changed_at)
    values (${param("project")}, ${param("subject")}, 1, ${param("at")})
    on conflict (project_id, subject) do update
      set revision = live_revisions.revision + 1, changed_at = excluded.changed_at`,
);

/** Counts a change of several projects, as noteRevision does. Ids must be in ascending order and must not repeat. */
export async function noteRevisions(
  tx: Db,
  projectIds: readonly number[],
  subject: RevisionSubject,
): Promise<void> {
  const changed_at = new Date().toISOString();
  const rows = projectIds.map((project_id) => ({ project_id, subject, changed_at }));
  await noteMany.all(tx, { rows: JSON.stringify(rows) });
}

// SQLite would take "on conflict" for a join condition if the select had no "where".
const noteMany = sqlStatement<{ rows: string }, never>(
  "live_revisions_note",
  (param, dialect) => sql`
    insert into live_revisions (project_id, subject, revision, changed_at)
    select project_id, subject, 1, changed_at
      from ${jsonRows(dialect, param("rows"), "r", NOTED)} where true
    on conflict (project_id, subject) do update
      set revision = live_revisions.revision + 1, changed_at = excluded.changed_at`,
);

const NOTED = { project_id: "bigint", subject: "text", changed_at: "timestamptz" } as const;

export interface Revision {
  readonly subject: RevisionSubject;
  readonly revision: number;
  readonly changed_at: string;
}

/** Lists the revisions of a project. A subject that has never changed has none. */
export const listRevisions = sqlStatement<{ project: number }, Revision>(
  "live_revisions_list",
  (param) => sql`
    select subject, revision, changed_at from live_revisions
    where project_id = ${param("project")} order by project_id, subject`,
);
