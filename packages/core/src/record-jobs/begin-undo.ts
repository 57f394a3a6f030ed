import { type Db, historyRemoval } from "@rapport/db";
import { type Call, joinCall } from "../call.ts";
import { CrmError } from "../errors.ts";
import { createFile, expireFile } from "../files/files.ts";
import { createJob, type Job, lockJob, markUndone, noteProgress, undoName } from "../jobs/jobs.ts";
import {
  type AnyRecordJobKind,
  findUndo,
  hasChanges,
  KEPT_MS,
  notFound,
  requireAccess,
  UNDO_DAYS,
  type Undoing,
} from "./record-jobs.ts";

/**
 * Begins to undo a job that has ended (specification §26, §31).
 *
 * @throws CrmError NOT_FOUND; INSUFFICIENT_SCOPE; CONFLICT if it has not ended, was undone, or ended more than seven days
 *   ago, or if a record of its type was erased since, its files are gone for another reason, or the history no longer has
 *   its changes
 */
export async function undoRecordJob(
  { deps, principal }: Call,
  kind: AnyRecordJobKind,
  id: number,
): Promise<void> {
  const { noun } = kind;
  await deps.db.transaction(async (tx) => {
    const job = await lockJob(tx, principal, kind.name, id);
    if (job === undefined) throw notFound(kind, id);
    await requireAccess(joinCall({ deps, principal }, tx), job, "write", "delete");
    const conflict = await undoConflict(tx, job, noun);
    if (conflict !== undefined) throw new CrmError("CONFLICT", conflict);
    const undoing = kind.describeUndo(job);
    if (needsHistory(undoing)) await requireHistory(tx, job, noun);
    if (!(await hasChanges(tx, kind, job))) {
      const message = `The ${noun} can no longer be undone. A record of its type was erased since, or the database was restored or copied without its files.`;
      throw new CrmError("CONFLICT", message);
    }
    const settings: UndoSettings = {
      [kind.name]: id,
      ...undoing,
      changesFile: kind.jobFiles(job)?.changes ?? null,
      ...(kind.keepsLeft && {
        leftFile: await createFile(deps, tx, principal, { type: job.type }),
      }),
    };
    const undo = await createJob({ deps, principal }, tx, {
      ...{ kind: undoName(kind.name), type: job.type, settings, state: "running" },
    });
    await noteProgress(tx, principal, id, { ...job.progress, undo });
  });
}

/** The settings of a job that undoes another one. The id of that one goes by the name of its kind. */
export interface UndoSettings extends Partial<Undoing> {
  readonly [kind: string]: unknown;
  readonly changesFile: string | null;
  /** The records that are left as they are, as lines of CSV. */
  readonly leftFile?: string;
}

/** Returns why a job cannot be undone now; undefined if it can. */
async function undoConflict(tx: Db, job: Job, noun: string): Promise<string | undefined> {
  if (job.endedAt === null) return `The ${noun} has not ended. Cancel it first.`;
  if (job.state === "undone") return `The ${noun} was already undone.`;
  if (Date.now() - Date.parse(job.endedAt) > KEPT_MS) {
    return `The ${noun} ended more than ${UNDO_DAYS} days ago, so it cannot be undone.`;
  }
  const undo = await findUndo(tx, job);
  return undo?.state === "running" ? `The ${noun} is already being undone.` : undefined;
}

/** Returns whether an undo finds in the history what was done. Deletions and restores need only versions. */
export function needsHistory({ action }: Pick<Undoing, "action">): boolean {
  return action !== "delete" && action !== "restore";
}

/**
 * Checks that the history still has all changes of a job and what followed them.
 *
 * @throws CrmError CONFLICT if some were removed (setting HISTORY_DAYS)
 */
export async function requireHistory(
  tx: Db,
  job: Pick<Job, "projectId" | "createdAt">,
  noun: string,
): Promise<void> {
  const until = await historyRemoval.removedUntil(tx, job);
  if (until === undefined || job.createdAt > until) return;
  throw new CrmError(
    "CONFLICT",
    `The history no longer has what the ${noun} did (HISTORY_DAYS), so it cannot be undone.`,
  );
}

/** Notes in the job that was undone that its undo is done. */
export async function endUndo(tx: Db, kind: AnyRecordJobKind, job: Job): Promise<void> {
  const { leftFile, [kind.name]: id } = job.settings as UndoSettings;
  if (leftFile !== undefined) {
    const at = new Date(Date.now() + KEPT_MS).toISOString();
    await expireFile(tx, { projectId: job.projectId, id: leftFile }, at);
  }
  if (job.state === "done") await markUndone(tx, job, Number(id));
}
