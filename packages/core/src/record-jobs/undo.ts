import { type Db, jobs as jobRows } from "@rapport/db";
import { FileGone, fileLength, readAll } from "../files/files.ts";
import { type Job, toJob } from "../jobs/jobs.ts";
import type { JobKind, JobRun } from "../jobs/run-job.ts";
import { type ChangedRecord, decodeChanges, ENTRY_BYTES, inPortions } from "./portions.ts";
import {
  type AnyRecordJobKind,
  actorsOf,
  endUndo,
  needsHistory,
  requireHistory,
  type UndoProgress,
  type UndoSettings,
} from "./record-jobs.ts";
import { noteRefused } from "./refused.ts";
import { undoAssociations } from "./undo-associations.ts";
import { NOTHING_UNDONE, undoRecords } from "./undo-records.ts";

/** Entries that one transaction undoes at most. */
const PORTION = 200;

/** Returns what the jobs do that undo those of a kind. */
export function undoJobs(kind: AnyRecordJobKind): JobKind {
  return {
    isUrgent: kind.isUrgent,
    run: (run) => undo(kind, run),
    ended: (_, tx, job) => endUndo(tx, kind, job),
  };
}

interface Progress extends UndoProgress {
  /** Bytes of the list of changes that are still to do; it is undone from its end. */
  readonly remaining: number;
}

async function undo(kind: AnyRecordJobKind, run: JobRun): Promise<void> {
  const { deps, job } = run;
  const settings = job.settings as UndoSettings;
  const { changesFile, leftFile, action = "edit", target = null } = settings;
  if (changesFile === null) return;
  const undone = await undoneJob(deps.db, job, Number(settings[kind.name]));
  const actors = actorsOf(kind, undone.id);
  const writer = { ...run.principal, kind: "system", id: actors.undo } as const;
  const file = { projectId: job.projectId, id: changesFile };
  const length = await fileLength(deps.db, file);
  if (length === undefined) throw new FileGone();
  const start: Progress = { ...NOTHING_UNDONE, remaining: length, ...job.progress };
  await inPortions<ChangedRecord, Progress>(run, start, {
    take: async (most, { remaining: to }) => {
      const from = Math.max(0, to - Math.min(most, PORTION) * ENTRY_BYTES);
      return decodeChanges(await readAll(deps, file, { from, to })).toReversed();
    },
    write: async (joined, tx, newestFirst, before) => {
      const object = await joined.schemas.object(job.projectId, job.type);
      const context = { deps: joined, tx, writer, object, actors };
      const changes = newestFirst.toReversed();
      const done = await (target === null
        ? undoRecords(context, action, changes)
        : undoAssociations(context, target, changes));
      // After its entries were read, because they may be removed at any moment.
      if (needsHistory({ action })) await requireHistory(tx, undone, kind.noun);
      if (leftFile !== undefined) {
        const left = { projectId: job.projectId, id: leftFile };
        await noteRefused({ ...context, file: left }, done.reasons, before.left);
      }
      return {
        deleted: before.deleted + done.deleted,
        restored: before.restored + done.restored,
        undone: before.undone + done.undone,
        left: before.left + done.reasons.size,
        remaining: before.remaining - changes.length * ENTRY_BYTES,
      };
    },
  });
}

async function undoneJob(db: Db, scope: Job, id: number): Promise<Job> {
  const row = await jobRows.findJob(db, scope, id);
  if (row === undefined) throw new Error(`job ${scope.id} undoes a job that does not exist`);
  return toJob(row);
}
