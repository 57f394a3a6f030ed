import type { Db } from "@rapport/db";
import { type Deps, type FileKey, readingDeps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { createFile, deleteFile, expireFile } from "../files/files.ts";
import { readFile } from "../files/read-file.ts";
import { appendToFile } from "../files/write-file.ts";
import type { Job } from "../jobs/jobs.ts";
import type { JobKind, JobRun } from "../jobs/run-job.ts";
import { countEvery } from "../query/count-every.ts";
import type { Total } from "../query/search-page.ts";
import type { Position } from "../query/sources.ts";
import { type ExportDefinition, fileTypeOf } from "./definition.ts";
import { EMPTY_GZIP, GZIP_HEADER, type GzipState, gzipEnd, gzipPart } from "./gzip-parts.ts";
import { EXPORT_FILE, requireRoom } from "./limits.ts";
import { readDefinition, writeExport } from "./write-export.ts";

/** Bytes that one transaction appends. */
const PORTION_BYTES = 1024 * 1024;
/** Milliseconds after which the text written so far is stored, even if it is short. */
const PORTION_MS = 250;
/** How long a file is kept. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;
/** Milliseconds for which records are counted. */
const COUNT_MS = 10_000;

/** What an export has to do. */
export interface ExportSettings {
  readonly format: ExportDefinition["format"];
  readonly gzip: boolean;
  readonly labels: boolean;
  /** Whether the records are counted first, so that the progress has an end. */
  readonly isCounted?: boolean | undefined;
  /** Id of the file with the definition. It is a file, because filters have values that an erasure must delete. */
  readonly definition: string;
  /** Id of the file to write. Exports of earlier versions create it when they begin. */
  readonly file?: string | undefined;
}

/** How far an export has come. */
export interface ExportProgress {
  /** Id of the file. */
  readonly file: string;
  readonly rows: number;
  /** Bytes of the file. */
  readonly bytes: number;
  /**
   * Position to resume from: the sort key, sealed because it is a value of a record, and the id. Null at the beginning.
   */
  readonly after: readonly [key: string | null, id: number] | null;
  readonly gzip: GzipState;
  /** The records to write, if they are counted. */
  readonly total?: Total | undefined;
}

/** Exports as jobs: each writes a file in portions, and resumes after the last one after a crash. */
export const exportJobs: JobKind = { run: runExport, ended: endExport };

export function settingsOf({ settings }: Pick<Job, "settings">): ExportSettings {
  return settings as unknown as ExportSettings;
}

/** Returns the files of an export. An export of an earlier version has none to write before it begins. */
export function filesOf(job: Pick<Job, "projectId" | "settings" | "progress">): {
  readonly definition: FileKey;
  readonly output: FileKey | undefined;
} {
  const { projectId } = job;
  const { definition, file = progressOf(job)?.file } = settingsOf(job);
  const output = file === undefined ? undefined : { projectId, id: file };
  return { definition: { projectId, id: definition }, output };
}

/** Returns how far an export has come; undefined if it has not begun. */
export function progressOf({ progress }: Pick<Job, "progress">): ExportProgress | undefined {
  return "file" in progress ? (progress as unknown as ExportProgress) : undefined;
}

async function runExport(run: JobRun): Promise<void> {
  const { deps, principal, job } = run;
  const definition = await definitionOf(deps, job);
  const output = await openOutput(run, definition);
  const start = openPosition(deps, output.progress().after);
  const reading = await readingDeps(deps, principal);
  try {
    if (settingsOf(job).isCounted && output.progress().total === undefined) {
      await output.noteTotal(await countRecords({ ...run, deps: reading }, definition));
    }
    for await (const part of writeExport(reading, principal, definition, start)) {
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
  return countEvery(deps, principal, search, () => signal.aborted || Date.now() > until);
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
export async function definitionOf(
  deps: Pick<Deps, "db" | "fileParts" | "secrets">,
  job: Pick<Job, "projectId" | "settings">,
): Promise<ExportDefinition> {
  const { definition: file } = filesOf({ ...job, progress: {} });
  const parts: Buffer[] = [];
  for await (const bytes of readFile(deps, file)) parts.push(bytes);
  return JSON.parse(Buffer.concat(parts).toString("utf8"));
}

interface Output {
  progress(): ExportProgress;
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
  let held: Buffer[] = [];
  let size = 0;
  let rows = 0;
  let since = Date.now();

  async function store(after: Position | null, isEnd: boolean): Promise<void> {
    const plain = Buffer.concat(held);
    const { bytes, gzip } = await packed(definition, done, plain, isEnd);
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
      return { ...next };
    });
    done = next;
    held = [];
    [size, rows, since] = [0, 0, Date.now()];
  }

  return {
    progress: () => done,
    async noteTotal(total) {
      const next = { ...done, total };
      await commit(async () => next);
      done = next;
    },
    async add(text, more, after) {
      const bytes = Buffer.from(text, "utf8");
      held.push(bytes);
      size += bytes.length;
      rows += more;
      // The header line alone has no position from which another process could resume.
      const isStored = after !== null && (size >= PORTION_BYTES || Date.now() - since > PORTION_MS);
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

function sealPosition({ secrets }: Deps, after: Position | null): ExportProgress["after"] {
  if (after === null) return null;
  const [key, id] = after;
  return [key === null ? null : secrets.seal(key), id];
}

function openPosition({ secrets }: Deps, after: ExportProgress["after"]): Position | null {
  if (after === null) return null;
  const [key, id] = after;
  return [key === null ? null : secrets.open(key), id];
}

/** Keeps the file of an export that is done, and deletes all others. What was asked for is kept to be shown. */
async function endExport(_deps: Deps, tx: Db, job: Job): Promise<void> {
  const expiry = expiryOf(job.endedAt);
  const { definition, output } = filesOf(job);
  await expireFile(tx, definition, expiry);
  if (output === undefined) return;
  if (job.state === "done") await expireFile(tx, output, expiry);
  else await deleteFile(tx, output);
}

/** Returns when the file of an export that ended expires. */
export function expiryOf(endedAt: string | null): string {
  return new Date(Date.parse(endedAt ?? "") + KEPT_MS).toISOString();
}
