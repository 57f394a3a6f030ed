import { setImmediate as nextTurn } from "node:timers/promises";
import { recordBatches, recordsById } from "@rapport/db";
import type { PropertyDefinition } from "@rapport/model";
import type { ObjectCall } from "../../call.ts";
import type { CrmError, Issue } from "../../errors.ts";
import type { ObjectSchema } from "../../object-schema.ts";
import { bytesOfRecord } from "../../paging.ts";
import { wholeKey } from "../../record-index/index-key.ts";
import { parseValue } from "../../values/parse-value.ts";
import { findPrimaries } from "../current.ts";
import { invalid } from "../errors.ts";
import type { RecordDeps } from "../record.ts";
import { stageKey } from "../record-key.ts";
import {
  type ParsedSelection,
  readSelection,
  type WholeSelectionInput,
  withExpand,
} from "../selection.ts";
import { toWholeRecords } from "../whole-record.ts";
import { type Batch, type BatchAnswer, keyPropertyIn, undoneError } from "./batch.ts";
import { type BatchError, type BatchResult, toBatchError } from "./chunk.ts";
import { type BatchInput, batchFull, missingRecordError, pathIn, shapeIssues } from "./input.ts";
import { findIds } from "./keys.ts";
import { MAX_BATCH_BYTES } from "./room.ts";
import { noSingleRecord } from "./upsert.ts";

/** Records that one statement reads. Between two, other requests are served. */
const CHUNK = 100;
const NONE: ReadonlySet<number> = new Set();

/** The record that an input names, or why there is none. */
type Named = { readonly id: number } | { readonly fault: CrmError };

/** A batch that reads, and what it returns of each record. */
export interface BatchRead extends Batch, WholeSelectionInput {}

/**
 * Checks what a batch returns of each record. Accepts names of any shape.
 *
 * @throws CrmError INSUFFICIENT_SCOPE if the caller may not read a type in `expand`
 */
export function batchSelection(
  { principal, object }: Pick<ObjectCall, "principal" | "object">,
  given: { readonly [Member in keyof WholeSelectionInput]?: unknown },
): ParsedSelection {
  return withExpand({ principal, object }, readSelection(object, given), given.expand);
}

/**
 * Reads the live records that the inputs name: by their ids or, with `idProperty`, by a value (specification §23).
 *
 * @throws CrmError INVALID_INPUT unless the property is indexed and has a single value; with the code of the first
 *   failed input if the batch is atomic
 */
export async function readBatch(
  { deps, principal, object }: ObjectCall<RecordDeps>,
  { inputs, atomic, idProperty, ...select }: BatchRead,
): Promise<BatchAnswer> {
  const { keyProperty: property, keyIssues } = keyPropertyIn(object, idProperty);
  const { selection, issues } = batchSelection({ principal, object }, select);
  if (keyIssues.length + issues.length > 0) {
    const all = inputs.slice(0, inputs.length);
    throw invalid([...keyIssues, ...issues, ...readIssues(object, all, idProperty)]);
  }
  const results: BatchResult[] = [];
  const errors: BatchError[] = [];
  let bytes = 0;
  for (let start = 0; start < inputs.length; start += CHUNK) {
    if (start > 0) await nextTurn();
    if (bytes > MAX_BATCH_BYTES) {
      for (let i = start; i < inputs.length; i++) errors.push(toBatchError(i, batchFull(i)));
      break;
    }
    const some = inputs.slice(start, start + CHUNK);
    const named =
      property === undefined
        ? some.map((input, i) => namedById(input, start + i))
        : await namedByValue({ deps, principal, object }, property, some, start);
    const ids = named.flatMap((one) => ("id" in one ? [one.id] : []));
    const found = await recordsById.findMany(deps.db, principal, [...new Set(ids)]);
    const rows = [...found.values()].filter((row) => row.type === object.name);
    const whole = await toWholeRecords(deps.db, principal, object, { rows, selection });
    const records = new Map(whole.map((record) => [record.id, record]));
    const lost = ids.filter((id) => !records.has(id));
    const erased = await recordBatches.findErased(deps.db, principal, object.name, lost);
    const merged = await findPrimaries(
      deps.db,
      principal,
      lost.map((id) => ({ type: object.name, id })),
    );
    const primaryIds = [...new Set(merged.values())];
    const primaryRows = [...(await recordsById.findMany(deps.db, principal, primaryIds)).values()];
    const read = await toWholeRecords(deps.db, principal, object, { rows: primaryRows, selection });
    const primaries = new Map(read.map((record) => [record.id, record]));
    for (const [id, primary] of merged) {
      const record = primaries.get(primary);
      if (record !== undefined) records.set(id, record);
    }
    for (const [i, one] of named.entries()) {
      const index = start + i;
      const record = "id" in one ? records.get(one.id) : undefined;
      if (record !== undefined && bytes > MAX_BATCH_BYTES)
        errors.push(toBatchError(index, batchFull(index)));
      else if (record !== undefined) {
        results.push({ index, status: "found", record });
        bytes += bytesOfRecord(record);
      } else {
        const found = { erased, merged, unread: NONE };
        const fault =
          "id" in one ? missingRecordError(object.name, one.id, index, found) : one.fault;
        errors.push(toBatchError(index, fault));
      }
    }
  }
  if (atomic && errors.length > 0) throw undoneError(errors);
  return { results, errors };
}

function namedById(input: BatchInput, index: number): Named {
  if (!("item" in input)) return { fault: invalid(shapeIssues(input, index)) };
  const { id, value } = input.item;
  const hasValue = value !== undefined && value !== null;
  if (id !== undefined && hasValue) return { fault: idAndValue(index) };
  return id === undefined ? { fault: required(index, "id") } : { id };
}

/**
 * Lists the faults of the inputs that only the project's schema can show. If the key property is faulty, lists only
 * those of their shape.
 */
export function readIssues(
  object: ObjectSchema,
  inputs: readonly BatchInput[],
  idProperty: string | undefined,
): readonly Issue[] {
  const { keyProperty, keyIssues } = keyPropertyIn(object, idProperty);
  return inputs.flatMap((input, index) => {
    if (!("item" in input)) return shapeIssues(input, index);
    if (keyIssues.length > 0) return [];
    if (keyProperty !== undefined) {
      const key = lookupKey(object, keyProperty, input, index);
      return typeof key === "string" ? [] : key.issues;
    }
    const named = namedById(input, index);
    return "fault" in named ? named.fault.issues : [];
  });
}

/** Returns the whole key of the value that an input names, or why there is none. */
function lookupKey(
  object: ObjectSchema,
  property: PropertyDefinition,
  input: BatchInput,
  index: number,
): string | CrmError {
  if (!("item" in input)) return invalid(shapeIssues(input, index));
  const { id, value } = input.item;
  if (value === undefined) return required(index, "value");
  if (id !== undefined) return idAndValue(index);
  const named = typeof value === "string" ? stageKey(object, property.name, value) : value;
  // A record may have a value that its enumeration no longer allows.
  const parsed = parseValue({ ...property, closed: false }, named);
  if (!parsed.ok) {
    const { code, message } = parsed;
    return invalid([{ path: pathIn(index, "value"), code, message }]);
  }
  return parsed.value === null || Array.isArray(parsed.value)
    ? required(index, "value")
    : wholeKey(property, parsed.value);
}

async function namedByValue(
  { deps, principal, object }: ObjectCall<RecordDeps>,
  property: PropertyDefinition,
  inputs: readonly BatchInput[],
  start: number,
): Promise<readonly Named[]> {
  const keys = inputs.map((input, i) => lookupKey(object, property, input, start + i));
  const wanted = keys.flatMap((key) => (typeof key === "string" ? [key] : []));
  const scope = { ...principal, object };
  const found = await findIds(deps.db, scope, property, [...new Set(wanted)]);
  return keys.map((key, i) => {
    if (typeof key !== "string") return { fault: key };
    const ids = found.get(key) ?? [];
    const [id] = ids;
    return ids.length === 1 && id !== undefined
      ? { id }
      : { fault: noSingleRecord(object, property.name, ids, pathIn(start + i, "value")) };
  });
}

function required(index: number, member: "id" | "value"): CrmError {
  const message =
    member === "id"
      ? "Give the id of a record. Without idProperty, records are read by their ids."
      : "Give the value to find. With idProperty, records are read by a value.";
  return invalid([{ path: pathIn(index, member), code: "required", message }]);
}

/** Returns the refusal of an input that may name two records. */
function idAndValue(index: number): CrmError {
  const message = "Give an id, or a value with idProperty, not both.";
  return invalid([{ path: pathIn(index, ""), code: "id_and_value", message }]);
}
