import { setImmediate as nextTurn } from "node:timers/promises";
import { type Db, recordBatches, recordsById } from "@rapport/db";
import type { PropertyDefinition } from "@rapport/model";
import type { ObjectCall } from "../../call.ts";
import type { Issue } from "../../errors.ts";
import type { InputPaths } from "../../input-paths.ts";
import type { Principal } from "../../principal.ts";
import { ENDLESS } from "../../quotas/room.ts";
import { findPrimaries } from "../current.ts";
import { invalid } from "../errors.ts";
import type { RecordDeps } from "../record.ts";
import type { Apply, BatchContext } from "./apply.ts";
import { type Batch, checkInputs, keyPropertyIn } from "./batch.ts";
import { applySettled, type BatchError } from "./chunk.ts";
import type { CheckedInput } from "./input.ts";
import { findIds } from "./keys.ts";
import { readLimitedPlaces } from "./lock-targets.ts";
import { emptyPicture, type Picture, type Step } from "./picture.ts";
import { batchRoom } from "./room.ts";

/** Inputs between which other requests are served. */
const CHUNK = 250;

export interface BatchForecast {
  readonly steps: readonly Pick<Step, "index" | "status" | "row" | "change">[];
  readonly errors: readonly BatchError[];
}

/**
 * Returns what `writeBatch` would do now. It checks the same, but takes no locks and writes nothing, so the answer may
 * be out of date at once. Ids of records that would be created are negative.
 *
 * @param apply applies one input
 * @throws CrmError INVALID_INPUT if the key property identifies no records
 */
export async function checkBatch(
  { deps, principal, object }: ObjectCall<RecordDeps>,
  { inputs, idProperty, paths }: Omit<Batch, "atomic">,
  apply: Apply,
): Promise<BatchForecast> {
  const { db } = deps;
  const { projectId } = principal;
  const { keyProperty, keyIssues } = keyPropertyIn(object, idProperty);
  if (keyIssues.length > 0) throw invalid(keyIssues);
  const checked = await checkInputs(object, inputs, { keyProperty, paths });
  const picture = emptyPicture();
  const ids = checked.flatMap(({ id }) => (id === undefined ? [] : [id]));
  await addRecords(db, principal, object.name, { picture, ids });
  const lostIds = ids.filter((id) => picture.records.get(id) === undefined);
  const wantedIds = checked.flatMap(({ wanted }) => wanted.map(({ id }) => id));
  const live = await readMany(db, principal, wantedIds);
  const lostTargets = checked.flatMap(({ wanted }) => wanted.filter(({ id }) => !live.has(id)));
  const lost = [...lostIds.map((id) => ({ type: object.name, id })), ...lostTargets];
  const room = batchRoom();
  const context: BatchContext = {
    ...{ projectId, object, live, records: ENDLESS, at: new Date().toISOString() },
    isAtomic: false,
    returning: new Map(),
    erased: await recordBatches.findErased(db, principal, object.name, lostIds),
    merged: await findPrimaries(db, principal, lost),
    unread: room.unread,
  };
  if (keyProperty !== undefined)
    await addKeys(db, context, picture, { property: keyProperty, inputs: checked });
  await readLimitedPlaces(db, context, picture, checked);
  const steps: Step[] = [];
  const errors: BatchError[] = [];
  let lastId = 0;
  for (let start = 0; start < checked.length; start += CHUNK) {
    await nextTurn();
    const some = checked.slice(start, start + CHUNK);
    const newIds = some.map(() => --lastId);
    const done = await applySettled(db, { context, picture, apply, inputs: some, room }, newIds);
    done.draft.merge();
    steps.push(...done.draft.steps);
    errors.push(...done.errors);
  }
  return { steps, errors };
}

/** The input of a write of one record, of any shape. */
export interface GivenInput {
  readonly id?: unknown;
  readonly properties?: unknown;
  readonly associations?: unknown;
  /** The property by which an upsert finds its record. */
  readonly idProperty?: unknown;
}

/**
 * Lists the faults of one malformed input that only the project's data can show, so that they are reported together with
 * those of its shape. It is a dry run of the write.
 *
 * @param apply applies the input
 * @param paths paths of the input in the request
 */
export async function findFaults(
  call: ObjectCall<RecordDeps>,
  apply: Apply,
  { idProperty: name, ...raw }: GivenInput,
  paths: InputPaths,
): Promise<readonly Issue[]> {
  const named = typeof name === "string" && name !== "" ? name : undefined;
  const { keyProperty, keyIssues } = keyPropertyIn(call.object, named);
  const inputs = [{ raw, issues: [MALFORMED] }];
  const { errors } = await checkBatch(
    call,
    { inputs, idProperty: keyProperty?.name, paths },
    apply,
  );
  const issues = errors.flatMap((error) => error.issues);
  return [...keyIssues, ...issues.filter(({ code }) => code !== MALFORMED.code)];
}

/** With a fault of its shape, an input is refused before its version and its unique values are looked at. */
const MALFORMED: Issue = { path: "", code: "malformed", message: "" };

/** Adds the live records of the type among some ids to the picture. */
async function addRecords(
  db: Db,
  scope: Principal,
  type: string,
  { picture, ids }: { readonly picture: Picture; readonly ids: readonly number[] },
): Promise<void> {
  for (const row of (await readMany(db, scope, ids)).values()) {
    if (row.type === type) picture.records.set(row.id, row);
  }
}

async function addKeys(
  db: Db,
  context: BatchContext,
  picture: Picture,
  {
    property,
    inputs,
  }: { readonly property: PropertyDefinition; readonly inputs: readonly CheckedInput[] },
): Promise<void> {
  const wanted = [...new Set(inputs.flatMap(({ key }) => (key === undefined ? [] : [key.value])))];
  const found = await findIds(db, context, property, wanted);
  const ids = [...found.values()].flatMap((of) => (of.length === 1 ? of : []));
  const rows = await readMany(db, context, ids);
  for (const row of rows.values()) picture.records.set(row.id, row);
  for (const [key, of] of found) {
    picture.keys.set(key, of.length === 1 ? of.filter((id) => rows.has(id)) : of);
  }
}

async function readMany(
  db: Db,
  scope: { readonly projectId: number },
  ids: readonly number[],
): Promise<ReadonlyMap<number, recordsById.ScannedRecord>> {
  const found = new Map<number, recordsById.ScannedRecord>();
  const distinct = [...new Set(ids)];
  for (let start = 0; start < distinct.length; start += recordBatches.MAX_RECORDS) {
    const some = distinct.slice(start, start + recordBatches.MAX_RECORDS);
    for (const [id, row] of await recordsById.findMany(db, scope, some)) found.set(id, row);
    await nextTurn();
  }
  return found;
}
