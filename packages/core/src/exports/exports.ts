import { isUnscoped, recordScope, requireScopes } from "../access/require-scope.ts";
import { auditedCall } from "../audit/audit.ts";
import { type Call, joinCall } from "../call.ts";
import { type Deps, joinDeps } from "../deps.ts";
import { CrmError, type Issue } from "../errors.ts";
import { createFile, deleteFile, expireFile, FileGone } from "../files/files.ts";
import { appendToFile } from "../files/write-file.ts";
import {
  cancelJob,
  countOpenJobs,
  createJob,
  type Job,
  pageOfJobs,
  readJob,
  removeJob,
} from "../jobs/jobs.ts";
import type { ProjectSchema } from "../object-schema.ts";
import type { Total } from "../query/count-search.ts";
import { type SearchOfTable, tableOfSearch } from "../query/table-query.ts";
import { requireAnyFileRoom } from "../quotas/tenant-room.ts";
import { withId } from "../records/errors.ts";
import { exportColumnNames } from "./columns.ts";
import {
  type ExportDefinition,
  exportCsvForm,
  exportEncoding,
  exportFileType,
} from "./definition.ts";
import {
  type ExportSettings,
  type ExportView,
  exportExpiry,
  exportedTypes,
  exportFiles,
  exportProgress,
  exportView,
} from "./export-state.ts";
import { EXPORT_FILE, MAX_OPEN_EXPORTS, requirePlace, tooManyOpen } from "./limits.ts";
import { openDefinition } from "./run-export.ts";
import { definitionIssues, readDefinition } from "./write-export.ts";

const KIND = "export";

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
  const columns = format === "csv" ? exportColumnNames(wanted, found) : given.columns;
  const text = JSON.stringify({ ...wanted, columns } satisfies ExportDefinition);
  const details = { name: found.plural, format };
  const entry = { action: "exports.create", subject: "export", details };
  return auditedCall({ deps, principal }, entry, (joined) =>
    joined.deps.db.transaction(async (tx) => {
      await requireAnyFileRoom(deps, tx, principal);
      const definition = await createFile(deps, tx, principal, { type: object });
      const file = { projectId: principal.projectId, id: definition };
      await appendToFile(joinDeps(joined.deps, tx), file, Buffer.from(text, "utf8"));
      const output = await createFile(deps, tx, principal, {
        type: exportFileType(wanted),
        kind: EXPORT_FILE,
      });
      const settings: ExportSettings = {
        format,
        gzip,
        labels,
        delimiter: format === "csv" ? exportCsvForm(given).delimiter : null,
        encoding: exportEncoding(given),
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
      const id = await createJob({ deps, principal }, tx, job);
      // The new job locks the project's queue, so the others are counted one after the other.
      if ((await countOpenJobs(tx, principal, KIND)) > MAX_OPEN_EXPORTS) throw tooManyOpen();
      await requirePlace(tx, principal);
      return exportView(tx, await findExport(joinCall(joined, tx), id));
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
  return exportView(deps.db, await findExport({ deps, principal }, id));
}

/**
 * Cancels an export and deletes its file.
 *
 * @throws CrmError NOT_FOUND; INSUFFICIENT_SCOPE; CONFLICT if it has ended
 */
export async function cancelExport({ deps, principal }: Call, id: number): Promise<ExportView> {
  return deps.db.transaction(async (tx) => {
    const joined = joinCall({ deps, principal }, tx);
    await findExport(joined, id);
    if (!(await cancelJob(tx, principal, id))) {
      throw new CrmError("CONFLICT", "The export has ended, so it cannot be cancelled.");
    }
    const job = await findExport(joined, id);
    const { definition, output } = exportFiles(job);
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
    const job = await findExport(joinCall({ deps, principal }, tx), id);
    const { definition, output } = exportFiles(job);
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
  { deps, principal }: Call<Pick<Deps, "db" | "schemas">>,
  id: number,
): Promise<Job> {
  const job = await readJob(deps.db, principal, KIND, id);
  if (job === undefined) {
    throw new CrmError("NOT_FOUND", `This project has no export ${withId(id)}.`);
  }
  if (!isUnscoped(principal)) {
    requireScopes(principal, scopesToRead(await deps.schemas.get(principal.projectId), job));
  }
  return job;
}

/** Returns the scopes of the types whose values an export has. */
function scopesToRead({ objects }: ProjectSchema, job: Job): readonly string[] {
  return exportedTypes(job).map((type) => recordScope(objects.get(type), "read"));
}

interface Page {
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** Lists the exports of a project that a credential may read, newest first. */
export async function listExports(
  { deps, principal }: Call<Pick<Deps, "db" | "cursors" | "schemas">>,
  page: Page,
): Promise<{ readonly results: readonly ExportView[]; readonly nextCursor: string | null }> {
  const { jobs, nextCursor } = await pageOfJobs({ deps, principal }, [KIND], page);
  const results: ExportView[] = [];
  const schema = await deps.schemas.get(principal.projectId);
  for (const job of jobs) {
    const mayRead =
      isUnscoped(principal) ||
      scopesToRead(schema, job).every((scope) => principal.scopes.has(scope));
    if (!mayRead) continue;
    results.push(await exportView(deps.db, job));
  }
  return { results, nextCursor };
}

/** An export as the admin app lists it. */
interface ListedExport extends ExportView {
  /** Who created it, in stored form. */
  readonly actor: string;
  /** How many records it will have; null if they were not counted. */
  readonly total: Total | null;
  /** Which records it has; null if a record of its type was erased since, because a filter may have its values. */
  readonly records: SearchOfTable | null;
}

/** Lists the exports of a project with what they have, newest first. */
export async function listExportsInFull(
  { deps, principal }: Call<Pick<Deps, "cursors" | "db" | "fileParts" | "secrets">>,
  page: Page,
): Promise<{ readonly results: readonly ListedExport[]; readonly nextCursor: string | null }> {
  const { jobs, nextCursor } = await pageOfJobs({ deps, principal }, [KIND], page);
  const results: ListedExport[] = [];
  for (const job of jobs) {
    results.push({
      ...(await exportView(deps.db, job)),
      actor: job.actor,
      total: exportProgress(job)?.total ?? null,
      records: await exportedSearch(deps, job),
    });
  }
  return { results, nextCursor };
}

async function exportedSearch(
  deps: Pick<Deps, "db" | "fileParts" | "secrets">,
  job: Job,
): Promise<SearchOfTable | null> {
  try {
    return tableOfSearch(await openDefinition(deps, job));
  } catch (error) {
    if (error instanceof FileGone) return null;
    throw error;
  }
}
