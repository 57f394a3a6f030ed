import { sql } from "kysely";
import { isAmong } from "../../dialect/access-path.ts";
import type { Db } from "../../dialect/dialect.ts";
import { jsonValues } from "../../dialect/json.ts";
import type { PropertyChanges } from "../../schema.ts";
import type { Scope } from "../../scope.ts";
import { sqlStatement } from "../../statement.ts";

/** A change that an import made. */
export interface ImportChange {
  readonly id: number;
  readonly record_id: number;
  readonly action: string;
  readonly version: number | null;
  readonly changes: PropertyChanges;
}

/** Lists the changes of records by an import, the newest first. */
export async function listChanges(
  db: Db,
  { projectId }: Scope,
  ids: readonly number[],
  actor: string,
): Promise<readonly ImportChange[]> {
  const rows = await list.all(db, { project: projectId, ids: JSON.stringify(ids), actor });
  return rows.toSorted((a, b) => b.id - a.id);
}

// As a plain column, the actor would lead PostgreSQL to an index with the history of the whole project.
const list = sqlStatement<{ project: number; ids: string; actor: string }, ImportChange>(
  "import_changes_list",
  (param, dialect) => sql`
    select id, record_id, action, version, changes from record_history
    where project_id = ${param("project")}
      and ${isAmong(dialect, sql`record_id`, jsonValues(dialect, param("ids"), "bigint"))}
      and coalesce(actor, '') = ${param("actor")} and action in ('created', 'updated')`,
);

/** Returns which records anyone but an import and its undoing has changed or associated. */
export async function findTouched(
  db: Db,
  { projectId }: Scope,
  ids: readonly number[],
  actors: { readonly import: string; readonly undo: string },
): Promise<readonly number[]> {
  const args = { project: projectId, ids: JSON.stringify(ids), actor: actors.import };
  const rows = await touched.all(db, { ...args, undo: actors.undo });
  return rows.map(({ record_id }) => record_id);
}

const touched = sqlStatement<
  { project: number; ids: string; actor: string; undo: string },
  { record_id: number }
>(
  "import_changes_touched",
  (param, dialect) => sql`
    select distinct record_id from record_history
    where project_id = ${param("project")}
      and ${isAmong(dialect, sql`record_id`, jsonValues(dialect, param("ids"), "bigint"))}
      and actor <> ${param("actor")} and actor <> ${param("undo")}`,
);
