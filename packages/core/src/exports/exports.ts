import { isUnscoped, recordScope, requireScopes } from "../access/require-scope.ts";
import { auditedOf } from "../audit/audit.ts";
import type { Call } from "../call.ts";
import { type Deps, joinDeps } from "../deps.ts";
import { CrmError, type Issue } from "../errors.ts";
import { createFile, deleteFile, expireFile } from "../files/files.ts";
import { appendToFile } from "../files/write-file.ts";
import { cancelJob, countOpenJobs, createJob, type Job, readJob, removeJob } from "../jobs/jobs.ts";
import type { ProjectSchema } from "../object-schema.ts";
import type { Principal } from "../principal.ts";
import { requireAnyFileRoom } from "../quotas/file-room.ts";
import { columnNamesOf } from "./columns.ts";
import { csvFormOf, type ExportDefinition, exportEncodingOf, fileTypeOf } from "./definition.ts";
import {
  type ExportSettings,
  type ExportView,
  exportExpiry,
  exportedTypes,
  exportView,
  filesOf,
} from "./export-state.ts";
import { EXPORT_FILE, MAX_OPEN_EXPORTS, requirePlace, tooManyOpen } from "./limits.ts";
import { definitionIssues, readDefinition } from "./write-export.ts";

export const KIND = "export";

/**
 * Creates an export, which a worker writes, and an entry in the audit log.
 *
 * @param options.isCounted whether its records are counted first, so that the progress has an end
 * @throws CrmError INVALID_INPUT with one issue per fault; CONFLICT if too many exports of the project are open
 *   or kept, or their files have too many bytes; QUOTA if the tenant may have no more bytes in files
 */
export async function createExport(
  { deps, principal }: Call,
  given: ExportDefinition,
  { isCounted = false }: { readonly isCounted?: boolean } = {},
): Promise<ExportView> {
  const { format, gzip, labels } = given;
  const schema = await deps.schemas.get(principal.projectId);
  const { object: found, selection } = readDefinition(schema, given);
  const { name: object } = found;
  const associations = given.associations && selection.associations;
  const wanted: ExportDefinition = { ...given, object, associations };
  // A property that is added while the file is written gets no column.
  const columns = format === "csv" ? columnNamesOf(wanted, found) : given.columns;
  const text = JSON.stringify({ ...wanted, columns } satisfies ExportDefinition);
  const details = { name: found.plural, format };
  const entry = { action: "exports.create", subject: "export", details };
  return auditedOf({ deps, principal }, entry, (audited) =>
    audited.db.transaction(async (tx) => {
      await requireAnyFileRoom(deps, tx, principal);
      const definition = await createFile(deps, tx, principal, { type: object });
      const file = { projectId: principal.projectId, id: definition };
      await appendToFile(joinDeps(audited, tx), file, Buffer.from(text, "utf8"));
      const output = await createFile(deps, tx, principal, {
        type: fileTypeOf(wanted),
        kind: EXPORT_FILE,
      });
      const settings: ExportSettings = {
        format,
        gzip,
        labels,
        delimiter: format === "csv" ? csvFormOf(given).delimiter : null,
        encoding: exportEncodingOf(given),
        named: labels ? selection.associations : undefined,
        isCounted,
        definition,
        file: output,
      };
      const job = {
        kind: KIND,
        type: object,
        settings: { ...settings },
        state: "running",
      } as const;
      const id = await createJob(deps, tx, principal, job);
      // The new job locks the project's queue, so the others are counted one after the other.
      if ((await countOpenJobs(tx, principal, KIND)) > MAX_OPEN_EXPORTS) throw tooManyOpen();
      await requirePlace(tx, principal);
      return exportView(tx, await findExport(joinDeps(audited, tx), principal, id));
    }),
  );
}

/** Lists the faults of an export's definition that only the project's schema shows. Accepts input of any shape. */
export async function checkExport(
  { deps, principal }: Call<Pick<Deps, "schemas">>,
  input: unknown,
): Promise<readonly Issue[]> {
  const { object } = (input ?? {}) as { readonly object?: unknown };
  if (typeof object !== "string") return [];
  return definitionIssues(await deps.schemas.get(principal.projectId), input as object);
}

/**
 * Returns an export.
 *
 * @throws CrmError NOT_FOUND; INSUFFICIENT_SCOPE
 */
export async function readExport(
  { deps, principal }: Call<Pick<Deps, "db" | "schemas">>,
  id: number,
): Promise<ExportView> {
  return exportView(deps.db, await findExport(deps, principal, id));
}

/**
 * Cancels an export and deletes its file.
 *
 * @throws CrmError NOT_FOUND; INSUFFICIENT_SCOPE; CONFLICT if it has ended
 */
export async function cancelExport(
  given: Deps,
  principal: Principal,
  id: number,
): Promise<ExportView> {
  return given.db.transaction(async (tx) => {
    const deps = joinDeps(given, tx);
    await findExport(deps, principal, id);
    if (!(await cancelJob(tx, principal, id))) {
      throw new CrmError("CONFLICT", "The export has ended, so it cannot be cancelled.");
    }
    const job = await findExport(deps, principal, id);
    const { definition, output } = filesOf(job);
    if (output !== undefined) await deleteFile(tx, output);
    await expireFile(tx, definition, exportExpiry(job.endedAt));
    return exportView(tx, job);
  });
}

/**
 * Deletes an export that has ended, and its file.
 *
 * @throws CrmError NOT_FOUND; INSUFFICIENT_SCOPE; CONFLICT if it is open
 */
export async function deleteExport({ deps, principal }: Call, id: number): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const job = await findExport(joinDeps(deps, tx), principal, id);
    const { definition, output } = filesOf(job);
    if (!(await removeJob(tx, principal, id))) {
      throw new CrmError("CONFLICT", `Export ${id} is not finished. Cancel it first.`);
    }
    await deleteFile(tx, definition);
    if (output !== undefined) await deleteFile(tx, output);
  });
}

/**
 * Finds the job of an export.
 *
 * @throws CrmError NOT_FOUND; INSUFFICIENT_SCOPE if the credential may not read its types
 */
export async function findExport(
  { db, schemas }: Pick<Deps, "db" | "schemas">,
  principal: Principal,
  id: number,
): Promise<Job> {
  const job = await readJob(db, principal, KIND, id);
  if (job === undefined) {
    throw new CrmError("NOT_FOUND", `This project has no export with id ${id}.`);
  }
  if (!isUnscoped(principal)) {
    requireScopes(principal, scopesToRead(await schemas.get(principal.projectId), job));
  }
  return job;
}

/** Returns the scopes of the types whose values an export has. */
export function scopesToRead(schema: ProjectSchema, job: Job): readonly string[] {
  return exportedTypes(job).map((type) => recordScope(schema, type, "read"));
}
