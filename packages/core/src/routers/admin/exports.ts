import { z } from "zod";
import { principalOfProject } from "../../access/project-principal.ts";
import type { Admin } from "../../access/sessions.ts";
import type { Deps } from "../../deps.ts";
import { CrmError } from "../../errors.ts";
import { EXPORT_FORMATS } from "../../exports/definition.ts";
import { definitionOfTable } from "../../exports/definition-of-table.ts";
import { type Download, openDownload } from "../../exports/download.ts";
import { issuesOf } from "../input-issues.ts";
import { searchText } from "../schemas.ts";
import { id } from "./procedure.ts";
import { table } from "./table-input.ts";

/** Columns of one table: more than a type may have properties. */
const MAX_COLUMNS = 2_000;

const tableExport = z.strictObject({
  ...table,
  columns: z.array(searchText()).max(MAX_COLUMNS),
  format: z.enum(EXPORT_FORMATS),
  gzip: z.boolean().default(false),
});

const download = tableExport.extend({ projectId: id });

/**
 * Begins an export of a table that is sent at once.
 *
 * @param body body of the request, of any shape
 * @throws CrmError INVALID_INPUT with one issue per fault; NOT_FOUND if the project does not exist
 */
export async function downloadTable(deps: Deps, admin: Admin, body: unknown): Promise<Download> {
  const given = download.safeParse(body);
  if (!given.success) {
    const issues = given.error.issues.flatMap(issuesOf);
    throw new CrmError("INVALID_INPUT", "The request is invalid.", { issues });
  }
  const { projectId, ...wanted } = given.data;
  const principal = await principalOfProject(deps, admin, projectId);
  return openDownload(deps, admin, principal, definitionOfTable(wanted));
}
