import { type Db, historyRemoval, jobs as jobRows } from "@rapport/db";
import {
  isUnscoped,
  recordScope,
  requireAnyScope,
  requireScopes,
} from "../access/require-scope.ts";
import { type Deps, joinDeps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { createFile, expireFile, fileLength } from "../files/files.ts";
import {
  cancelJob,
  createJob,
  type Job,
  lockJob,
  markUndone,
  noteProgress,
  pageOfJobs,
  readJob,
} from "../jobs/jobs.ts";
import type { ProjectSchema } from "../object-schema.ts";
import type { Principal } from "../principal.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Days after its end in which a job can be undone. */
const UNDO_DAYS = 7;

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
  readonly name: string;
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
  viewOf(job: Job): View;
  /** Records that a job has changed so far. */
  changedOf(job: Job): number;
  /** Undefined while the job waits for its data. */
  filesOf(job: Job): RecordJobFiles | undefined;
  /** The header of the file of refused inputs. */
  refusedHead(job: Job): string;
  undoingOf(job: Job): Undoing;
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

/** Returns the stored actors of a job and of its undo. */
export function actorsOf({ name }: Pick<AnyRecordJobKind, "name">, id: number) {
  return { job: `${name}:${id}`, undo: `${undoName({ name })}:${id}` } as const;
}

/** Returns the kind of the jobs that undo those of a kind. */
function undoName({ name }: Pick<AnyRecordJobKind, "name">): string {
  return `${name}_undo`;
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

function notFound({ title }: AnyRecordJobKind, id: number): CrmError {
  return new CrmError("NOT_FOUND", `There is no ${title} with id ${id} in this project.`);
}

/** @throws CrmError NOT_FOUND; INSUFFICIENT_SCOPE if the credential may neither read nor write its type */
export async function readRecordJob<View, Count extends keyof UndoProgress>(
  { db, schemas }: Pick<Deps, "db" | "schemas">,
  principal: Principal,
  kind: RecordJobKind<View, Count>,
  id: number,
): Promise<View & RecordJobView<Count>> {
  const job = await findRecordJob(db, principal, kind, id);
  const schema = await schemas.get(principal.projectId);
  if (!maySee(principal, schema, job.type)) {
    requireAnyScope(principal, scopesToSee(schema, job.type));
  }
  return viewOf(db, kind, job);
}

/** Lists jobs, newest first, one page at a time. A page is short if the credential may not know of some of them. */
export async function listRecordJobs<View, Count extends keyof UndoProgress>(
  deps: Pick<Deps, "cursors" | "db" | "schemas">,
  principal: Principal,
  kind: RecordJobKind<View, Count>,
  page: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<{
  readonly results: readonly (View & RecordJobView<Count>)[];
  readonly nextCursor: string | null;
}> {
  const { jobs, nextCursor } = await pageOfJobs(deps, principal, kind.name, page);
  const schema = await deps.schemas.get(principal.projectId);
  const results: (View & RecordJobView<Count>)[] = [];
  for (const job of jobs.filter(({ type }) => maySee(principal, schema, type))) {
    results.push(await viewOf(deps.db, kind, job));
  }
  return { results, nextCursor };
}

/**
 * Returns whether a credential may know of the jobs of a type. Admins and the command line know of all. Any may know of
 * those of a type that was deleted, which hold no values.
 */
function maySee(principal: Principal, schema: ProjectSchema, type: string): boolean {
  if (isUnscoped(principal) || !schema.objects.has(type)) return true;
  return scopesToSee(schema, type).some((scope) => principal.scopes.has(scope));
}

function scopesToSee(schema: ProjectSchema, type: string): readonly string[] {
  return [recordScope(schema, type, "read"), recordScope(schema, type, "write")];
}

/** Checks that a credential may do something with the records of a job. @throws CrmError INSUFFICIENT_SCOPE */
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

async function viewOf<View, Count extends keyof UndoProgress>(
  db: Db,
  kind: RecordJobKind<View, Count>,
  job: Job,
): Promise<View & RecordJobView<Count>> {
  const { id, actor, type: object, failure, createdAt, startedAt, endedAt } = job;
  const undoing = await undoOf(db, job);
  // It was read after the job, so the undo may have ended in between.
  const state = undoing?.state === "done" ? "undone" : job.state;
  const keptUntil = await keptUntilOf(db, kind, job);
  const isKept = keptUntil !== null && Date.parse(keptUntil) > Date.now();
  const isUndoing = state === "undone" || undoing?.state === "running";
  const counts = { ...undoing?.progress } as Partial<UndoProgress>;
  return {
    ...{ id, object, actor, state, failure },
    ...kind.viewOf(job),
    undo:
      undoing === undefined
        ? null
        : {
            ...{ state: undoing.state, failure: undoing.failure },
            ...(Object.fromEntries(
              kind.undoCounts.map((name) => [name, counts[name] ?? 0]),
            ) as Record<Count, number>),
          },
    canUndo: isKept && !isUndoing && kind.changedOf(job) > 0,
    ...{ createdAt, startedAt, endedAt, keptUntil },
  };
}

/** Finds the job that undoes another one, if there is one. */
export async function undoOf(db: Db, job: Job): Promise<jobRows.JobRow | undefined> {
  const { undo } = job.progress as { readonly undo?: number };
  return undo === undefined ? undefined : jobRows.findJob.first(db, job, { id: undo });
}

async function keptUntilOf(db: Db, kind: AnyRecordJobKind, job: Job): Promise<string | null> {
  if (job.endedAt === null) return null;
  const until = Date.parse(job.endedAt) + KEPT_MS;
  const isGone = until > Date.now() && !(await isKept(db, kind, job));
  return isGone ? null : new Date(until).toISOString();
}

/** Returns whether the list of changes is still kept. An erasure of a record of its type may delete it. */
async function isKept(db: Db, kind: AnyRecordJobKind, job: Job): Promise<boolean> {
  const files = kind.filesOf(job);
  if (files === undefined) return true;
  return (await fileLength(db, { projectId: job.projectId, id: files.changes })) !== undefined;
}

/** Lets the files of a job that has ended expire. */
export async function keepFiles(tx: Db, kind: AnyRecordJobKind, job: Job): Promise<void> {
  const files = kind.filesOf(job);
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
  deps: Deps,
  principal: Principal,
  kind: AnyRecordJobKind,
  id: number,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const job = await lockJob(tx, principal, kind.name, id);
    if (job === undefined) throw notFound(kind, id);
    await requireAccess(joinDeps(deps, tx), principal, job, "write");
    if (!(await cancelJob(tx, principal, id))) {
      throw new CrmError("CONFLICT", `The ${kind.noun} has ended, so it cannot be cancelled.`);
    }
    await keepFiles(tx, kind, job);
  });
}

/**
 * Begins to undo a job that has ended (specification §26, §31).
 *
 * @throws CrmError NOT_FOUND; INSUFFICIENT_SCOPE; CONFLICT if it has not ended, was undone, or ended more than seven days
 *   ago, or if a record of its type was erased since, its files are gone for another reason, or the history no longer has
 *   its changes
 */
export async function undoRecordJob(
  deps: Deps,
  principal: Principal,
  kind: AnyRecordJobKind,
  id: number,
): Promise<void> {
  const { noun } = kind;
  await deps.db.transaction(async (tx) => {
    const job = await lockJob(tx, principal, kind.name, id);
    if (job === undefined) throw notFound(kind, id);
    await requireAccess(joinDeps(deps, tx), principal, job, "write", "delete");
    const conflict = await undoConflict(tx, job, noun);
    if (conflict !== undefined) throw new CrmError("CONFLICT", conflict);
    const undoing = kind.undoingOf(job);
    if (needsHistory(undoing)) await requireHistory(tx, job, noun);
    if (!(await isKept(tx, kind, job))) {
      const message = `The ${noun} can no longer be undone. A record of its type was erased since, or the database was restored or copied without its files.`;
      throw new CrmError("CONFLICT", message);
    }
    const settings: UndoSettings = {
      [kind.name]: id,
      ...undoing,
      changesFile: kind.filesOf(job)?.changes ?? null,
      ...(kind.keepsLeft && {
        leftFile: await createFile(deps, tx, principal, { type: job.type }),
      }),
    };
    const undo = await createJob(deps, tx, principal, {
      ...{ kind: undoName(kind), type: job.type, settings, state: "running" },
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
  const undo = await undoOf(tx, job);
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
