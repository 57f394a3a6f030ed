import { type Db, jobs as jobRows } from "@rapport/db";
import {
  isUnscoped,
  recordScope,
  requireAnyScope,
  requireScopes,
} from "../access/require-scope.ts";
import { type Call, joinCall } from "../call.ts";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { expireFile, fileLength } from "../files/files.ts";
import {
  actorIds,
  cancelJob,
  type Job,
  lockJob,
  pageOfJobs,
  type RecordJobName,
  readJob,
} from "../jobs/jobs.ts";
import type { ObjectSchema } from "../object-schema.ts";
import type { Principal } from "../principal.ts";
import { withId } from "../records/errors.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Days after its end in which a job can be undone. */
export const UNDO_DAYS = 7;

/** How long after its end a job can be undone, and its files are kept. */
export const KEPT_MS = UNDO_DAYS * DAY_MS;

/** The files of a job, by their ids. */
export interface RecordJobFiles {
  /** The list of changed records; see `portions.ts`. */
  readonly changes: string;
  /** What was refused, as lines of CSV without a header. */
  readonly refused: string;
  /** What the job reads. */
  readonly sources: readonly string[];
}

/** How the changes of a job are undone. */
export interface Undoing {
  /** What was done with the records. An import edits them, or creates them. */
  readonly action: "edit" | "move" | "associate" | "delete" | "restore";
  /** The record that was associated. */
  readonly target?: { readonly object: string; readonly id: number } | null;
}

/** What an undo has done so far. */
export interface UndoProgress {
  /** Created records that were deleted. */
  readonly deleted: number;
  /** Changed records that got values back. */
  readonly restored: number;
  /** Records that are as before the job, as far as it concerns them. */
  readonly undone: number;
  /** Records that stay as they are, wholly or in part, because something else changed them since. */
  readonly left: number;
}

/** What differs between the kinds of jobs that change many records. */
export interface RecordJobKind<View, Count extends keyof UndoProgress> {
  /** The kind of its jobs. That of the jobs that undo them has `_undo` behind it. */
  readonly name: RecordJobName;
  /** What messages call a job, in short and in full. */
  readonly noun: string;
  readonly title: string;
  /** What messages call its inputs. */
  readonly inputs: string;
  /** True if an admin waits for its jobs; see `JobKind`. */
  readonly isUrgent: boolean;
  /** What its undo counts. */
  readonly undoCounts: readonly Count[];
  /** Whether its undo lists the records that it leaves. */
  readonly keepsLeft: boolean;
  /** The members of a view that other kinds do not have. */
  showJob(job: Job): View;
  /** Records that a job has changed so far. */
  countChanged(job: Job): number;
  /** Undefined while the job waits for its data. */
  jobFiles(job: Job): RecordJobFiles | undefined;
  /** The header of the file of refused inputs. */
  refusedHead(job: Job): string;
  describeUndo(job: Job): Undoing;
  /** The number of the actor as which a job writes, if several jobs write as one; its id if it is not given. */
  writerId?(job: Job): number;
}

/** Any kind, for what needs no view. */
export type AnyRecordJobKind = RecordJobKind<unknown, keyof UndoProgress>;

/** A job that changes many records, as its owner sees it. */
export interface RecordJobView<Count extends keyof UndoProgress> {
  readonly id: number;
  /** Who made it, in stored form. */
  readonly actor: string;
  readonly object: string;
  readonly state: Job["state"];
  /** Why it failed. */
  readonly failure: string | null;
  /** How far its undo has come. */
  readonly undo:
    | ({ readonly state: Job["state"]; readonly failure: string | null } & Readonly<
        Record<Count, number>
      >)
    | null;
  /** Whether it can be undone now. */
  readonly canUndo: boolean;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  /** Until then it can be undone, and what it refused is kept. Null if its files are gone. */
  readonly keptUntil: string | null;
}

/** Returns the ids of the actors as which a job and its undo write. */
export function jobActors(kind: AnyRecordJobKind, job: Job): ReturnType<typeof actorIds> {
  return actorIds(kind.name, kind.writerId?.(job) ?? job.id);
}

/** Finds a job. @throws CrmError NOT_FOUND */
export async function findRecordJob(
  db: Db,
  principal: Principal,
  kind: AnyRecordJobKind,
  id: number,
): Promise<Job> {
  const job = await readJob(db, principal, kind.name, id);
  if (job === undefined) throw notFound(kind, id);
  return job;
}

/** Finds which of some kinds a job has. @throws CrmError NOT_FOUND */
export async function findKind<Kind extends AnyRecordJobKind>(
  db: Db,
  { projectId }: Principal,
  kinds: readonly [Kind, ...Kind[]],
  id: number,
): Promise<Kind> {
  const row = await jobRows.findJob.first(db, { projectId }, { id });
  const kind = kinds.find(({ name }) => name === row?.kind);
  if (kind === undefined) throw notFound(kinds[0], id);
  return kind;
}

export function notFound({ title }: AnyRecordJobKind, id: number): CrmError {
  return new CrmError("NOT_FOUND", `There is no ${title} ${withId(id)} in this project.`);
}

/** @throws CrmError NOT_FOUND; INSUFFICIENT_SCOPE if the credential may neither read nor write its type */
export async function readRecordJob<View, Count extends keyof UndoProgress>(
  { deps, principal }: Call<Pick<Deps, "db" | "schemas">>,
  kind: RecordJobKind<View, Count>,
  id: number,
): Promise<View & RecordJobView<Count>> {
  const job = await findRecordJob(deps.db, principal, kind, id);
  const { objects } = await deps.schemas.get(principal.projectId);
  const object = objects.get(job.type);
  if (!maySee(principal, object)) requireAnyScope(principal, scopesToSee(object));
  return jobView(deps.db, kind, job);
}

/**
 * Lists jobs of some kinds, newest first, one page at a time. A page is short if the credential may not know of some of
 * them.
 */
export async function listRecordJobs<View, Count extends keyof UndoProgress>(
  { deps, principal }: Call<Pick<Deps, "cursors" | "db" | "schemas">>,
  kinds: readonly [RecordJobKind<View, Count>, ...RecordJobKind<View, Count>[]],
  page: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<{
  readonly results: readonly (View & RecordJobView<Count>)[];
  readonly nextCursor: string | null;
}> {
  const byName = new Map<string, RecordJobKind<View, Count>>(
    kinds.map((kind) => [kind.name, kind]),
  );
  const { jobs, nextCursor } = await pageOfJobs({ deps, principal }, [...byName.keys()], page);
  const { objects } = await deps.schemas.get(principal.projectId);
  const results: (View & RecordJobView<Count>)[] = [];
  for (const job of jobs) {
    const kind = byName.get(job.kind);
    if (kind === undefined || !maySee(principal, objects.get(job.type))) continue;
    results.push(await jobView(deps.db, kind, job));
  }
  return { results, nextCursor };
}

/**
 * Returns whether a credential may know of the jobs of a type. Admins and the command line know of all. Any may know of
 * those of a type that was deleted, which hold no values.
 */
function maySee(principal: Principal, object: ObjectSchema | undefined): boolean {
  if (isUnscoped(principal) || object === undefined) return true;
  return scopesToSee(object).some((scope) => principal.scopes.has(scope));
}

function scopesToSee(object: ObjectSchema | undefined): readonly string[] {
  return [recordScope(object, "read"), recordScope(object, "write")];
}

/** Checks that a credential may do something with the records of a job. @throws CrmError INSUFFICIENT_SCOPE */
export async function requireAccess(
  { deps, principal }: Call<Pick<Deps, "schemas">>,
  { type }: Pick<Job, "type">,
  ...rights: readonly Parameters<typeof recordScope>[1][]
): Promise<void> {
  if (isUnscoped(principal)) return;
  const { objects } = await deps.schemas.get(principal.projectId);
  requireScopes(
    principal,
    rights.map((right) => recordScope(objects.get(type), right)),
  );
}

async function jobView<View, Count extends keyof UndoProgress>(
  db: Db,
  kind: RecordJobKind<View, Count>,
  job: Job,
): Promise<View & RecordJobView<Count>> {
  const { id, actor, type: object, failure, createdAt, startedAt, endedAt } = job;
  const undoing = await findUndo(db, job);
  // It was read after the job, so the undo may have ended in between.
  const state = undoing?.state === "done" ? "undone" : job.state;
  const keptUntil = await findKeptUntil(db, kind, job);
  const isKept = keptUntil !== null && Date.parse(keptUntil) > Date.now();
  const isUndoing = state === "undone" || undoing?.state === "running";
  const counts = { ...undoing?.progress } as Partial<UndoProgress>;
  return {
    ...{ id, object, actor, state, failure },
    ...kind.showJob(job),
    undo:
      undoing === undefined
        ? null
        : {
            ...{ state: undoing.state, failure: undoing.failure },
            ...(Object.fromEntries(
              kind.undoCounts.map((name) => [name, counts[name] ?? 0]),
            ) as Record<Count, number>),
          },
    canUndo: isKept && !isUndoing && kind.countChanged(job) > 0,
    ...{ createdAt, startedAt, endedAt, keptUntil },
  };
}

/** Finds the job that undoes another one, if there is one. */
export async function findUndo(db: Db, job: Job): Promise<jobRows.JobRow | undefined> {
  const { undo } = job.progress as { readonly undo?: number };
  return undo === undefined ? undefined : jobRows.findJob.first(db, job, { id: undo });
}

async function findKeptUntil(db: Db, kind: AnyRecordJobKind, job: Job): Promise<string | null> {
  if (job.endedAt === null) return null;
  const until = Date.parse(job.endedAt) + KEPT_MS;
  const isGone = until > Date.now() && !(await hasChanges(db, kind, job));
  return isGone ? null : new Date(until).toISOString();
}

/** Returns whether the list of changes is still kept. An erasure of a record of its type may delete it. */
export async function hasChanges(db: Db, kind: AnyRecordJobKind, job: Job): Promise<boolean> {
  const files = kind.jobFiles(job);
  if (files === undefined) return true;
  return (await fileLength(db, { projectId: job.projectId, id: files.changes })) !== undefined;
}

/** Lets the files of a job that has ended expire. */
export async function keepFiles(tx: Db, kind: AnyRecordJobKind, job: Job): Promise<void> {
  const files = kind.jobFiles(job);
  if (files === undefined) return;
  const at = new Date(Date.now() + KEPT_MS).toISOString();
  for (const id of [...files.sources, files.changes, files.refused]) {
    await expireFile(tx, { projectId: job.projectId, id }, at);
  }
}

/**
 * Cancels a job. What it has done stays, and can be undone.
 *
 * @throws CrmError NOT_FOUND; INSUFFICIENT_SCOPE; CONFLICT if it has ended
 */
export async function cancelRecordJob(
  { deps, principal }: Call,
  kind: AnyRecordJobKind,
  id: number,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const job = await lockJob(tx, principal, kind.name, id);
    if (job === undefined) throw notFound(kind, id);
    await requireAccess(joinCall({ deps, principal }, tx), job, "write");
    if (!(await cancelJob(tx, principal, id))) {
      throw new CrmError("CONFLICT", `The ${kind.noun} has ended, so it cannot be cancelled.`);
    }
    await keepFiles(tx, kind, job);
  });
}
