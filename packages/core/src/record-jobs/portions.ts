import { type Db, pace, recordsById } from "@rapport/db";
import type { Deps, FileKey } from "../deps.ts";
import { appendAll } from "../files/write-file.ts";
import type { JobRun } from "../jobs/run-job.ts";
import type { ObjectSchema } from "../object-schema.ts";
import { bytesOfRecord } from "../paging.ts";
import type { Principal } from "../principal.ts";
import type { Apply } from "../records/batch/apply.ts";
import { type Batch, type BatchAnswer, writeBatch } from "../records/batch/batch.ts";
import type { BatchError } from "../records/batch/chunk.ts";
import type { BatchInput } from "../records/batch/input.ts";
import { applyRestore } from "../records/batch/restore.ts";
import { MAX_BATCH_BYTES } from "../records/batch/room.ts";
import { restorableSince } from "../retention.ts";

/** Inputs of the first transaction of a job. */
const FIRST_PORTION = 200;
const MAX_PORTION = 1_000;
const MIN_PORTION = 20;
/** Records that one statement reads. */
const CHUNK = 100;

/** The records have too many values for one transaction. Those of a single input always fit. */
class RecordsTooLarge extends Error {
  override readonly name = "RecordsTooLarge";
}

/** Where a job gets its inputs, and what it does with them. */
export interface InputSource<Input, Progress> {
  /** Returns the next inputs, none at the end. */
  take(most: number, progress: Progress): Promise<readonly Input[]>;
  /**
   * Does the work with some inputs in one transaction. Runs queries only, because it may run again.
   *
   * @returns how far the job has come then
   * @throws RecordsTooLarge
   */
  write(deps: Deps, tx: Db, inputs: readonly Input[], before: Progress): Promise<Progress>;
}

/**
 * Does the work of a job: a portion of its inputs per transaction, as many as last about as long as one should. If their
 * records are too large together, each half of them.
 */
export async function inPortions<Input, Progress extends object>(
  { deps, commit }: Pick<JobRun, "deps" | "commit">,
  start: Progress,
  { take, write }: InputSource<Input, Progress>,
): Promise<void> {
  let progress = start;
  const writeAll = async (inputs: readonly Input[]): Promise<void> => {
    let next = progress;
    try {
      await commit(async (joined, tx) => {
        next = await write(joined, tx, inputs, progress);
        return next;
      });
      progress = next;
    } catch (error) {
      if (!(error instanceof RecordsTooLarge)) throw error;
      const half = Math.ceil(inputs.length / 2);
      await writeAll(inputs.slice(0, half));
      await writeAll(inputs.slice(half));
    }
  };
  let size = FIRST_PORTION;
  for (;;) {
    const inputs = await take(size, progress);
    if (inputs.length === 0) return;
    const startedAt = performance.now();
    await writeAll(inputs);
    const tookMs = Math.max(performance.now() - startedAt, 1);
    const fitting = Math.round((inputs.length * pace.jobTransactionMs(deps.db)) / tookMs);
    size = Math.max(MIN_PORTION, Math.min(MAX_PORTION, fitting, inputs.length * 2));
  }
}

/** Where a job writes records. */
export interface Writing {
  readonly deps: Deps;
  readonly writer: Principal;
  readonly object: ObjectSchema;
}

/** An input that was refused. */
export interface Refused<Given> {
  readonly given: Given;
  readonly error: BatchError;
}

/** Writes inputs in the transaction of a job. One that fails leaves nothing. @throws RecordsTooLarge */
export async function writePortion<Given extends { readonly input: BatchInput }>(
  { deps, writer, object }: Writing,
  given: readonly Given[],
  { apply, idProperty }: { readonly apply: Apply; readonly idProperty?: string | undefined },
): Promise<Pick<BatchAnswer, "results"> & { readonly refused: readonly Refused<Given>[] }> {
  if (given.length === 0) return { results: [], refused: [] };
  const batch: Batch = {
    ...{ inputs: given.map(({ input }) => input), idProperty },
    ...{ atomic: false, maxBytes: MAX_BATCH_BYTES },
    deletedSince: apply === applyRestore ? restorableSince(new Date()) : undefined,
  };
  const call = { deps, principal: writer };
  const { results, errors } = await writeBatch(call, object.name, batch, apply);
  if (errors.some(({ code }) => code === "PAYLOAD_TOO_LARGE")) throw new RecordsTooLarge();
  const refused = errors.map((error) => ({ given: given[error.index] as Given, error }));
  return { results, refused };
}

/** Adds what a portion did to the counts of before. */
export function addCounts<Count extends string>(
  before: Readonly<Record<NoInfer<Count>, number>>,
  more: Readonly<Record<Count, number>>,
): Record<Count, number> {
  const names = Object.keys(more) as Count[];
  const sums = names.map((name) => [name, before[name] + more[name]]);
  return Object.fromEntries(sums);
}

/** Counts what was done with records. */
export function countResults(results: BatchAnswer["results"]) {
  const count = (status: string) => results.filter((one) => one.status === status).length;
  return { created: count("created"), updated: count("updated"), unchanged: count("unchanged") };
}

/** The first of some records, as far as their values fit into memory. */
interface SomeRecords {
  /** The ids that were looked up, also of records that are not live. */
  readonly ids: readonly number[];
  /** The live records among them. */
  readonly rows: ReadonlyMap<number, recordsById.ScannedRecord>;
}

/** Reads records in the order of their ids, until they have about as many bytes as one batch may have. */
export async function readSome(
  db: Db,
  scope: { readonly projectId: number },
  ids: readonly number[],
): Promise<SomeRecords> {
  const rows = new Map<number, recordsById.ScannedRecord>();
  let end = 0;
  for (let left = MAX_BATCH_BYTES; end < ids.length && left > 0; end += CHUNK) {
    const found = await recordsById.findMany(db, scope, ids.slice(end, end + CHUNK));
    for (const row of found.values()) {
      rows.set(row.id, row);
      left -= bytesOfRecord(row);
    }
  }
  return { ids: ids.slice(0, end), rows };
}

/** Like `readSome`, for records that must fit. @throws RecordsTooLarge */
export async function readAllRecords(
  db: Db,
  scope: { readonly projectId: number },
  ids: readonly number[],
): Promise<SomeRecords["rows"]> {
  const { ids: fitting, rows } = await readSome(db, scope, ids);
  if (fitting.length < ids.length) throw new RecordsTooLarge();
  return rows;
}

/** A record that a job has changed, and its version after that. */
export interface ChangedRecord {
  readonly id: number;
  readonly version: number;
}

/** Bytes of one entry: the id as a 64-bit number, and the version as a 32-bit one. */
export const ENTRY_BYTES = 12;

/** Adds what was changed to the list of changed records. @returns how many records */
export async function noteChanged(
  deps: Deps,
  file: FileKey,
  results: BatchAnswer["results"],
): Promise<number> {
  const changed = results.filter(({ status }) => status !== "unchanged");
  const bytes = Buffer.alloc(changed.length * ENTRY_BYTES);
  for (const [i, { record }] of changed.entries()) {
    bytes.writeDoubleBE(record.id, i * ENTRY_BYTES);
    bytes.writeUInt32BE(record.version, i * ENTRY_BYTES + 8);
  }
  await appendAll(deps, file, bytes);
  return changed.length;
}

/** Returns the entries of a part of the list of changed records. */
export function decodeChanges(bytes: Buffer): readonly ChangedRecord[] {
  return Array.from({ length: bytes.length / ENTRY_BYTES }, (_, i) => ({
    id: bytes.readDoubleBE(i * ENTRY_BYTES),
    version: bytes.readUInt32BE(i * ENTRY_BYTES + 8),
  }));
}
