import { type Db, jobs as jobRows } from "@rapport/db";
import { fileLength } from "../files/files.ts";
import { type Job, stateOf } from "../jobs/jobs.ts";
import { KEPT_MS } from "../jobs/undo-conflict.ts";
import { progressOf } from "./progress.ts";
import { type ImportedFile, type ImportOptions, settingsOf } from "./settings.ts";
import { UNDO_NOTHING_DONE, type UndoProgress } from "./undo-import.ts";

/** An import as its owner sees it (specification §26). */
export interface ImportView {
  readonly id: number;
  /** Who made it, in stored form. */
  readonly actor: string;
  readonly object: string;
  readonly mode: ImportOptions["mode"];
  readonly idProperty: string | null;
  readonly format: ImportOptions["format"];
  readonly fileName: string | null;
  readonly state: Job["state"];
  /** Why it failed. */
  readonly failure: string | null;
  readonly read: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly refused: number;
  /** Rows of the file; null before the data has arrived. */
  readonly rows: number | null;
  /** Rows without a value, which are ignored and not counted otherwise. */
  readonly blank: number;
  readonly bytesRead: number;
  readonly bytes: number | null;
  readonly encoding: string | null;
  readonly delimiter: string | null;
  readonly undo: UndoView | null;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  /** Until then it can be undone, and its refused rows are kept. Null if its files are gone. */
  readonly keptUntil: string | null;
}

/** How far the undoing of an import has come. */
export interface UndoView extends UndoProgress {
  readonly state: Job["state"];
  readonly failure: string | null;
}

/** Returns an import as the Public API shows it: without who made it. */
export function publicImport({ actor: _, ...shown }: ImportView): Omit<ImportView, "actor"> {
  return shown;
}

/** Returns an import as its owner sees it, and how far it has come. */
export async function viewOf(db: Db, job: Job): Promise<ImportView> {
  const { mode, idProperty, format, fileName, data } = settingsOf(job);
  const { read, created, updated, unchanged, refused, offset, undo } = progressOf(job);
  const undoing = undo === undefined ? undefined : await jobRows.findJob(db, job, undo);
  return {
    ...{
      id: job.id,
      object: job.type,
      actor: job.actor,
      mode,
      idProperty: idProperty ?? null,
      format,
      fileName,
    },
    ...{ state: stateOf(job, undoing), failure: job.failure },
    ...{
      read,
      created,
      updated,
      unchanged,
      refused,
      blank: data?.blank ?? 0,
      rows: data?.rows ?? null,
    },
    ...{ bytesRead: offset, bytes: data?.bytes ?? null },
    ...{ encoding: data?.encoding ?? null, delimiter: data?.delimiter ?? null },
    undo: undoing === undefined ? null : undoView(undoing),
    ...{ createdAt: job.createdAt, startedAt: job.startedAt, endedAt: job.endedAt },
    keptUntil: await keptUntil(db, job, data),
  };
}

async function keptUntil(db: Db, job: Job, data: ImportedFile | null): Promise<string | null> {
  if (job.endedAt === null) return null;
  const until = Date.parse(job.endedAt) + KEPT_MS;
  const wasErased = data !== null && until > Date.now() && !(await isKept(db, job, data));
  return wasErased ? null : new Date(until).toISOString();
}

/** Returns whether the files of an import are still kept. An erasure of a record of its type deletes them. */
export async function isKept(
  db: Db,
  { projectId }: Pick<Job, "projectId">,
  { changesFile }: Pick<ImportedFile, "changesFile">,
): Promise<boolean> {
  return (await fileLength(db, { projectId, id: changesFile })) !== undefined;
}

function undoView({ state, failure, progress }: jobRows.JobRow): UndoView {
  const { deleted, restored, left } = { ...UNDO_NOTHING_DONE, ...progress };
  return { state, failure, deleted, restored, left };
}
