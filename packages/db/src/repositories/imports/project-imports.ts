import { sql } from "kysely";
import { isFound } from "../../dialect/access-path.ts";
import type { Db } from "../../dialect/dialect.ts";
import { insertMany, insertRows } from "../../inserts.ts";
import { projectIsLive } from "../../live-projects.ts";
import type { Row } from "../../schema.ts";
import { deleteRows, sqlStatement } from "../../statement.ts";

/** An import of a whole project that is not finished. */
export type ProjectImport = Omit<Row<"project_imports">, "begun_at">;

/** Returns the unfinished import into a project that was not deleted. */
export const find = sqlStatement<{ project: number }, ProjectImport>(
  "project_import_find",
  (param) => sql`
    select project_id, digest, id_shift, lines from project_imports
    where project_id = ${param("project")} and ${projectIsLive(param("project"))}`,
);

/** Returns the unfinished import of a file into a project of a tenant. */
export const findOfTenant = sqlStatement<{ tenant: number; digest: string }, ProjectImport>(
  "project_import_find_of_tenant",
  (param) => sql`
    select i.project_id, i.digest, i.id_shift, i.lines from project_imports i
    join projects p on p.id = i.project_id
    where p.tenant_id = ${param("tenant")} and i.digest = ${param("digest")}
      and ${projectIsLive(sql`p.id`)}
    order by i.project_id limit 1`,
);

export const insertImports = insertRows("project_imports", [
  "project_id",
  "digest",
  "id_shift",
  "lines",
  "begun_at",
]);

/**
 * Saves the number of written lines, in the transaction that writes them.
 *
 * @returns false if another process has written the same lines
 */
export const saveProgress = sqlStatement<
  { project: number; before: number; after: number },
  { project_id: number }
>(
  "project_import_save",
  (param) => sql`
    update project_imports set lines = ${param("after")}
    where project_id = ${param("project")} and lines = ${param("before")} returning project_id`,
);

/** Removes the merge and the erasure of a record that an import wrote. */
export async function removeStates(tx: Db, project: number, record: number): Promise<void> {
  for (const statement of [removeMerge, removeNotes, removeLabelNotes, removeErasure]) {
    await statement.all(tx, { project, record });
  }
}

const removeMerge = deleteRows("project_import_drop_merge", "record_merges", {
  project_id: "project",
  merged_id: "record",
});

const removeNotes = deleteRows("project_import_drop_merge_notes", "merge_associations", {
  project_id: "project",
  merged_id: "record",
});

const removeLabelNotes = deleteRows("project_import_drop_label_notes", "merge_labels", {
  project_id: "project",
  merged_id: "record",
});

const removeErasure = deleteRows("project_import_drop_erasure", "erasures", {
  project_id: "project",
  record_id: "record",
});

/** Removes the mark of an unfinished import. */
export const remove = sqlStatement<{ project: number }, never>(
  "project_import_delete",
  (param) => sql`delete from project_imports where project_id = ${param("project")}`,
);

/** Returns whether a project has records in any state. */
export const findRecord = sqlStatement<{ project: number }, { found: unknown }>(
  "project_any_record",
  (param) => {
    const ofProject = sql`select id from records where project_id = ${param("project")}`;
    const live = sql`${ofProject} and deleted_at is null order by project_id, type, id`;
    const removed = sql`
    ${ofProject} and deleted_at is not null and id > 0 order by project_id, deleted_at`;
    return sql`select 1 as found where ${isFound(live)} or ${isFound(removed)}`;
  },
);

/** Inserts records in any state under reserved ids. */
export const insertRecords = insertMany("records", {
  id: "bigint",
  project_id: "bigint",
  type: "text",
  properties: "jsonb",
  version: "integer",
  created_at: "timestamptz",
  updated_at: "timestamptz",
  deleted_at: "timestamptz",
  erased_at: "timestamptz",
  merged_into: "bigint",
});

export const insertMergeAssociations = insertRows("merge_associations", [
  "project_id",
  "merged_id",
  "other_id",
  "created_at",
]);

export const insertMergeLabels = insertRows("merge_labels", [
  "project_id",
  "merged_id",
  "type",
  "other_id",
  "created_at",
]);

/** Leaves the words of all records of a type to the worker. */
export const requireWords = sqlStatement<{ project: number; type: string }, never>(
  "project_import_require_words",
  (param) => sql`
    insert into record_words_missing (project_id, type, after_id)
    values (${param("project")}, ${param("type")}, 0) on conflict do nothing`,
);

/** Leaves the search for duplicates among all records of a type to the worker. */
export const requireComparison = sqlStatement<{ project: number; type: string }, never>(
  "project_import_require_comparison",
  (param) => sql`
    insert into duplicate_backfills (project_id, type, after_id)
    values (${param("project")}, ${param("type")}, 0) on conflict do nothing`,
);

/** Lists the projects with an unfinished import from a file or from HubSpot, oldest first. */
export const listUnfinished = sqlStatement<object, { project_id: number; source: string }>(
  "project_imports_unfinished",
  () => sql`
    select project_id, 'file' as source from project_imports
    union all select project_id, 'hubspot' from jobs where state in ('waiting', 'running') and kind = 'hubspot'
    order by project_id, source`,
);
