import { type Db, jobs as jobRows, tenancy } from "@rapport/db";
import {
  isUnscoped,
  recordScope,
  requireAnyScope,
  requireScopes,
} from "../access/require-scope.ts";
import { type Deps, joinDeps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import {
  cancelJob,
  countOpenJobs,
  createJob,
  type Job,
  lockJob,
  noteProgress,
  readJob,
} from "../jobs/jobs.ts";
import { KEPT_MS, requireHistory, undoConflict } from "../jobs/undo-conflict.ts";
import type { ProjectSchema } from "../object-schema.ts";
import type { Principal } from "../principal.ts";
import { invalid } from "../records/errors.ts";
import { type ImportView, isKept, viewOf } from "./import-view.ts";
import { optionIssues, withColumnNames } from "./plan.ts";
import { progressOf } from "./progress.ts";
import { keepFiles } from "./run-import.ts";
import {
  IMPORT,
  IMPORT_UNDO,
  type ImportOptions,
  type ImportSettings,
  settingsOf,
} from "./settings.ts";
import { MAX_OPEN_IMPORTS } from "./size-limits.ts";

/**
 * Creates an import that waits for its data.
 *
 * @param name type of the records, in either form
 * @throws CrmError INVALID_INPUT with every fault of the options; INSUFFICIENT_SCOPE; CONFLICT if five imports of the
 *   project are open
 */
export async function createImport(
  deps: Deps,
  principal: Principal,
  name: string,
  options: ImportOptions,
  { fileName = null }: { readonly fileName?: string | null } = {},
): Promise<ImportView> {
  const schemas = await deps.schemas.get(principal.projectId);
  const issues = optionIssues(schemas, name, options);
  if (issues.length > 0) throw invalid(issues);
  const { name: type } = schemas.object(name);
  const associations = options.associations.map((one) => ({
    ...one,
    object: schemas.object(one.object).name,
  }));
  const settings: ImportSettings = {
    ...withColumnNames({ ...options, associations }),
    ...{ fileName, data: null },
  };
  const id = await deps.db.transaction(async (tx) => {
    await tenancy.lockProject.first(tx, { id: principal.projectId });
    await cancelForgotten(tx, principal);
    if ((await countOpenJobs(tx, principal, IMPORT)) >= MAX_OPEN_IMPORTS) throw tooMany();
    return createJob(deps, tx, principal, {
      ...{ kind: IMPORT, type, state: "waiting" },
      settings: { ...settings },
    });
  });
  return readImport(deps, principal, id);
}

/** Cancels imports of the project whose data never came. */
async function cancelForgotten(tx: Db, principal: Principal): Promise<void> {
  const before = new Date(Date.now() - KEPT_MS).toISOString();
  for (const job of await jobRows.listOpen(tx, principal)) {
    const isForgotten = job.kind === IMPORT && job.state === "waiting" && job.created_at < before;
    if (isForgotten) await cancelJob(tx, principal, job.id);
  }
}

/** Returns the refusal of an import that would be one too many. */
export function tooMany(): CrmError {
  return new CrmError(
    "CONFLICT",
    `This project has ${MAX_OPEN_IMPORTS} open imports. Wait until one has ended, or cancel one.`,
  );
}

/** @throws CrmError NOT_FOUND; INSUFFICIENT_SCOPE if the credential may neither read nor write its type */
export async function readImport(
  { db, schemas }: Pick<Deps, "db" | "schemas">,
  principal: Principal,
  id: number,
): Promise<ImportView> {
  const { type, ...job } = await findImport(db, principal, id);
  const schema = await schemas.get(principal.projectId);
  if (!maySee(principal, schema, type)) requireAnyScope(principal, scopesToSee(schema, type));
  return viewOf(db, { type, ...job });
}

/**
 * Returns whether a credential may know of the imports of a type. Admins and the command line know of all. Any may know of
 * those of a type that was deleted, which hold no values.
 */
export function maySee(principal: Principal, schema: ProjectSchema, type: string): boolean {
  if (isUnscoped(principal) || !schema.objects.has(type)) return true;
  return scopesToSee(schema, type).some((scope) => principal.scopes.has(scope));
}

function scopesToSee(schema: ProjectSchema, type: string): readonly string[] {
  return [recordScope(schema, type, "read"), recordScope(schema, type, "write")];
}

/** Finds an import. @throws CrmError NOT_FOUND */
export async function findImport(db: Db, principal: Principal, id: number): Promise<Job> {
  const job = await readJob(db, principal, IMPORT, id);
  if (job === undefined) throw importNotFound(id);
  return job;
}

function importNotFound(id: number): CrmError {
  return new CrmError("NOT_FOUND", `There is no import with id ${id} in this project.`);
}

/** Checks that a credential may do something with the records of an import. @throws CrmError INSUFFICIENT_SCOPE */
export async function requireAccess(
  { schemas }: Pick<Deps, "schemas">,
  principal: Principal,
  { type }: Pick<Job, "type">,
  ...rights: readonly Parameters<typeof recordScope>[2][]
): Promise<void> {
  if (isUnscoped(principal)) return;
  const schema = await schemas.get(principal.projectId);
  requireScopes(
    principal,
    rights.map((right) => recordScope(schema, type, right)),
  );
}

/**
 * Cancels an import. What it has done stays.
 *
 * @throws CrmError NOT_FOUND; CONFLICT if it has ended
 */
export async function cancelImport(
  deps: Deps,
  principal: Principal,
  id: number,
): Promise<ImportView> {
  await deps.db.transaction(async (tx) => {
    const job = await lockJob(tx, principal, IMPORT, id);
    if (job === undefined) throw importNotFound(id);
    await requireAccess(joinDeps(deps, tx), principal, job, "write");
    if (!(await cancelJob(tx, principal, id))) {
      throw new CrmError("CONFLICT", "The import has ended, so it cannot be cancelled.");
    }
    await keepFiles(deps, tx, job);
  });
  return readImport(deps, principal, id);
}

/**
 * Begins to undo an import that has ended (specification §26).
 *
 * @throws CrmError NOT_FOUND; CONFLICT if it has not ended, was undone, or ended more than seven days ago, or if a record
 *   of its type was erased since, its files are gone for another reason, or the history no longer has its changes
 */
export async function undoImport(
  deps: Deps,
  principal: Principal,
  id: number,
): Promise<ImportView> {
  await deps.db.transaction(async (tx) => {
    const job = await lockJob(tx, principal, IMPORT, id);
    if (job === undefined) throw importNotFound(id);
    await requireAccess(joinDeps(deps, tx), principal, job, "write", "delete");
    const conflict = await undoConflict(tx, job, "import", progressOf(job).undo);
    if (conflict !== undefined) throw new CrmError("CONFLICT", conflict);
    await requireHistory(tx, job, job, "import");
    const { data } = settingsOf(job);
    if (data !== null && !(await isKept(tx, job, data))) {
      const message =
        "The import can no longer be undone. A record of its type was erased since, or the database was restored or copied without its files.";
      throw new CrmError("CONFLICT", message);
    }
    const undo = await createJob(deps, tx, principal, {
      ...{ kind: IMPORT_UNDO, type: job.type, state: "running" },
      settings: { import: id, changesFile: data?.changesFile ?? null },
    });
    await noteProgress(tx, principal, id, { ...progressOf(job), undo });
  });
  return readImport(deps, principal, id);
}
