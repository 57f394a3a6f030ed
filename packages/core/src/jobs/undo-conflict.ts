import { type Db, historyRemoval, jobs } from "@rapport/db";
import { CrmError } from "../errors.ts";
import type { Job } from "./jobs.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Days after its end in which a job can be undone. */
const UNDO_DAYS = 7;

/** How long after its end a job can be undone, and its files are kept. */
export const KEPT_MS = UNDO_DAYS * DAY_MS;

/**
 * Returns why a job cannot be undone now; undefined if it can.
 *
 * @param noun what the message calls the job
 * @param undo the job that undoes it, if there was one
 */
export async function undoConflict(
  tx: Db,
  job: Job,
  noun: string,
  undo: number | undefined,
): Promise<string | undefined> {
  if (job.endedAt === null) return `The ${noun} has not ended. Cancel it first.`;
  if (job.state === "undone") return `The ${noun} was already undone.`;
  if (Date.now() - Date.parse(job.endedAt) > KEPT_MS) {
    return `The ${noun} ended more than ${UNDO_DAYS} days ago, so it cannot be undone.`;
  }
  const running = undo === undefined ? undefined : await jobs.findJob(tx, job, undo);
  return running?.state === "running" ? `The ${noun} is already being undone.` : undefined;
}

/**
 * Checks that the history still has all changes of a job and what followed them.
 *
 * @param job the job to undo, or its id
 * @param noun what the message calls the job
 * @throws CrmError CONFLICT if some were removed (setting HISTORY_DAYS)
 */
export async function requireHistory(
  tx: Db,
  scope: { readonly projectId: number },
  job: Pick<Job, "createdAt"> | number,
  noun: string,
): Promise<void> {
  const until = await historyRemoval.removedUntil(tx, scope);
  if (until === undefined) return;
  const createdAt =
    typeof job === "number" ? (await jobs.findJob(tx, scope, job))?.created_at : job.createdAt;
  if (createdAt !== undefined && createdAt > until) return;
  throw new CrmError(
    "CONFLICT",
    `The history no longer has what the ${noun} did (HISTORY_DAYS), so it cannot be undone.`,
  );
}
