import { setImmediate as nextTurn } from "node:timers/promises";
import { DatabaseUnavailable, type Db, jobQueue, jobs, liveRevisions, tenancy } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { FileGone } from "../files/files.ts";
import { actorParts, type Principal } from "../principal.ts";
import { type Job, toJob } from "./jobs.ts";
import { type HeldProject, JobInterrupted, type JobKind, leaseEnd, makeCommit } from "./run-job.ts";

/** Errors without progress after which a job fails. */
const MAX_FAILURES = 5;
/** Milliseconds until a job runs again after its first error; twice as long after each further one. */
const FIRST_PAUSE_MS = 1_000;
/** Milliseconds between two extensions of a lease while the work commits nothing. */
const HEARTBEAT_MS = 4_000;

const FILE_GONE =
  "Its file was deleted. A record of its type was erased, it expired, or the database was restored or copied without it.";

export type JobKinds = Readonly<Record<string, JobKind>>;

/**
 * Runs the jobs of a project, urgent ones first and then the oldest, until there are none left or the work must give
 * way. Gives the lease back at the end.
 *
 * @param options.signal ends the work before the next commit
 */
export async function workOnProject(
  deps: Deps,
  kinds: JobKinds,
  held: HeldProject,
  options: {
    readonly signal: AbortSignal;
    mustGiveWay(): boolean;
    onError(error: unknown): void;
  },
): Promise<void> {
  let pauseMs: number | null = 0;
  while (pauseMs === 0 && !options.signal.aborted && !options.mustGiveWay()) {
    const row =
      (await firstUrgent(deps, kinds, held)) ??
      (await jobs.firstRunning.first(deps.db, { project: held.projectId }));
    if (row === undefined) {
      if (await deps.db.transaction((tx) => leaveQueue(tx, held))) return;
      continue;
    }
    pauseMs = await runOne(deps, kinds, { held, job: toJob(row) }, options);
    if (pauseMs === null) return;
    await nextTurn();
  }
  const until = new Date(Date.now() + pauseMs).toISOString();
  await deps.db.transaction((tx) => jobQueue.release(tx, held, { lease: held.lease, until }));
}

function firstUrgent(deps: Deps, kinds: JobKinds, held: HeldProject) {
  const urgent = Object.entries(kinds).flatMap(([name, { isUrgent }]) => (isUrgent ? [name] : []));
  return jobs.findFirstRunning.first(deps.db, held, { kinds: urgent });
}

/** Takes the project out of the queue. @returns false if it has got a job meanwhile */
async function leaveQueue(tx: Db, held: HeldProject): Promise<boolean> {
  const { lease } = held;
  // Locks the project's row, so a job that is being started is visible afterwards.
  if (!(await jobQueue.extend.any(tx, held, { lease, until: leaseEnd() }))) return true;
  if (await jobs.firstRunning.any(tx, { project: held.projectId })) return false;
  await jobQueue.dequeue.all(tx, held, { lease });
  return true;
}

/** @returns milliseconds to wait before the project's jobs continue; null if another process has the project */
async function runOne(
  deps: Deps,
  kinds: JobKinds,
  { held, job }: { readonly held: HeldProject; readonly job: Job },
  options: Parameters<typeof workOnProject>[3],
): Promise<number | null> {
  const kind = kinds[job.kind];
  // A later version created the job.
  if (kind === undefined) return 60_000;
  const lost = new AbortController();
  const signal = AbortSignal.any([options.signal, lost.signal]);
  const heartbeat = setInterval(() => {
    deps.db
      .transaction((tx) => jobQueue.extend.any(tx, held, { lease: held.lease, until: leaseEnd() }))
      .then((isHeld) => isHeld || lost.abort())
      // The next commit finds out whether the lease is still held.
      .catch(() => undefined);
  }, HEARTBEAT_MS).unref();
  try {
    const principal = await jobPrincipal(deps, job);
    // Another process may have added what the job names since this one cached the schema.
    if (Object.keys(job.progress).length === 0) deps.schemas.clear();
    const { objects } = await deps.schemas.get(job.projectId);
    if (!objects.has(job.type)) {
      throw new CrmError("CONFLICT", `The object type "${job.type}" was deleted.`);
    }
    const stops = { stopping: options.signal, lost: lost.signal };
    const mustGiveWay = async () =>
      options.mustGiveWay() ||
      (!kind.isUrgent && (await firstUrgent(deps, kinds, held)) !== undefined);
    const commit = makeCommit(deps, held, job, { ...stops, mustGiveWay });
    const run = () => kind.run({ deps, principal, job, signal, commit });
    await (deps.tracing === null ? run() : deps.tracing.inSpan("job", `job ${job.kind}`, run));
    await end(deps, { held, kind, job }, null);
    return 0;
  } catch (error) {
    return await afterError(deps, { held, kind, job }, error, options.onError);
  } finally {
    clearInterval(heartbeat);
  }
}

async function jobPrincipal(deps: Deps, { projectId, actor }: Job): Promise<Principal> {
  const project = await tenancy.findProject.first(deps.db, { id: projectId });
  if (project === undefined) throw new Error(`there is no project ${projectId}`);
  const { kind, id } = actorParts(actor);
  return {
    kind: kind as Principal["kind"],
    id,
    tenantId: project.tenant_id,
    projectId,
    scopes: new Set(),
  };
}

/** Ends a job as done, or as failed. Does nothing if it was cancelled or another process has it. */
async function end(
  deps: Deps,
  { held, kind, job }: { readonly held: HeldProject; readonly kind: JobKind; readonly job: Job },
  failure: string | null,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const { lease } = held;
    if (!(await jobQueue.extend.any(tx, held, { lease, until: leaseEnd() }))) return;
    const at = new Date().toISOString();
    const state = failure === null ? "done" : "failed";
    const isEnded = await jobs.endJob.any(tx, held, { id: job.id, state, failure, at });
    const row = await jobs.findJob.first(tx, held, { id: job.id });
    if (isEnded && row !== undefined) await kind.ended?.(deps, tx, toJob(row));
    await liveRevisions.noteRevision(tx, held, "jobs");
  });
}

async function afterError(
  deps: Deps,
  { held, kind, job }: { readonly held: HeldProject; readonly kind: JobKind; readonly job: Job },
  error: unknown,
  onError: (error: unknown) => void,
): Promise<number | null> {
  if (error instanceof JobInterrupted) return error.reason === "lost" ? null : 0;
  if (error instanceof FileGone) {
    await end(deps, { held, kind, job }, FILE_GONE);
    return 0;
  }
  if (error instanceof CrmError && error.code !== "UNAVAILABLE") {
    await end(deps, { held, kind, job }, error.message);
    return 0;
  }
  onError(error);
  // An unavailable database is not a fault of the job.
  if (error instanceof DatabaseUnavailable || error instanceof CrmError) return 5 * FIRST_PAUSE_MS;
  const failures = await deps.db.transaction((tx) => jobs.countFailure(tx, held, job.id));
  if (failures < MAX_FAILURES) return FIRST_PAUSE_MS * 2 ** (failures - 1);
  await end(deps, { held, kind, job }, "It failed several times because of an internal error.");
  return 0;
}
