import type { Db } from "@rapport/db";
import { builtInType, objectTypeNamed } from "@rapport/model";
import { requireScopes } from "../access/require-scope.ts";
import { auditedOf } from "../audit/audited.ts";
import { type Deps, joinDeps } from "../deps.ts";
import { CrmError, type Issue } from "../errors.ts";
import { createFile, deleteFile, expireFile } from "../files/files.ts";
import { appendToFile } from "../files/write-file.ts";
import { cancelJob, countOpenJobs, createJob, type Job, readJob, removeJob } from "../jobs/jobs.ts";
import type { Principal } from "../principal.ts";
import { requireAnyFileRoom } from "../quotas/file-room.ts";
import { columnNamesOf } from "./columns.ts";
import {
  csvFormOf,
  type ExportDefinition,
  exportEncodingOf,
  fileTypeOf,
  selectionOf,
} from "./definition.ts";
import { type ExportSettings, expiryOf, filesOf, typesOf } from "./export-state.ts";
import { type ExportView, viewOf } from "./export-view.ts";
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
  deps: Deps,
  principal: Principal,
  given: ExportDefinition,
  { isCounted = false }: { readonly isCounted?: boolean } = {},
): Promise<ExportView> {
  const { object, format, gzip, labels } = given;
  const schema = await deps.schemas.get(principal.projectId);
  readDefinition(schema, given);
  // A property that is added while the file is written gets no column.
  const columns = format === "csv" ? columnNamesOf(given, schema.object(object)) : given.columns;
  const text = JSON.stringify({ ...given, columns } satisfies ExportDefinition);
  const details = { name: builtInType(object).plural, format };
  const entry = { action: "exports.create", subject: "export", details };
  return auditedOf(deps, principal, entry, (audited) =>
    audited.db.transaction(async (tx) => {
      await requireAnyFileRoom(deps, tx, principal);
      const definition = await createFile(deps, tx, principal, object);
      const file = { projectId: principal.projectId, id: definition };
      await appendToFile(joinDeps(audited, tx), file, Buffer.from(text, "utf8"));
      const output = await createFile(deps, tx, principal, fileTypeOf(given), EXPORT_FILE);
      const settings: ExportSettings = {
        format,
        gzip,
        labels,
        delimiter: format === "csv" ? csvFormOf(given).delimiter : null,
        encoding: exportEncodingOf(given),
        named: labels ? associatedTypesOf(given) : undefined,
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
      return viewOf(tx, await findExport(tx, principal, id));
    }),
  );
}

function associatedTypesOf(definition: ExportDefinition): readonly string[] {
  const { associations = [] } = selectionOf(definition);
  return associations.flatMap((name) => objectTypeNamed(name) ?? []);
}

/** Lists the faults of an export's definition that only the project's schema shows. Accepts input of any shape. */
export async function checkExport(
  deps: Pick<Deps, "schemas">,
  principal: Principal,
  input: unknown,
): Promise<readonly Issue[]> {
  const { object } = (input ?? {}) as { readonly object?: unknown };
  const type = typeof object === "string" ? objectTypeNamed(object) : undefined;
  if (type === undefined) return [];
  const schema = await deps.schemas.get(principal.projectId);
  return definitionIssues(schema.object(type), input as object);
}

/**
 * Returns an export.
 *
 * @throws CrmError NOT_FOUND; INSUFFICIENT_SCOPE
 */
export async function readExport(
  { db }: Pick<Deps, "db">,
  principal: Principal,
  id: number,
): Promise<ExportView> {
  return viewOf(db, await findExport(db, principal, id));
}

/**
 * Cancels an export and deletes its file.
 *
 * @throws CrmError NOT_FOUND; INSUFFICIENT_SCOPE; CONFLICT if it has ended
 */
export async function cancelExport(
  { db }: Pick<Deps, "db">,
  principal: Principal,
  id: number,
): Promise<ExportView> {
  return db.transaction(async (tx) => {
    await findExport(tx, principal, id);
    if (!(await cancelJob(tx, principal, id))) {
      throw new CrmError("CONFLICT", "The export has ended, so it cannot be cancelled.");
    }
    const job = await findExport(tx, principal, id);
    const { definition, output } = filesOf(job);
    if (output !== undefined) await deleteFile(tx, output);
    await expireFile(tx, definition, expiryOf(job.endedAt));
    return viewOf(tx, job);
  });
}

/**
 * Deletes an export that has ended, and its file.
 *
 * @throws CrmError NOT_FOUND; INSUFFICIENT_SCOPE; CONFLICT if it is open
 */
export async function deleteExport(
  { db }: Pick<Deps, "db">,
  principal: Principal,
  id: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { definition, output } = filesOf(await findExport(tx, principal, id));
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
export async function findExport(db: Db, principal: Principal, id: number): Promise<Job> {
  const job = await readJob(db, principal, KIND, id);
  if (job === undefined) {
    throw new CrmError("NOT_FOUND", `This project has no export with id ${id}.`);
  }
  if (!mayReadExport(principal, job)) requireScopes(principal, typesOf(job).map(readScope));
  return job;
}

/** Admins may read every type. The others need the scopes of its types. */
export function mayReadExport({ kind, scopes }: Principal, job: Job): boolean {
  const isAdmin = kind === "user" || kind === "system";
  return isAdmin || typesOf(job).every((type) => scopes.has(readScope(type)));
}

function readScope(type: string): string {
  return `crm.${builtInType(type).plural}.read`;
}
