import { type Db, joinTransaction, recordBatches, recordIndex } from "@rapport/db";
import type { Call } from "../../call.ts";
import { type CrmCode, CrmError, type Issue, type QuotaUse } from "../../errors.ts";
import { bytesOfRecord } from "../../paging.ts";
import type { RecordDeps } from "../record.ts";
import { type WholeRecord, wholeRecord } from "../whole-record.ts";
import type { Apply, BatchContext } from "./apply.ts";
import { batchFull, type CheckedInput } from "./input.ts";
import { type Draft, type Picture, type Step, startDraft, uniqueKeyText } from "./picture.ts";
import type { BatchRoom } from "./room.ts";
import { giveWay, writeDraft, writeUniqueValues } from "./write.ts";

export interface BatchResult {
  readonly index: number;
  readonly status: "created" | "updated" | "unchanged" | "found" | "deleted";
  readonly record: WholeRecord;
}

export interface BatchError {
  readonly index: number;
  readonly code: CrmCode;
  readonly message: string;
  readonly issues: readonly Issue[];
  /** The quota that the input would exceed. */
  readonly quota?: QuotaUse | undefined;
}

/** Inputs that are written together. */
export interface Chunk {
  readonly context: BatchContext;
  readonly picture: Picture;
  readonly apply: Apply;
  readonly inputs: readonly CheckedInput[];
  readonly room: BatchRoom;
}

/** How often a chunk is written while other transactions take its unique values. */
const MAX_ATTEMPTS = 5;

/**
 * Applies the inputs of a chunk in memory, then writes what they changed. If it learns that a unique value is taken,
 * it applies them again, so that only the input that needs the value fails.
 *
 * @param isDoomed whether the batch will be undone, so that only the faults of the inputs matter
 * @throws CrmError UNAVAILABLE if other transactions keep taking its unique values
 */
export async function runChunk(
  call: Call<RecordDeps>,
  tx: Db,
  chunk: Chunk,
  isDoomed: boolean,
): Promise<{ readonly results: readonly BatchResult[]; readonly errors: readonly BatchError[] }> {
  const { context, picture } = chunk;
  const ids = await drawIds(tx, chunk);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const { draft, errors, left } = await applySettled(tx, chunk, ids);
    await giveWay(chunk.inputs.length);
    const associating = isDoomed
      ? new Set<number>()
      : await write(call, tx, context, { picture, draft });
    if (associating === undefined) continue;
    draft.merge();
    chunk.room.left = left;
    chunk.room.recordsLeft = draft.recordsLeft;
    const results = draft.steps.map(({ index, status, row }): BatchResult => {
      const made = status === "unchanged" && associating.has(index) ? "updated" : status;
      return { index, status: made, record: wholeRecord(context.object, row, null) };
    });
    return { results, errors };
  }
  throw new CrmError("UNAVAILABLE", "Others keep taking the same values. Retry in 2 seconds.", {
    headers: { "Retry-After": "2" },
  });
}

/** Draws an id for each input that may create a record. */
function drawIds(tx: Db, { picture, inputs }: Chunk): Promise<readonly number[]> {
  const creating = inputs.filter(({ id, key, issues }) => {
    if (id !== undefined || issues.length > 0) return false;
    return key === undefined || (picture.keys.get(key.value) ?? []).length === 0;
  });
  return recordBatches.drawRecordIds(tx, creating.length);
}

/** Applies the inputs of a chunk in memory until it knows who has the unique values that they need. */
export async function applySettled(db: Db, chunk: Chunk, ids: readonly number[]): Promise<Applied> {
  for (;;) {
    const applied = applyAll(chunk, ids);
    const { assumedFree } = applied.draft;
    if (!(await learnHolders(db, chunk.context, chunk.picture, assumedFree))) return applied;
  }
}

interface Applied {
  readonly draft: Draft;
  readonly errors: readonly BatchError[];
  /** What `room.left` is once the draft is written. */
  readonly left: number;
}

function applyAll(
  { context, picture, apply, inputs, room }: Chunk,
  ids: readonly number[],
): Applied {
  const draft = startDraft(picture, ids, room.recordsLeft);
  const errors: BatchError[] = [];
  let { left } = room;
  const isLimited = Number.isFinite(left);
  for (const input of inputs) {
    try {
      if (left < 0) throw batchFull(input.index);
      const step = apply(context, draft, input);
      draft.steps.push(step);
      if (isAdded(step)) draft.recordsLeft -= 1;
      if (isLimited) left -= bytesOfRecord(step.row);
    } catch (error) {
      if (!(error instanceof CrmError)) throw error;
      errors.push(toBatchError(input.index, error));
    }
  }
  return { draft, errors, left };
}

function isAdded({ change }: Step): boolean {
  return change?.action === "created" || change?.action === "restored";
}

export function toBatchError(
  index: number,
  { code, message, issues, quota }: CrmError,
): BatchError {
  return { index, code, message, issues, ...(quota && { quota }) };
}

/**
 * Looks up which records have the unique values that a draft assumed to be free.
 *
 * @returns whether another record has one of them
 */
async function learnHolders(
  tx: Db,
  context: BatchContext,
  picture: Picture,
  assumedFree: ReadonlyMap<string, recordIndex.UniqueKey>,
): Promise<boolean> {
  if (assumedFree.size === 0) return false;
  const keys = [...assumedFree.values()];
  const found = await recordIndex.findHolders(tx, context, context.object.name, keys);
  for (const key of assumedFree.keys()) picture.holders.set(key, null);
  for (const { record, ...key } of found) picture.holders.set(uniqueKeyText(key), { id: record });
  return found.length > 0;
}

/**
 * Writes a draft.
 *
 * @returns the indexes of the inputs that associated records; undefined if nothing was written because another
 *   transaction has just taken a unique value
 */
async function write(
  { deps, principal }: Call<RecordDeps>,
  tx: Db,
  context: BatchContext,
  { picture, draft }: { readonly picture: Picture; readonly draft: Draft },
): Promise<ReadonlySet<number> | undefined> {
  const { properties } = context.object;
  const hasUniqueValues = [...properties.values()].some(({ unique }) => unique);
  if (!hasUniqueValues) return writeDraft(tx, principal, context, { draft, below: picture });
  try {
    await joinTransaction(deps.db, tx).transaction(async () => {
      const taken = await writeUniqueValues(tx, context, draft, picture);
      if (taken.length > 0) throw new ValuesTaken(taken);
    });
  } catch (error) {
    if (!(error instanceof ValuesTaken)) throw error;
    await learnHolders(tx, context, picture, error.keys);
    return undefined;
  }
  return writeDraft(tx, principal, context, { draft, below: picture });
}

class ValuesTaken extends Error {
  override readonly name = "ValuesTaken";
  readonly keys: ReadonlyMap<string, recordIndex.UniqueKey>;

  constructor(keys: readonly recordIndex.UniqueKey[]) {
    super("another transaction has taken unique values");
    this.keys = new Map(keys.map((key) => [uniqueKeyText(key), key]));
  }
}
