import { sql } from "kysely";
import type { Db } from "../../dialect/dialect.ts";
import type { Row } from "../../schema.ts";
import { insertRows, sqlStatement } from "../../statement.ts";

/** An import from HubSpot into a project that is not finished. */
export type HubspotImport = Omit<Row<"hubspot_imports">, "project_id" | "begun_at">;

/** Returns the unfinished import into a project. */
export const find = sqlStatement<{ project: number }, HubspotImport>(
  "hubspot_import_find",
  (param) => sql`
    select account, type, after, pages, details from hubspot_imports
    where project_id = ${param("project")}`,
);

export const insertImports = insertRows("hubspot_imports", [
  "project_id",
  "account",
  "type",
  "after",
  "pages",
  "details",
  "begun_at",
]);

/**
 * Saves the progress of an import, in the transaction that writes the records.
 *
 * @param progress.pages the number of changes before this one
 * @returns false if another process has changed it
 */
export async function saveProgress(
  tx: Db,
  projectId: number,
  progress: Omit<HubspotImport, "account" | "details"> & { readonly details: object },
): Promise<boolean> {
  const details = JSON.stringify(progress.details);
  return (await save.first(tx, { ...progress, project: projectId, details })) !== undefined;
}

const save = sqlStatement<
  { project: number; type: string; after: string | null; pages: number; details: string },
  { pages: number }
>(
  "hubspot_import_save",
  (param) => sql`
    update hubspot_imports set type = ${param("type")}, after = ${param("after")},
      details = ${param("details")}, pages = pages + 1
    where project_id = ${param("project")} and pages = ${param("pages")} returning pages`,
);

export const remove = sqlStatement<{ project: number }, never>(
  "hubspot_import_delete",
  (param) => sql`delete from hubspot_imports where project_id = ${param("project")}`,
);
