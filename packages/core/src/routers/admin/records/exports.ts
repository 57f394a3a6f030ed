import { FILE_FORMATS } from "@rapport/model";
import { z } from "zod";
import { isRoleAtLeast } from "../../../access/admins/roles.ts";
import type { Admin } from "../../../access/admins/sessions.ts";
import { type ProjectAdmin, principalOfProject } from "../../../access/project-principal.ts";
import { nameActors } from "../../../audit/actors.ts";
import { audited } from "../../../audit/audit.ts";
import type { Call } from "../../../call.ts";
import type { Deps } from "../../../deps.ts";
import { CrmError } from "../../../errors.ts";
import { definitionOfTable } from "../../../exports/definition.ts";
import { exportTable, type TableDownload } from "../../../exports/download.ts";
import {
  cancelExport,
  deleteExport,
  findExport,
  listExportsInFull,
} from "../../../exports/exports.ts";
import { type Principal, storedActor } from "../../../principal.ts";
import { toIssues } from "../../input-issues.ts";
import { csvMembers, page, searchText } from "../../schemas.ts";
import { router } from "../../trpc.ts";
import { id, projectProcedure } from "../procedure.ts";
import { table } from "./table-input.ts";

/** Columns of one table: more than a type may have properties. */
const MAX_COLUMNS = 2_000;

const tableExport = z.strictObject({
  ...table,
  columns: z.array(searchText()).max(MAX_COLUMNS),
  format: z.enum(FILE_FORMATS),
  gzip: z.boolean().default(false),
  ...csvMembers,
});

const download = tableExport.extend({ projectId: id });

const existing = z.object({ id });

/** Procedures of exports. The export of a table and the download of a file have routes of their own. */
export const exports = router({
  list: projectProcedure("read-only", z.object(page)).query(async ({ ctx, input }) => {
    const { results, nextCursor } = await listExportsInFull(ctx, input);
    const actorName = await nameActors(
      ctx.deps,
      results.map(({ actor }) => actor),
    );
    const found = results.map((one) => ({
      ...one,
      actor: actorName(one.actor),
      mayEnd: mayEnd(ctx.principal, one.actor),
    }));
    return { exports: found, nextCursor };
  }),
  cancel: ending("cancel", cancelExport),
  /** Deletes an export that has ended, and its file. */
  delete: ending("delete", deleteExport),
});

function ending(action: string, end: (call: Call, id: number) => Promise<unknown>) {
  return projectProcedure("read-only", existing).mutation(async ({ ctx, input: { id } }) => {
    const entry = { action: `exports.${action}`, subject: `export:${id}`, details: {} };
    await audited(ctx, entry, async (joined) => {
      const { actor } = await findExport(joined, id);
      if (!mayEnd(ctx.principal, actor)) throw notYours();
      await end(joined, id);
    });
  });
}

/** An admin whose role is read-only may cancel and delete only the exports that this admin started. */
function mayEnd(principal: ProjectAdmin, actor: string): boolean {
  return isRoleAtLeast(principal.role, "admin") || actor === storedActor(principal);
}

function notYours(): CrmError {
  const message =
    "Your role is read-only, so you can cancel and delete only exports that you started. Ask an admin.";
  return new CrmError("INSUFFICIENT_SCOPE", message);
}

/**
 * Exports a table: begins to send it at once, or lets a worker write it.
 *
 * @param asked.body body of the request, of any shape
 * @param begin called before the records are read
 * @throws CrmError INVALID_INPUT with one issue per fault; NOT_FOUND if the project does not exist; CONFLICT if too many
 *   exports of the project are open
 */
export async function downloadTable(
  deps: Deps,
  { admin, body }: { readonly admin: Admin; readonly body: unknown },
  begin: (principal: Principal) => void,
): Promise<TableDownload> {
  const given = download.safeParse(body);
  if (!given.success) {
    const issues = given.error.issues.flatMap(toIssues);
    throw new CrmError("INVALID_INPUT", "The request is invalid.", { issues });
  }
  const { projectId, type, ...wanted } = given.data;
  const principal = await principalOfProject(deps, admin, projectId, "read-only");
  const object = await deps.schemas.object(projectId, type);
  begin(principal);
  return exportTable({ deps, admin, principal }, definitionOfTable({ ...wanted, object }));
}
