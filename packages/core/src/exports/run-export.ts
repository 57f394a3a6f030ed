import type { Db } from "@rapport/db";
import { readingCall } from "../call.ts";
import type { Deps, FileKey } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { createFile, deleteFile, expireFile, readAll } from "../files/files.ts";
import { appendToFile } from "../files/write-file.ts";
import type { Job } from "../jobs/jobs.ts";
import type { JobKind, JobRun } from "../jobs/run-job.ts";
import { countEvery, type Total } from "../query/count-search.ts";
import type { Position } from "../query/search/search-context.ts";
import { requireFileRoom } from "../quotas/tenant-room.ts";
import { type ExportDefinition, exportEncoding, exportFileType } from "./definition.ts";
import {
  EMPTY_GZIP,
  GZIP_HEADER,
  type GzipState,
  gzipEnd,
  gzipPart,
  makeEncoder,
} from "./encode.ts";
import {
  type ExportProgress,
  exportExpiry,
  exportFiles,
  exportProgress,
  exportSettings,
} from "./export-state.ts";
import { EXPORT_FILE, requireRoom } from "./limits.ts";
import { readDefinition, writeExport } from "./write-export.ts";

/** Milliseconds for which records are counted. */
const COUNT_MS = 10_000;

/** Bytes that are appended at a time. */
const PORTION_BYTES = 1024 * 1024;
/** Bytes from which text is stored. They leave room for the text that reaches them, so one portion is mostly enough. */
const ENOUGH_BYTES = PORTION_BYTES - 64 * 1024;
/** Bytes of a UTF-16 code unit in UTF-8 at most; in other encodings it has fewer. */
const MAX_BYTES_OF_CHARACTER = 3;
/** Milliseconds after which the text written so far is stored, even if it is short. */
const PORTION_MS = 250;

/** Exports as jobs: each writes a file in portions, and resumes after the last one after a crash. */
export const exportJobs: JobKind = { run: runExport, ended: endExport };

async function runExport(run: JobRun): Promise<void> {
  const { deps, job } = run;
  const definition = await openDefinition(deps, job);
  const output = await openOutput(run, definition);
  if (output.isComplete) return;
  const start = openPosition(deps, output.progress().after);
  const reading = await readingCall(run);
  try {
    if (exportSettings(job).isCounted && output.progress().total === undefined) {
      await output.noteTotal(await countRecords(reading, definition));
    }
    for await (const part of writeExport(reading, definition, start)) {
      await output.add(part.text, part.rows, part.after);
    }
  } catch (error) {
    throw error instanceof CrmError && error.code === "INVALID_INPUT" ? outdated(error) : error;
  }
  await output.finish();
}

/** Counts the records of an export, for a limited time: the file is more urgent than the end of its progress. */
async function countRecords(
  { deps, principal, signal }: JobRun,
  definition: ExportDefinition,
): Promise<Total> {
  const { search } = readDefinition(await deps.schemas.get(principal.projectId), definition);
  const until = Date.now() + COUNT_MS;
  return countEvery({ deps, principal }, search, () => signal.aborted || Date.now() > until);
}

/** The schema was changed after the export was created. */
function outdated({ issues }: CrmError): CrmError {
  const faults = issues.map(({ message }) => message).join(" ");
  return new CrmError("INVALID_INPUT", `The schema has changed. ${faults}`);
}

/**
 * Reads what an export asks for.
 *
 * @throws FileGone if it was deleted: because the export has expired, or a record of its type was erased
 */
export async function openDefinition(
  deps: Pick<Deps, "db" | "fileParts" | "secrets">,
  job: Pick<Job, "projectId" | "settings">,
): Promise<ExportDefinition> {
  const { definition: file } = exportFiles({ ...job, progress: {} });
  return JSON.parse((await readAll(deps, file)).toString("utf8"));
}

interface Output {
  progress(): ExportProgress;
  /** True if the whole file was written, and the process ended before the export did. */
  readonly isComplete: boolean;
  noteTotal(total: Total): Promise<void>;
  /** Adds text. It is stored with the next portion. */
  add(text: string, rows: number, after: Position | null): Promise<void>;
  finish(): Promise<void>;
}

/** Opens the file of an export, or creates it. */
async function openOutput(
  { deps, principal, job, commit }: JobRun,
  definition: ExportDefinition,
): Promise<Output> {
  let progress = exportProgress(job);
  if (progress === undefined) {
    let created = "";
    const begun = () => ({ file: created, rows: 0, bytes: 0, after: null, gzip: EMPTY_GZIP });
    await commit(async (joined, tx) => {
      created =
        exportSettings(job).file ??
        (await createFile(joined, tx, principal, {
          type: exportFileType(definition),
          kind: EXPORT_FILE,
        }));
      return begun();
    });
    progress = begun();
  }
  let done: ExportProgress = progress;
  const file: FileKey = { projectId: job.projectId, id: done.file };
  // Used for every portion. A new one for each made V8 trace its whole heap at every third portion.
  let held = Buffer.allocUnsafe(2 * PORTION_BYTES);
  let size = 0;
  let rows = 0;
  let since = Date.now();
  const encoding = exportEncoding(definition);
  const encode = makeEncoder(encoding);
  const isUtf8 = encoding.startsWith("utf-8");

  async function store(after: Position | null, isEnd: boolean): Promise<void> {
    const { bytes, gzip } = await packed(definition, done, held.subarray(0, size), isEnd);
    const next: ExportProgress = {
      ...done,
      rows: done.rows + rows,
      bytes: done.bytes + bytes.length,
      after: isEnd ? null : sealPosition(deps, after),
      gzip,
    };
    await commit(async (joined, tx) => {
      for (let at = 0; at < bytes.length; at += PORTION_BYTES) {
        await appendToFile(joined, file, bytes.subarray(at, at + PORTION_BYTES));
      }
      await requireRoom(tx, job);
      await requireFileRoom(joined, tx, file, next.bytes);
      return { ...next };
    });
    done = next;
    [size, rows, since] = [0, 0, Date.now()];
  }

  return {
    progress: () => done,
    // Only the last portion has no next position.
    isComplete: progress.bytes > 0 && progress.after === null,
    async noteTotal(total) {
      const next = { ...done, total };
      await commit(async () => next);
      done = next;
    },
    async add(text, more, after) {
      const needed = size + text.length * MAX_BYTES_OF_CHARACTER;
      if (needed > held.length) held = Buffer.concat([held.subarray(0, size)], needed);
      size += isUtf8 ? held.write(text, size, "utf8") : encode(text).copy(held, size);
      rows += more;
      // The header line alone has no position from which another process could resume.
      const isStored = after !== null && (size >= ENOUGH_BYTES || Date.now() - since > PORTION_MS);
      if (isStored) await store(after, false);
    },
    finish: () => store(null, true),
  };
}

async function packed(
  { gzip: isCompressed }: ExportDefinition,
  { bytes: written, gzip }: ExportProgress,
  plain: Buffer,
  isEnd: boolean,
): Promise<{ readonly bytes: Buffer; readonly gzip: GzipState }> {
  if (!isCompressed) return { bytes: plain, gzip };
  const part = await gzipPart(gzip, plain);
  const bytes = Buffer.concat([
    ...(written === 0 ? [GZIP_HEADER] : []),
    part.bytes,
    ...(isEnd ? [gzipEnd(part.state)] : []),
  ]);
  return { bytes, gzip: part.state };
}

function sealPosition({ cursors }: Deps, after: Position | null): ExportProgress["after"] {
  if (after === null) return null;
  const [key, id] = after;
  return [key === null ? null : cursors.seal(key), id];
}

/** Returns the position after which an export resumes; null at its beginning. */
function openPosition({ cursors }: Deps, after: ExportProgress["after"]): Position | null {
  if (after === null) return null;
  const [key, id] = after;
  return [key === null ? null : cursors.open(key), id];
}

/** Keeps the file of an export that is done, and deletes all others. What was asked for is kept to be shown. */
async function endExport(_deps: Deps, tx: Db, job: Job): Promise<void> {
  const expiry = exportExpiry(job.endedAt);
  const { definition, output } = exportFiles(job);
  await expireFile(tx, definition, expiry);
  if (output === undefined) return;
  if (job.state === "done") await expireFile(tx, output, expiry);
  else await deleteFile(tx, output);
}
