import { type Db, importDrafts, tenancy } from "@rapport/db";
import { type Call, joinCall } from "../../call.ts";
import { CrmError, type Issue } from "../../errors.ts";
import { createFile, deleteFile, expireFile } from "../../files/files.ts";
import { cancelJob, countOpenJobs, createJob } from "../../jobs/jobs.ts";
import type { Principal } from "../../principal.ts";
import { type CheckSettings, IMPORT_CHECK } from "../check/run-check.ts";
import { MAX_OPEN_IMPORTS } from "../files.ts";
import { tooMany } from "../imports.ts";
import { IMPORT, type ImportSettings } from "../settings.ts";
import { type Draft, draftExpiry, lockDraft, saveDraft } from "./draft.ts";
import { draftIssues, type GivenOptions, withOptions } from "./with-options.ts";

/**
 * Saves the choices for a draft. They may be incomplete; a dry run checks them. Discards the result of an earlier dry
 * run.
 *
 * @param options see `withOptions` for the forms of dates and numbers
 */
export function setOptions(
  { deps, principal }: Call,
  id: string,
  options: GivenOptions,
): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const draft = await lockOpen(tx, principal, id);
    await dropReport(tx, principal, draft);
    const settings = await withOptions(joinCall({ deps, principal }, tx), draft, options);
    await saveDraft(tx, principal, draft, {
      settings,
      checkId: null,
      reportFile: null,
      counts: null,
    });
  });
}

/**
 * Starts a dry run over the whole file.
 *
 * @throws CrmError INVALID_INPUT with every fault of the choices
 */
export async function startCheck({ deps, principal }: Call, id: string): Promise<void> {
  const schemas = await deps.schemas.get(principal.projectId);
  await deps.db.transaction(async (tx) => {
    const draft = await lockOpen(tx, principal, id);
    const { type } = draft;
    const issues = draftIssues(schemas, draft);
    if (issues.length > 0) throw refused(issues);
    await dropReport(tx, principal, draft);
    const reportFile = await createDraftFile({ deps, principal }, tx, draft);
    const check: CheckSettings = { draft: id };
    const checkId = await createJob({ deps, principal }, tx, {
      ...{ kind: IMPORT_CHECK, type, settings: { ...check }, state: "running" },
    });
    await saveDraft(tx, principal, draft, { checkId, reportFile, counts: null });
  });
}

/** Removes a draft with its files. */
export function discardDraft({ deps, principal }: Call, id: string): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const draft = await lockOpen(tx, principal, id);
    await dropReport(tx, principal, draft);
    const { original } = draft.settings;
    for (const file of [draft.fileId, draft.fixesFile, original?.file]) {
      if (file != null) await deleteFile(tx, { ...principal, id: file });
    }
    await saveDraft(tx, principal, draft, { importId: importDrafts.DISCARDED });
  });
}

/** Locks a draft that was not started. @throws CrmError NOT_FOUND; CONFLICT if it was started */
export async function lockOpen(tx: Db, principal: Principal, id: string): Promise<Draft> {
  const draft = await lockDraft(tx, principal, id);
  if (draft.importId === null) return draft;
  throw new CrmError(
    "CONFLICT",
    "This import was already started. Open it in the list of imports.",
  );
}

/** Returns the error for options that do not fit the schema. Its message is the first fault, because a page shows it. */
function refused(issues: readonly Issue[]): CrmError {
  return new CrmError("INVALID_INPUT", issues[0]?.message ?? "", { issues });
}

/** Creates a file that goes with the draft. */
export async function createDraftFile(
  { deps, principal }: Call,
  tx: Db,
  draft: Draft,
): Promise<string> {
  const id = await createFile(deps, tx, principal, { type: draft.type });
  await expireFile(tx, { ...principal, id }, draftExpiry(draft));
  return id;
}

/** Discards the result of a dry run. */
export async function dropReport(tx: Db, principal: Principal, draft: Draft): Promise<void> {
  const { checkId, reportFile } = draft;
  if (checkId !== null) await cancelJob(tx, principal, checkId);
  if (reportFile !== null) await deleteFile(tx, { ...principal, id: reportFile });
}

/**
 * Starts the import of a draft that was checked, with the fixes of its rows. From then on it is an import like any other.
 *
 * @returns its id
 * @throws CrmError CONFLICT if the draft was not checked, or five imports of the project are open; INVALID_INPUT if its
 *   options no longer fit the schema
 */
export async function startImport({ deps, principal }: Call, id: string): Promise<number> {
  const { projectId } = principal;
  const schemas = await deps.schemas.get(projectId);
  return deps.db.transaction(async (tx) => {
    await tenancy.lockProject.first(tx, { id: projectId });
    const draft = await lockOpen(tx, principal, id);
    const { type, fileId, fileName, fixesFile, settings, counts } = draft;
    if (counts === null) throw new CrmError("CONFLICT", "Check the file before you import it.");
    const { options, ...found } = settings;
    const issues = draftIssues(schemas, draft);
    if (issues.length > 0) throw refused(issues);
    if ((await countOpenJobs(tx, principal, IMPORT)) >= MAX_OPEN_IMPORTS) throw tooMany();
    for (const file of [fileId, fixesFile]) {
      if (file !== null) await expireFile(tx, { projectId, id: file }, null);
    }
    const refusedFile = await createFile(deps, tx, principal, { type });
    const changesFile = await createFile(deps, tx, principal, { type });
    const data = { ...found, file: fileId, fixesFile, refusedFile, changesFile };
    const started: ImportSettings = { ...options, fileName, data };
    const importId = await createJob({ deps, principal }, tx, {
      ...{ kind: IMPORT, type, state: "running" },
      settings: { ...started },
    });
    await saveDraft(tx, principal, draft, { importId });
    return importId;
  });
}
