import { type Db, type JobState, jobQueue, jobs, liveRevisions } from "@rapport/db";
import type { Call } from "../call.ts";
import type { Deps } from "../deps.ts";
import { cutPage, openCursor, sealCursor } from "../paging.ts";
import { type Principal, storedActor } from "../principal.ts";

/** A project, as far as jobs need it. */
type Scope = Pick<Principal, "projectId">;

type JobDeps = Pick<Deps, "jobEvents">;

export type { JobState };

/** Work that continues after its request (specification §26). */
export interface Job {
  readonly id: number;
  readonly projectId: number;
  readonly kind: string;
  /** The object type that it works on. The project may have deleted it since. */
  readonly type: string;
  readonly state: JobState;
  /** What to do. Holds no values of records. */
  readonly settings: object;
  /** How far it has come, as of its last commit. Holds no values of records. */
  readonly progress: object;
  /** Who created it, in stored form. */
  readonly actor: string;
  /** Why it failed, for its owner. */
  readonly failure: string | null;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
}

export interface NewJob {
  readonly kind: string;
  readonly type: string;
  readonly settings: object;
  /** Whether it starts at once, or waits for `startJob`. */
  readonly state: "waiting" | "running";
}

/** Creates a job. @returns its id */
export async function createJob(
  { deps, principal }: Call<JobDeps>,
  tx: Db,
  job: NewJob,
): Promise<number> {
  const { kind, type, state } = job;
  const at = new Date().toISOString();
  const settings = JSON.stringify(job.settings);
  const actor = storedActor(principal);
  if (state === "running") await jobQueue.enqueue.all(tx, principal, { now: at });
  const id = await jobs.insertJob(tx, principal, { kind, type, settings, actor, at });
  if (state === "running") await jobs.startJob.any(tx, principal, { id, settings });
  await noteChange(tx, principal);
  if (state === "running") deps.jobEvents.emit("runnable");
  return id;
}

/**
 * Lets a waiting job run.
 *
 * @param settings replace those of the job
 * @returns false if it was not waiting
 */
export async function startJob(
  deps: JobDeps,
  tx: Db,
  scope: Scope,
  { id, settings }: { readonly id: number; readonly settings: object },
): Promise<boolean> {
  await jobQueue.enqueue.all(tx, scope, { now: new Date().toISOString() });
  const isStarted = await jobs.startJob.any(tx, scope, { id, settings: JSON.stringify(settings) });
  await noteChange(tx, scope);
  if (isStarted) deps.jobEvents.emit("runnable");
  return isStarted;
}

/** Reads a job of a kind; undefined if the project has none with this id. */
export async function readJob(
  db: Db,
  scope: Scope,
  kind: string,
  id: number,
): Promise<Job | undefined> {
  const row = await jobs.findJob.first(db, scope, { id });
  return row?.kind === kind ? toJob(row) : undefined;
}

/** Like `readJob`; also locks the job until the transaction ends. */
export async function lockJob(
  tx: Db,
  scope: Scope,
  kind: string,
  id: number,
): Promise<Job | undefined> {
  const row = await jobs.lockJob.first(tx, scope, { id });
  return row?.kind === kind ? toJob(row) : undefined;
}

/** Lists the jobs of some kinds, newest first, one page at a time. */
export async function pageOfJobs(
  { deps, principal }: Call<Pick<Deps, "cursors" | "db">>,
  kinds: readonly string[],
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<{ readonly jobs: readonly Job[]; readonly nextCursor: string | null }> {
  const identity = { list: `${kinds[0]}s`, filter: {} };
  const before = openCursor({ deps, principal }, identity, cursor) || Number.MAX_SAFE_INTEGER;
  const all = kinds.map((kind) =>
    jobs.listJobs.all(deps.db, principal, { kind, before, limit: limit + 1 }),
  );
  const rows = (await Promise.all(all)).flat().toSorted((a, b) => b.id - a.id);
  const { shown, next } = cutPage(rows, limit);
  return { jobs: shown.map(toJob), nextCursor: sealCursor({ deps, principal }, identity, next) };
}

/** Counts the jobs of a kind that wait or run. Lock the project before, so that the count stays correct. */
export async function countOpenJobs(db: Db, scope: Scope, kind: string): Promise<number> {
  return (await jobs.listOpen.all(db, { project: scope.projectId })).filter(
    (job) => job.kind === kind,
  ).length;
}

/**
 * Cancels a waiting or running job. A running one commits nothing more.
 *
 * @returns false if it had ended
 */
export function cancelJob(tx: Db, scope: Scope, id: number): Promise<boolean> {
  return endJob(tx, scope, id, "cancelled");
}

/** Ends a waiting or running job. @returns false if it had ended */
export async function endJob(
  tx: Db,
  scope: Scope,
  id: number,
  state: "done" | "cancelled",
): Promise<boolean> {
  const ended = { state, failure: null, at: new Date().toISOString() };
  const isEnded = await jobs.endJob.any(tx, scope, { id, ...ended });
  await noteChange(tx, scope);
  return isEnded;
}

/** Removes a job that has ended. @returns false if it has not */
export async function removeJob(tx: Db, scope: Scope, id: number): Promise<boolean> {
  const isRemoved = await jobs.removeJob.any(tx, scope, { id });
  await noteChange(tx, scope);
  return isRemoved;
}

/** Marks a job that has ended as undone. */
export async function markUndone(tx: Db, scope: Scope, id: number): Promise<void> {
  await jobs.markUndone.all(tx, scope, { id });
  await noteChange(tx, scope);
}

/** Replaces what is kept about the progress of a job that has ended. */
export async function noteProgress(
  tx: Db,
  scope: Scope,
  id: number,
  progress: object,
): Promise<void> {
  await jobs.noteProgress.all(tx, scope, { id, progress: JSON.stringify(progress) });
  await noteChange(tx, scope);
}

/** Lets open pages know that a job has changed. */
function noteChange(tx: Db, scope: Scope): Promise<void> {
  return liveRevisions.noteRevision(tx, scope, "jobs");
}

export function toJob(row: jobs.JobRow): Job {
  return {
    id: row.id,
    projectId: row.project_id,
    kind: row.kind,
    type: row.type,
    state: row.state,
    settings: row.settings,
    progress: row.progress,
    actor: row.actor,
    failure: row.failure,
    createdAt: row.created_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
  };
}

/** What messages call the jobs of each kind, in short and in full. */
export const JOB_WORDS = {
  import: { noun: "import", title: "import" },
  change: { noun: "change", title: "bulk change" },
  hubspot: { noun: "import", title: "import from HubSpot" },
} as const;

export type RecordJobName = keyof typeof JOB_WORDS;

/** Returns the kind of the jobs that undo those of a kind. */
export function undoName<Name extends RecordJobName>(name: Name): `${Name}_undo` {
  return `${name}_undo`;
}

/** Returns the ids of the actors as which a job and its undo write. */
export function actorIds(name: RecordJobName, id: number) {
  return { job: `${name}:${id}`, undo: `${undoName(name)}:${id}` } as const;
}

const ACTOR = new RegExp(`^(${Object.keys(JOB_WORDS).join("|")})(_undo)?:(\\d+)$`);

/** A job, or the undo of one, as an actor. */
interface JobActor {
  readonly noun: "import" | "change";
  /** Its name for people: `Import 7`, `Undo of bulk change 7`. */
  readonly label: string;
  /** Id of the job. */
  readonly job: number;
}

/** Returns what an id of an actor says of a job; undefined if it is not that of a job. */
export function jobActor(id: string): JobActor | undefined {
  const [, name, undo, number] = ACTOR.exec(id) ?? [];
  if (name === undefined) return undefined;
  const { noun, title } = JOB_WORDS[name as RecordJobName];
  const label =
    undo === undefined ? title.charAt(0).toUpperCase() + title.slice(1) : `Undo of ${title}`;
  return { noun, label: `${label} ${number}`, job: Number(number) };
}
