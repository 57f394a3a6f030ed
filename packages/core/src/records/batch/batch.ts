import { setImmediate as nextTurn } from "node:timers/promises";
import { type Db, pace } from "@rapport/db";
import type { PropertyDefinition } from "@rapport/model";
import type { Call } from "../../call.ts";
import { CrmError, type Issue } from "../../errors.ts";
import type { InputPaths } from "../../input-paths.ts";
import type { ObjectSchema } from "../../object-schema.ts";
import { recordRoom } from "../../quotas/records.ts";
import { findPrimaries } from "../current.ts";
import { invalid } from "../errors.ts";
import type { AddingDeps } from "../record.ts";
import { keyProperty } from "../record-key.ts";
import { holdSchemaVersion, writeRecord } from "../write-record.ts";
import type { Apply } from "./apply.ts";
import { type BatchError, type BatchResult, runChunk } from "./chunk.ts";
import { type BatchInputs, type CheckedInput, type CheckOptions, checkInput } from "./input.ts";
import { findByKeys } from "./keys.ts";
import { holdTargets, lockReturning, lockTargets, readLimitedPlaces } from "./lock-targets.ts";
import { emptyPicture } from "./picture.ts";
import { batchRoom } from "./room.ts";

/** Issues of all inputs that an answer lists. Of each input that fails after them, it lists the first. */
const MAX_ISSUES_TOGETHER = 1_000;

/** Inputs that are checked, and records that are locked, between two turns of others. */
const CHECKED_AT_ONCE = 100;
export interface Batch {
  readonly inputs: BatchInputs;
  /** Whether one failed input undoes all. */
  readonly atomic: boolean;
  /** The property by which an upsert finds its records. */
  readonly idProperty?: string | undefined;
  /** Bytes of values, about, after which inputs fail with PAYLOAD_TOO_LARGE; undefined for no limit. */
  readonly maxBytes?: number | undefined;
  /** Paths of the only input in the request. */
  readonly paths?: InputPaths | undefined;
  /** Whether each input names one association, to make or to end. */
  readonly pairs?: CheckOptions["pairs"];
  /** If given, the inputs name records that were deleted since this time, ISO 8601, and not live ones. */
  readonly deletedSince?: string | undefined;
}

export interface BatchAnswer {
  readonly results: readonly BatchResult[];
  readonly errors: readonly BatchError[];
}

/**
 * Writes a batch in one transaction (specification §23). The inputs act in order, each on what those before it left;
 * a failed input leaves nothing. They are applied in memory, in chunks, and each chunk is written with a constant
 * number of statements.
 *
 * @param apply applies one input
 * @throws CrmError with the code of the first failed input if the batch is atomic; then nothing is written
 */
export function writeBatch(
  { deps, principal }: Call<AddingDeps>,
  type: string,
  batch: Batch,
  apply: Apply,
): Promise<BatchAnswer> {
  // A single upsert shares its commit with others, as every other write of one record does.
  const hasManyInputs = batch.inputs.length > 1;
  const plan = async (object: ObjectSchema, at: string) => {
    const { atomic, idProperty, maxBytes, paths, pairs, deletedSince } = batch;
    const { keyProperty, keyIssues } = keyPropertyIn(object, idProperty);
    const checked = await checkInputs(object, batch.inputs, { keyProperty, paths, pairs });
    if (keyIssues.length > 0) {
      throw invalid([...keyIssues, ...checked.flatMap(({ issues }) => issues)]);
    }
    return async (tx: Db) => {
      const records = await recordRoom(deps, tx, principal, mayAdd(checked, deletedSince));
      await holdSchemaVersion(tx, principal, object);
      const { projectId } = principal;
      const live = await holdTargets(tx, principal, checked);
      const picture = emptyPicture();
      const room = batchRoom({ maxBytes, deletedSince, records });
      const { erased, merged } = await lockTargets(tx, principal, type, {
        picture,
        inputs: checked,
        room,
      });
      const wanted = checked.flatMap((input) => input.wanted).filter(({ id }) => !live.has(id));
      const targets = await findPrimaries(tx, principal, wanted);
      const { unread } = room;
      const lost = { erased, merged: new Map([...merged, ...targets]), unread };
      const returning = await lockReturning(tx, principal, object, { picture, deletedSince });
      const rest = { returning, isAtomic: atomic, ...lost };
      const context = { projectId, object, at, live, records, ...rest };
      const dropKeys =
        keyProperty &&
        (await findByKeys(tx, context, picture, { property: keyProperty, inputs: checked, room }));
      await readLimitedPlaces(tx, context, picture, checked);
      const results: BatchResult[] = [];
      const errors: BatchError[] = [];
      const size = pace.batchChunk(tx);
      for (let start = 0; start < checked.length; start += size) {
        if (hasManyInputs) await nextTurn();
        const isDoomed = atomic && errors.length > 0;
        const some = checked.slice(start, start + size);
        const chunk = { context, picture, apply, inputs: some, room };
        const done = await runChunk({ deps, principal }, tx, chunk, isDoomed);
        results.push(...done.results);
        errors.push(...done.errors);
      }
      if (atomic && errors.length > 0) throw undoneError(errors);
      await dropKeys?.();
      return { results, errors };
    };
  };
  return writeRecord({ deps, principal }, type, plan, { options: { hasOwnCommit: hasManyInputs } });
}

/** Returns how many records a batch may add at most. */
function mayAdd(inputs: readonly CheckedInput[], deletedSince: string | undefined): number {
  if (deletedSince !== undefined) return inputs.length;
  return inputs.filter(({ id, issues }) => id === undefined && issues.length === 0).length;
}

/**
 * Finds the property by which a batch finds its records.
 *
 * @param name undefined if the batch finds them by their ids
 * @returns keyIssues has an issue unless the property is indexed and has a single value
 */
export function keyPropertyIn(
  object: ObjectSchema,
  name: string | undefined,
): {
  readonly keyProperty: PropertyDefinition | undefined;
  readonly keyIssues: readonly Issue[];
} {
  if (name === undefined) return { keyProperty: undefined, keyIssues: [] };
  const found = keyProperty(object, name, "idProperty");
  if ("issue" in found) return { keyProperty: undefined, keyIssues: [found.issue] };
  return { keyProperty: found.definition, keyIssues: [] };
}

/** Checks the inputs of a batch against the schema. */
export async function checkInputs(
  object: ObjectSchema,
  inputs: BatchInputs,
  options: CheckOptions,
): Promise<readonly CheckedInput[]> {
  const checked: CheckedInput[] = [];
  let left = MAX_ISSUES_TOGETHER;
  for (let start = 0; start < inputs.length; start += CHECKED_AT_ONCE) {
    if (start > 0) await nextTurn();
    for (const input of inputs.slice(start, start + CHECKED_AT_ONCE)) {
      const one = checkInput(object, input, checked.length, options);
      const issues = one.issues.slice(0, Math.max(1, left));
      left -= issues.length;
      checked.push({ ...one, issues });
    }
  }
  return checked;
}

/** Returns the refusal of an atomic batch, with the issues of all inputs. */
export function undoneError(errors: readonly BatchError[]): CrmError {
  const [first] = errors as readonly [BatchError];
  const message = `Input ${first.index} failed, so nothing was changed. ${first.message}`;
  const issues = errors.flatMap((error) => error.issues);
  return new CrmError(first.code, message, { issues, quota: first.quota });
}
