import {
  associations,
  type Db,
  duplicatePairs,
  duplicates,
  erasedValues,
  erasures,
  idempotency,
  merges,
  mergeUndo,
  recordHistory,
  records,
  runWrites,
} from "@rapport/db";
import { raiseEvents } from "../../events/events.ts";
import type { ObjectSchema } from "../../object-schema.ts";
import { type Principal, storedActor } from "../../principal.ts";
import { kindsOfRows, typeIn } from "../associations/kinds.ts";
import { recordAssociations } from "../history.ts";
import { associationEvents } from "../record-events.ts";
import { eraseUndoneMerges } from "./undone-merges.ts";

/** Rows of each kind that one transaction examines. Small, so that no other writer waits long. */
const PORTION = 200;

/** Merged records of one primary record that one transaction erases. */
const MERGED_PORTION = 20;

/** Merged records, of a whole chain, whose rows the same transaction begins to empty. */
const MERGED_AT_ONCE = 10;

/** The steps of an erasure, in their order. */
const STEPS = [
  "merged records",
  "associations",
  "undone merges",
  "history",
  "events",
  "other events",
] as const;
type Step = (typeof STEPS)[number];

/** What is left of an erasure after the record itself is empty. */
export const FIRST_STEP: erasures.Progress = { step: STEPS[0], after_id: 0 };

/**
 * Does the next part of an erasure and saves its progress: for each step, until one has rows left. The caller
 * must hold the lock of the record or of the erasure.
 *
 * @param at time of the entries and events of associations that end
 * @param budget of the records merged into it, directly or through others: how many it may erase in the same way
 * @returns whether rows are left
 */
export async function eraseValues(
  tx: Db,
  principal: Principal,
  record: ErasedTarget,
  {
    progress,
    at,
    budget = { records: MERGED_AT_ONCE },
  }: {
    readonly progress: erasures.Progress;
    readonly at: string;
    readonly budget?: Budget | undefined;
  },
): Promise<boolean> {
  let after = progress.after_id;
  const first = STEPS.indexOf(progress.step as Step);
  if (first < 0) return false;
  for (const step of STEPS.slice(first)) {
    const last = await RUN[step](tx, principal, record, { after, at, budget });
    if (last !== null) {
      await erasures.saveProgress(tx, principal, record.id, { step, after_id: last });
      return true;
    }
    after = 0;
  }
  await erasures.saveProgress(tx, principal, record.id, erasures.afterRows(tx.dialect));
  return false;
}

/** A record that is erased, with its version and its type. */
export interface ErasedTarget {
  readonly object: ObjectSchema;
  readonly id: number;
  readonly version: number;
}

/** Counts down while merged records are erased. */
interface Budget {
  records: number;
}

/** Does a portion of a step. Returns where the next one begins, or null if the step is done. */
type RunStep = (
  tx: Db,
  principal: Principal,
  record: ErasedTarget,
  portion: Portion,
) => Promise<number | null>;

interface Portion {
  /** Last row of the portion before. */
  readonly after: number;
  readonly at: string;
  readonly budget: Budget;
}

const RUN: Readonly<Record<Step, RunStep>> = {
  "merged records": eraseMerged,
  associations: endAssociations,
  "undone merges": (tx, principal, { id }, { after }) =>
    eraseUndoneMerges(tx, principal, id, after),
  history: async (tx, principal, { id }, { after }) =>
    portionEnd(
      await erasedValues.eraseHistory(tx, principal, { record: id, after, limit: PORTION }),
    ),
  events: eraseEvents("record_id"),
  "other events": eraseEvents("other_id"),
};

/**
 * Erases the records that were merged into the record. Each is an erasure of its own. The rows of the first ones, and the
 * records merged into them, are erased in the same transaction, so that no answer has their values any more; a worker does
 * the rest.
 */
async function eraseMerged(
  tx: Db,
  principal: Principal,
  { object, id: primary }: ErasedTarget,
  { after, at, budget }: Portion,
): Promise<number | null> {
  const limit = MERGED_PORTION;
  const type = object.name;
  const rows = await merges.listMerged.all(tx, principal, { primary, after, limit });
  const ids = rows.map(({ merged_id }) => merged_id);
  await merges.dropMergedKeys(tx, principal, type, ids);
  for (const id of ids) {
    const row = await erasures.lockAny.first(tx, principal, { type, id });
    if (row === undefined || row.erased_at !== null) continue;
    await erasures.emptyRecord.all(tx, principal, { id, at });
    await mergeUndo.forgetMerge(tx, principal, id);
    await duplicates.forgetKeys(tx, principal, id);
    await duplicatePairs.forgetPairs(tx, principal, id);
    await idempotency.eraseAnswersWithRecords(tx, principal, [id]);
    const version = row.version + 1;
    const actor = storedActor(principal);
    const { step, after_id } = FIRST_STEP;
    await recordHistory.insertHistory(tx, [
      [principal.projectId, id, "erased", "{}", actor, at, version],
    ]);
    const data = { object: type, id, version };
    const event = { type: `${type}.erased`, subject: type, data };
    await runWrites(tx, raiseEvents(principal, [event], at));
    await erasures.insertErasures(tx, [
      [principal.projectId, id, type, row.created_at, version, actor, at, step, after_id],
    ]);
    if (budget.records === 0) continue;
    budget.records--;
    await eraseValues(tx, principal, { object, id, version }, { progress: FIRST_STEP, at, budget });
  }
  return rows.length < limit ? null : (rows.at(-1)?.number ?? null);
}

function eraseEvents(side: "record_id" | "other_id"): RunStep {
  return async (tx, principal, { id }, { after }) => {
    const portion = { record: id, after, limit: PORTION };
    return portionEnd(await erasedValues.eraseEvents(tx, principal, side, portion));
  };
}

function portionEnd(ids: readonly number[]): number | null {
  return ids.length < PORTION ? null : (ids.at(-1) ?? null);
}

/** Ends associations of the record, each with an event and in the histories of both if the other one is live. */
async function endAssociations(
  tx: Db,
  principal: Principal,
  record: ErasedTarget,
  { at }: Portion,
): Promise<number | null> {
  const { object } = record;
  const ends = await erasedValues.listEnds.all(tx, principal, {
    record: record.id,
    limit: PORTION,
  });
  const types = new Map(ends.map(({ id, type }) => [id, typeIn(type)]));
  const live = await records.holdLive(tx, principal, [...types.keys()]);
  const others = [];
  for (const [id, type] of types) {
    const rows = await associations.deleteAssociation.all(tx, principal, {
      one: record.id,
      other: id,
    });
    const version = live.get(id)?.version;
    if (version === undefined) continue;
    const kinds = kindsOfRows([object, object.schema.object(type)], record.id, rows);
    others.push({ id, version, type, kinds });
  }
  const one = { type: object.name, id: record.id, version: record.version };
  const ended = others.flatMap((other) => associationEvents("association.deleted", one, other));
  await runWrites(tx, [
    ...recordAssociations(principal, { one, others }, { action: "dissociated", at }),
    ...raiseEvents(principal, ended, at),
  ]);
  return ends.length < PORTION ? null : 0;
}
