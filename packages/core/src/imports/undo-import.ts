import { type Db, importChanges, type RecordRow, recordsById } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { FileGone, fileLength } from "../files/files.ts";
import { readFile } from "../files/read-file.ts";
import { type Job, markUndone } from "../jobs/jobs.ts";
import type { JobKind, JobRun } from "../jobs/run-job.ts";
import { requireHistory } from "../jobs/undo-conflict.ts";
import { bytesOfRecord } from "../page.ts";
import type { Principal } from "../principal.ts";
import { applyDelete, applyUpdate } from "../records/batch/apply.ts";
import { writeBatch } from "../records/batch/batch.ts";
import type { InputItem } from "../records/batch/input.ts";
import { MAX_BATCH_BYTES } from "../records/batch/room.ts";
import { type ChangedRecord, decodeChanges, ENTRY_BYTES } from "../records/undo/change-list.ts";
import { formerValues, groupChanges } from "../records/undo/former-values.ts";

/** Entries that one transaction undoes at most. */
const PORTION = 200;
/** Records that are read at once, until those of the transaction have too many bytes. */
const CHUNK = 50;

/** What the undoing of an import has done. */
export interface UndoProgress {
  /** Created records that were deleted. */
  readonly deleted: number;
  /** Updated records that got values back. */
  readonly restored: number;
  /** Records that stay changed, wholly or in part, because something else changed them since. */
  readonly left: number;
}

export const UNDO_NOTHING_DONE: UndoProgress = { deleted: 0, restored: 0, left: 0 };

interface Progress extends UndoProgress {
  /** Bytes of the list of changes that are still to do; it is undone from its end. */
  readonly remaining: number;
}

/** What jobs of the kind `import_undo` do (specification §26). */
export const importUndoJobs: JobKind = {
  run: undo,
  ended: async (_, tx, job) => {
    if (job.state === "done") await markUndone(tx, job, importOf(job));
  },
};

async function undo({ deps, principal, job, commit }: JobRun): Promise<void> {
  const { changesFile } = job.settings as { readonly changesFile: string | null };
  if (changesFile === null) return;
  const file = { projectId: job.projectId, id: changesFile };
  const length = await fileLength(deps.db, file);
  if (length === undefined) throw new FileGone();
  let progress: Progress = { ...UNDO_NOTHING_DONE, remaining: length, ...job.progress };
  const writer = { ...principal, kind: "system", id: actorsOf(job).undo.slice(7) } as const;
  while (progress.remaining > 0) {
    const from = Math.max(0, progress.remaining - PORTION * ENTRY_BYTES);
    const parts: Buffer[] = [];
    for await (const part of readFile(deps, file, { from, to: progress.remaining })) {
      parts.push(part);
    }
    const changes = decodeChanges(Buffer.concat(parts));
    let next = progress;
    await commit(async (joined, tx) => {
      const done = await undoChanges(joined, tx, writer, job, changes);
      // After its entries were read, because they may be removed at any moment.
      await requireHistory(tx, job, importOf(job), "import");
      next = {
        deleted: progress.deleted + done.deleted,
        restored: progress.restored + done.restored,
        left: progress.left + done.left,
        remaining: progress.remaining - done.entries * ENTRY_BYTES,
      };
      return { ...next };
    });
    progress = next;
  }
}

function importOf({ settings }: Pick<Job, "settings">): number {
  return (settings as { readonly import: number }).import;
}

/** The stored actors of an import and of its undoing. */
function actorsOf({ settings }: Job): { readonly import: string; readonly undo: string } {
  const id = importOf({ settings });
  return { import: `system:import:${id}`, undo: `system:import_undo:${id}` };
}

async function undoChanges(
  deps: Deps,
  tx: Db,
  writer: Principal,
  job: Job,
  portion: readonly ChangedRecord[],
): Promise<UndoProgress & { readonly entries: number }> {
  const { type } = job;
  const object = await deps.schemas.object(job.projectId, type);
  const actors = actorsOf(job);
  const { changes, rows } = await readLast(tx, writer, portion);
  // A record may be in the list several times. It is undone once, from its last change.
  const last = new Map(changes.map(({ id, version }) => [id, version]));
  const ids = [...last.keys()];
  const made = groupChanges(await importChanges.listChanges(tx, writer, ids, actors.import));
  const touched = new Set(await importChanges.findTouched(tx, writer, ids, actors));
  const deletions: InputItem[] = [];
  const updates: InputItem[] = [];
  let left = 0;
  for (const [id, version] of last) {
    const entries = made.get(id) ?? [];
    if (entries[0] === undefined || (entries[0].version ?? 0) > version) continue;
    const row = rows.get(id);
    const isCreated = entries.at(-1)?.action === "created";
    if (row === undefined || (isCreated && touched.has(id))) left++;
    else if (isCreated) deletions.push({ id, ifVersion: row.version });
    else {
      const { properties, isWhole } = formerValues(object, row, entries);
      if (!isWhole) left++;
      if (properties.length > 0) updates.push({ id, ifVersion: row.version, properties });
    }
  }
  const deleted = await write(deps, writer, job, deletions, applyDelete);
  const restored = await write(deps, writer, job, updates, applyUpdate);
  return {
    deleted: deleted.done,
    restored: restored.done,
    left: left + deleted.failed + restored.failed,
    entries: changes.length,
  };
}

/** Reads the records of the last changes, as many as a transaction has room for. */
async function readLast(
  tx: Db,
  scope: Principal,
  portion: readonly ChangedRecord[],
): Promise<{
  readonly changes: readonly ChangedRecord[];
  readonly rows: ReadonlyMap<number, RecordRow>;
}> {
  const rows = new Map<number, RecordRow>();
  let bytes = 0;
  let start = portion.length;
  while (start > 0 && bytes < MAX_BATCH_BYTES) {
    const end = start;
    start = Math.max(0, end - CHUNK);
    const ids = new Set(portion.slice(start, end).map(({ id }) => id));
    for (const row of (await recordsById.findMany(tx, scope, [...ids])).values()) {
      rows.set(row.id, row);
      bytes += bytesOfRecord(row);
    }
  }
  return { changes: portion.slice(start), rows };
}

async function write(
  deps: Deps,
  writer: Principal,
  { type }: Job,
  items: readonly InputItem[],
  apply: typeof applyDelete,
): Promise<{ readonly done: number; readonly failed: number }> {
  if (items.length === 0) return { done: 0, failed: 0 };
  const batch = { inputs: items.map((item) => ({ item })), atomic: false };
  const { results, errors } = await writeBatch(deps, writer, type, batch, apply);
  const done = results.filter(({ status }) => status !== "unchanged").length;
  return { done, failed: errors.length };
}
