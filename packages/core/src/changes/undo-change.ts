import type { Db } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { expireFile, FileGone, fileLength } from "../files/files.ts";
import { appendAll } from "../files/write-file.ts";
import { type Job, markUndone } from "../jobs/jobs.ts";
import type { JobKind, JobRun } from "../jobs/run-job.ts";
import { KEPT_MS, requireHistory } from "../jobs/undo-conflict.ts";
import type { Principal } from "../principal.ts";
import { decodeChanges, ENTRY_BYTES } from "../records/undo/change-list.ts";
import { readAll } from "./files.ts";
import { MAX_REFUSED_KEPT } from "./limits.ts";
import { refusedLines } from "./refused.ts";
import { actorsOf } from "./run-change.ts";
import { undoAssociations } from "./undo-associations.ts";
import { RecordsTooLarge, type Undone, undoRecords } from "./undo-records.ts";
import { needsHistory, type UndoProgress, type UndoSettings } from "./undo-settings.ts";

/** Entries that one transaction undoes at most. */
const PORTION = 200;

/** What jobs of the kind `change_undo` do (specification §31). */
export const changeUndoJobs: JobKind = { run: undo, ended: endUndo, isUrgent: true };

function undoSettingsOf({ settings }: Pick<Job, "settings">): UndoSettings {
  return settings as UndoSettings;
}

async function undo({ deps, principal, job, commit }: JobRun): Promise<void> {
  const { action, change, changesFile } = undoSettingsOf(job);
  const file = { projectId: job.projectId, id: changesFile };
  const length = await fileLength(deps.db, file);
  if (length === undefined) throw new FileGone();
  const writer = { ...principal, kind: "system", id: actorsOf(change).undo } as const;
  let progress: UndoProgress = { undone: 0, left: 0, remaining: length, ...job.progress };
  let size = PORTION;
  while (progress.remaining > 0) {
    const from = Math.max(0, progress.remaining - size * ENTRY_BYTES);
    const bytes = await readAll(deps, file, { from, to: progress.remaining });
    const before = progress;
    try {
      await commit(async (joined, tx) => {
        const { undone, reasons } = await undoChanges(joined, tx, writer, job, bytes);
        // After its entries were read, because they may be removed at any moment.
        if (needsHistory(action)) await requireHistory(tx, job, change, "change");
        await noteLeft(joined, tx, job, before, reasons);
        progress = {
          undone: before.undone + undone,
          left: before.left + reasons.size,
          remaining: from,
        };
        return { ...progress };
      });
    } catch (error) {
      if (!(error instanceof RecordsTooLarge)) throw error;
      size = Math.ceil(bytes.length / ENTRY_BYTES / 2);
    }
  }
}

function undoChanges(
  deps: Deps,
  tx: Db,
  writer: Principal,
  job: Job,
  bytes: Buffer,
): Promise<Undone> {
  const { action, change, target } = undoSettingsOf(job);
  const changes = decodeChanges(bytes);
  const actor = `system:${actorsOf(change).change}`;
  const { type } = job;
  return target === null
    ? undoRecords(deps, tx, writer, { type, action, actor }, changes)
    : undoAssociations(tx, writer, { type, target, actor }, changes);
}

async function noteLeft(
  deps: Deps,
  tx: Db,
  job: Job,
  { left }: UndoProgress,
  reasons: ReadonlyMap<number, string>,
): Promise<void> {
  if (reasons.size === 0 || left >= MAX_REFUSED_KEPT) return;
  const file = { projectId: job.projectId, id: undoSettingsOf(job).leftFile };
  const object = await deps.schemas.within(tx).object(job.projectId, job.type);
  await appendAll(deps, file, Buffer.from(await refusedLines(tx, job, object, reasons)));
}

async function endUndo(_: Deps, tx: Db, job: Job): Promise<void> {
  const { change, leftFile } = undoSettingsOf(job);
  const at = new Date(Date.now() + KEPT_MS).toISOString();
  await expireFile(tx, { projectId: job.projectId, id: leftFile }, at);
  if (job.state === "done") await markUndone(tx, job, change);
}
