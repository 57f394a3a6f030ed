import { type Db, recordScan, recordsById } from "@rapport/db";
import { openCursor, sealCursor } from "../cursor.ts";
import { type Deps, joinDeps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { createFile, NO_VALUES } from "../files/files.ts";
import { appendAll } from "../files/write-file.ts";
import {
  cancelJob,
  countOpenJobs,
  createJob,
  type Job,
  listJobs,
  lockJob,
  noteProgress,
  readJob,
} from "../jobs/jobs.ts";
import { requireHistory, undoConflict } from "../jobs/undo-conflict.ts";
import type { ObjectSchema } from "../object-schema.ts";
import { cutPage } from "../page.ts";
import type { Principal } from "../principal.ts";
import { EVERY_ID } from "../query/id-range.ts";
import { requireAnyFileRoom } from "../quotas/file-room.ts";
import { invalid } from "../records/errors.ts";
import { actionIssues, type ChangeAction, editsOf } from "./action.ts";
import { checkIds } from "./check-ids.ts";
import { encodeIds } from "./files.ts";
import { keepFiles } from "./keep-files.ts";
import { MAX_OPEN_CHANGES } from "./limits.ts";
import { selectionContext } from "./search.ts";
import {
  CHANGE,
  type ChangeDefinition,
  type ChangeProgress,
  type ChangeSelection,
  type ChangeSettings,
  progressOf,
  settingsOf,
} from "./settings.ts";
import { CHANGE_UNDO, needsHistory, type UndoSettings } from "./undo-settings.ts";
import { type ChangeView, viewOf } from "./view.ts";

/**
 * Begins a bulk change, which a worker makes. The records are those that the selection has now.
 *
 * @returns its id
 * @throws CrmError INVALID_INPUT with one issue per fault; NOT_FOUND if the record to associate with is not live, or
 *   none of the ids is that of a record to change; CONFLICT if five bulk changes of the project are open; QUOTA if the
 *   tenant may have no more bytes in files
 */
export async function startChange(
  deps: Deps,
  principal: Principal,
  object: ObjectSchema,
  selection: ChangeSelection,
  action: ChangeAction,
): Promise<number> {
  const issues = actionIssues(object, action);
  if (issues.length > 0) throw invalid(issues);
  if ("search" in selection) selectionContext(deps, principal, object, selection.search);
  return deps.db.transaction(async (tx) => {
    await checkTarget(tx, principal, action);
    await requireAnyFileRoom(deps, tx, principal);
    const joined = joinDeps(deps, tx);
    const ids = "ids" in selection ? [...new Set(selection.ids)].toSorted((a, b) => a - b) : null;
    if (ids !== null) await checkIds(tx, principal, object.name, ids, action.kind === "restore");
    const settings = await createFiles(joined, tx, principal, object.name, selection, action, ids);
    const job = {
      kind: CHANGE,
      type: object.name,
      settings: { ...settings },
      state: "running",
    } as const;
    const id = await createJob(deps, tx, principal, job);
    // The new job locks the project's queue, so the others are counted one after the other.
    if ((await countOpenJobs(tx, principal, CHANGE)) > MAX_OPEN_CHANGES) throw tooMany();
    const begun: Partial<ChangeProgress> =
      ids === null ? {} : { selected: ids.length, isSelected: true };
    await noteProgress(tx, principal, id, begun);
    return id;
  });
}

async function checkTarget(tx: Db, scope: Principal, action: ChangeAction): Promise<void> {
  if (action.kind !== "associate") return;
  const target = (await recordsById.findMany(tx, scope, [action.id])).get(action.id);
  if (target?.type === action.object) return;
  const message = `There is no ${action.object} with id ${action.id} in this project.`;
  throw new CrmError("NOT_FOUND", message);
}

async function createFiles(
  deps: Deps,
  tx: Db,
  principal: Principal,
  type: string,
  selection: ChangeSelection,
  action: ChangeAction,
  ids: readonly number[] | null,
): Promise<ChangeSettings> {
  const { projectId } = principal;
  const definition: ChangeDefinition = {
    action,
    search: "search" in selection ? selection.search : null,
    except: "search" in selection ? (selection.except ?? []) : [],
  };
  const [newest] = await recordScan.scanIds(tx, principal, type, EVERY_ID, "desc", 1);
  const settings: ChangeSettings = {
    action: action.kind,
    edits: editsOf(action).map(({ internal_name, how }) => ({ internal_name, how })),
    target: action.kind === "associate" ? { object: action.object, id: action.id } : null,
    highestId: newest?.id ?? 0,
    definitionFile: await createFile(deps, tx, principal, type),
    selectedFile: await createFile(deps, tx, principal, NO_VALUES),
    changesFile: await createFile(deps, tx, principal, NO_VALUES),
    refusedFile: await createFile(deps, tx, principal, type),
  };
  const text = Buffer.from(JSON.stringify(definition), "utf8");
  await appendAll(deps, { projectId, id: settings.definitionFile }, text);
  if (ids !== null) await appendAll(deps, { projectId, id: settings.selectedFile }, encodeIds(ids));
  return settings;
}

function tooMany(): CrmError {
  return new CrmError(
    "CONFLICT",
    `${MAX_OPEN_CHANGES} bulk changes of this project wait or run. Wait until one has ended, or cancel one.`,
  );
}

/** @throws CrmError NOT_FOUND */
export async function readChange(deps: Deps, principal: Principal, id: number) {
  return viewOf(deps.db, await findChange(deps.db, principal, id));
}

/** Finds the job of a bulk change. @throws CrmError NOT_FOUND */
export async function findChange(db: Db, principal: Principal, id: number): Promise<Job> {
  const job = await readJob(db, principal, CHANGE, id);
  if (job === undefined) throw changeNotFound(id);
  return job;
}

function changeNotFound(id: number): CrmError {
  return new CrmError("NOT_FOUND", `There is no bulk change with id ${id} in this project.`);
}

const LIST = { list: "changes", filter: {} } as const;

/** Lists the bulk changes of a project, newest first, one page at a time. */
export async function listChanges(
  deps: Pick<Deps, "db" | "cursors">,
  principal: Principal,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<{ readonly results: readonly ChangeView[]; readonly nextCursor: string | null }> {
  const before = openCursor(deps, principal, LIST, cursor) || undefined;
  const page = { limit: limit + 1, ...(before !== undefined && { before }) };
  const { shown, next } = cutPage(await listJobs(deps.db, principal, CHANGE, page), limit);
  const results: ChangeView[] = [];
  for (const job of shown) results.push(await viewOf(deps.db, job));
  return { results, nextCursor: sealCursor(deps, principal, LIST, next) };
}

/**
 * Cancels a bulk change. What it has done stays, and can be undone.
 *
 * @throws CrmError NOT_FOUND; CONFLICT if it has ended
 */
export async function cancelChange(deps: Deps, principal: Principal, id: number): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const job = await lockJob(tx, principal, CHANGE, id);
    if (job === undefined) throw changeNotFound(id);
    if (!(await cancelJob(tx, principal, id))) {
      throw new CrmError("CONFLICT", "The change has ended, so it cannot be cancelled. Undo it.");
    }
    await keepFiles(deps, tx, job);
  });
}

/**
 * Begins to undo a bulk change that has ended (specification §31).
 *
 * @throws CrmError NOT_FOUND; CONFLICT if it has not ended, was undone, or ended more than seven days
 *   ago, or if the history no longer has its changes
 */
export async function undoChange(deps: Deps, principal: Principal, id: number): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const job = await lockJob(tx, principal, CHANGE, id);
    if (job === undefined) throw changeNotFound(id);
    const conflict = await undoConflict(tx, job, "change", progressOf(job).undo);
    if (conflict !== undefined) throw new CrmError("CONFLICT", conflict);
    const { action, target, changesFile } = settingsOf(job);
    if (needsHistory(action)) await requireHistory(tx, job, job, "change");
    const leftFile = await createFile(deps, tx, principal, job.type);
    const settings: UndoSettings = { change: id, action, target, changesFile, leftFile };
    const undo = await createJob(deps, tx, principal, {
      ...{ kind: CHANGE_UNDO, type: job.type, state: "running" },
      settings: { ...settings },
    });
    await noteProgress(tx, principal, id, { ...progressOf(job), undo });
  });
}
