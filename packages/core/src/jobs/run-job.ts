import { type Db, jobQueue, jobs, liveRevisions } from "@rapport/db";
import { type Deps, joinDeps } from "../deps.ts";
import type { Principal } from "../principal.ts";
import type { Job } from "./jobs.ts";

/** The context in which a job runs. */
export interface JobRun {
  readonly deps: Deps;
  /** Who created the job, without scopes: those were checked then. */
  readonly principal: Principal;
  readonly job: Job;
  /** Is aborted when the process stops or has lost the job. Then `commit` throws. */
  readonly signal: AbortSignal;
  /**
   * Does a portion of the work in one transaction, of about a quarter of a second at most. Another process that goes
   * on after a crash gets the progress of the last one.
   *
   * @param work runs queries only, because it may run again; returns how far the job has come
   * @throws JobInterrupted if the job was cancelled, another process has it, or it must give way
   */
  commit(work: (deps: Deps, tx: Db) => Promise<object>): Promise<void>;
}

/** A kind of jobs. */
export interface JobKind {
  /** True if an admin waits for it: it goes before the others of its project, also before one that has begun. */
  readonly isUrgent?: boolean;
  /**
   * Does the work, from `job.progress` on. The job is done when it returns.
   *
   * @throws CrmError if the job has failed; after other errors it runs again from its last commit
   */
  run(run: JobRun): Promise<void>;
  /** Runs in the transaction that ends the job as done or failed. */
  ended?(deps: Deps, tx: Db, job: Job): Promise<void>;
}

/** Thrown to end the work here. It may resume later. */
export class JobInterrupted extends Error {
  override readonly name = "JobInterrupted";
  readonly reason: "ended" | "lost" | "gives way" | "stopping";

  constructor(reason: JobInterrupted["reason"]) {
    super(`the job ${reason === "ended" ? "has ended" : reason}`);
    this.reason = reason;
  }
}

/** A process's right to work on the jobs of a project. */
export interface HeldProject {
  readonly projectId: number;
  readonly lease: string;
}

/** Milliseconds for which a lease is held. After a crash, another process continues once it has expired. */
export const LEASE_MS = 15_000;

export function leaseEnd(): string {
  return new Date(Date.now() + LEASE_MS).toISOString();
}

/** Returns `JobRun.commit` for a job. */
export function makeCommit(
  deps: Deps,
  { projectId, lease }: HeldProject,
  job: Job,
  options: {
    readonly stopping: AbortSignal;
    readonly lost: AbortSignal;
    mustGiveWay(): Promise<boolean>;
  },
): JobRun["commit"] {
  const scope = { projectId };
  return async (work) => {
    if (options.lost.aborted) throw new JobInterrupted("lost");
    if (options.stopping.aborted) throw new JobInterrupted("stopping");
    await deps.db.transaction(
      async (tx) => {
        const isHeld = await jobQueue.extend.any(tx, scope, { lease, until: leaseEnd() });
        if (!isHeld) throw new JobInterrupted("lost");
        const progress = JSON.stringify(await work(joinDeps(deps, tx), tx));
        const saved = { progress, at: new Date().toISOString() };
        if (!(await jobs.saveProgress.any(tx, scope, { id: job.id, ...saved })))
          throw new JobInterrupted("ended");
        await liveRevisions.noteRevision(tx, scope, "jobs");
      },
      { hasOwnCommit: true },
    );
    if (await options.mustGiveWay()) throw new JobInterrupted("gives way");
  };
}
