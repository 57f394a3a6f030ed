import type { Deps, FileKey } from "../deps.ts";
import { createFile } from "../files/files.ts";
import { appendToFile } from "../files/write-file.ts";
import type { JobRun } from "../jobs/run-job.ts";
import type { Total } from "../query/count-search.ts";
import type { Position } from "../query/source.ts";
import { requireFileRoom } from "../quotas/file-room.ts";
import { type ExportDefinition, exportEncodingOf, fileTypeOf } from "./definition.ts";
import { EMPTY_GZIP, encoderOf, GZIP_HEADER, type GzipState, gzipEnd, gzipPart } from "./encode.ts";
import { type ExportProgress, progressOf, settingsOf } from "./export-state.ts";
import { EXPORT_FILE, requireRoom } from "./limits.ts";

/** Bytes that are appended at a time. */
const PORTION_BYTES = 1024 * 1024;
/** Bytes from which text is stored. They leave room for the text that reaches them, so one portion is mostly enough. */
const ENOUGH_BYTES = PORTION_BYTES - 64 * 1024;
/** Bytes of a UTF-16 code unit in UTF-8 at most; in other encodings it has fewer. */
const MOST_BYTES_OF_CHARACTER = 3;
/** Milliseconds after which the text written so far is stored, even if it is short. */
const PORTION_MS = 250;

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
export async function openOutput(
  { deps, principal, job, commit }: JobRun,
  definition: ExportDefinition,
): Promise<Output> {
  let progress = progressOf(job);
  if (progress === undefined) {
    let created = "";
    const begun = () => ({ file: created, rows: 0, bytes: 0, after: null, gzip: EMPTY_GZIP });
    await commit(async (joined, tx) => {
      created =
        settingsOf(job).file ??
        (await createFile(joined, tx, principal, fileTypeOf(definition), EXPORT_FILE));
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
  const encoding = exportEncodingOf(definition);
  const encode = encoderOf(encoding);
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
    // Only the last portion leaves no position.
    isComplete: progress.bytes > 0 && progress.after === null,
    async noteTotal(total) {
      const next = { ...done, total };
      await commit(async () => next);
      done = next;
    },
    async add(text, more, after) {
      const needed = size + text.length * MOST_BYTES_OF_CHARACTER;
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
export function openPosition({ cursors }: Deps, after: ExportProgress["after"]): Position | null {
  if (after === null) return null;
  const [key, id] = after;
  return [key === null ? null : cursors.open(key), id];
}
