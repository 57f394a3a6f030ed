import type { Admin } from "../access/admins/sessions.ts";
import { principalOfProject } from "../access/project-principal.ts";
import { audited } from "../audit/audit.ts";
import type { Call } from "../call.ts";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { readFile } from "../files/files.ts";
import type { Principal } from "../principal.ts";
import { exportFileName, exportMediaType } from "./definition.ts";
import { exportProgress, exportView } from "./export-state.ts";
import { findExport } from "./exports.ts";

/** The finished file of an export. */
export interface ExportFile {
  readonly fileName: string;
  readonly mediaType: string;
  readonly length: number;
  /** Strong entity tag, with its quotes. The bytes behind it never change. */
  readonly tag: string;
  readonly modifiedAt: string;
  /** Reads the bytes from one position to before another one. */
  read(from: number, to: number): AsyncGenerator<Buffer>;
}

/**
 * Opens the file of an export.
 *
 * @throws CrmError NOT_FOUND; INSUFFICIENT_SCOPE if the credential may no longer read the type; EXPIRED if the file
 *   was deleted; CONFLICT if the export is not done
 */
export async function openExportFile(
  { deps, principal }: Call<Pick<Deps, "db" | "fileParts" | "schemas" | "secrets">>,
  id: number,
): Promise<ExportFile> {
  const job = await findExport({ deps, principal }, id);
  const view = await exportView(deps.db, job);
  const file = exportProgress(job)?.file;
  if (view.state === "expired") throw gone(id);
  if (view.state !== "done" || file === undefined) throw notDone(view.state, id);
  const { objects } = await deps.schemas.get(job.projectId);
  return {
    fileName: exportFileName(objects.get(job.type)?.plural ?? job.type, view, view.createdAt),
    mediaType: exportMediaType(view),
    length: view.bytes,
    tag: `"export-${id}"`,
    modifiedAt: view.endedAt ?? view.createdAt,
    read: (from, to) => readFile(deps, { projectId: job.projectId, id: file }, { from, to }),
  };
}

function gone(id: number): CrmError {
  const message = `The file of export ${id} was deleted, because it expired, a record was erased, or the database was restored or copied. Create a new export.`;
  return new CrmError("EXPIRED", message);
}

function notDone(state: string, id: number): CrmError {
  const isOpen = state === "waiting" || state === "running";
  const next = isOpen ? "Read the export until its state is done." : "Create a new export.";
  const message = `Export ${id} is ${state}. ${next}`;
  return CrmError.ofIssue("CONFLICT", { path: "", code: "export_not_done", message });
}

/**
 * Opens the finished file of an export for an admin.
 *
 * @returns the file, and a function that writes its download to the audit log
 * @throws CrmError as `openExportFile`; NOT_FOUND if the project does not exist
 */
export async function openExportFor(
  deps: Deps,
  admin: Admin,
  { projectId, id }: { readonly projectId: number; readonly id: number },
): Promise<{
  readonly file: ExportFile;
  readonly principal: Principal;
  readonly noteDownload: () => Promise<void>;
}> {
  const principal = await principalOfProject(deps, admin, projectId, "read-only");
  const file = await openExportFile({ deps, principal }, id);
  const details = { name: file.fileName };
  const entry = { action: "exports.download", subject: `export:${id}`, details };
  return {
    file,
    principal,
    noteDownload: () => audited({ deps, admin, principal }, entry, async () => undefined),
  };
}
