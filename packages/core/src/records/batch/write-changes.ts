import { setImmediate as nextTurn } from "node:timers/promises";
import { type Db, recordBatches } from "@rapport/db";
import { associationLabel } from "@rapport/model";
import { type NewEvent, raiseManyEvents } from "../../events/raise.ts";
import { actorOf, type Principal } from "../../principal.ts";
import type { LiveTarget, Target } from "../associations/associations.ts";
import { associationEvent, eventsOf } from "../record-events.ts";
import type { BatchContext } from "./apply.ts";
import type { Step } from "./picture.ts";

/** Rows that one statement writes: on SQLite about 20 ms, in which nothing else is served. */
const ROWS_PER_STATEMENT = 1_000;

/**
 * Writes the associations, the history entries and the events of the steps of a batch, in the order of the steps.
 *
 * @returns the indexes of the inputs that associated records
 */
export async function writeChanges(
  tx: Db,
  principal: Principal,
  context: BatchContext,
  steps: readonly Step[],
): Promise<ReadonlySet<number>> {
  const { object, at } = context;
  const type = object.name;
  const made = await writeAssociations(tx, context, steps);
  const entries: recordBatches.ChangeRow[] = [];
  const events: NewEvent[] = [];
  for (const { index, row, change } of steps) {
    const { id, version } = row;
    const associated = made.get(index) ?? [];
    if (change !== undefined) {
      const changes = JSON.stringify(change.changes ?? {});
      entries.push({ record: id, action: change.action, changes, version });
    }
    const record = { type, id, version };
    for (const target of associated) {
      entries.push(associationEntry(record, target), associationEntry(target, record));
    }
    const raised =
      change === undefined
        ? associated.map((target) => associationEvent("association.created", record, target))
        : eventsOf({ ...change, associated }, object);
    events.push(...raised);
  }
  const actor = actorOf(principal);
  await inPortions(entries, (some) => recordBatches.insertChanges(tx, context, some, actor, at));
  await inPortions(events, (some) => raiseManyEvents(tx, context, some, at));
  return new Set(made.keys());
}

/** Writes rows with one statement, or with several if the inputs have many associations. Others read in between. */
async function inPortions<Row>(
  rows: readonly Row[],
  write: (some: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start === 0 || start < rows.length; start += ROWS_PER_STATEMENT) {
    if (start > 0) await nextTurn();
    await write(rows.slice(start, start + ROWS_PER_STATEMENT));
  }
}

/** Returns the new associations of each input, by its index. */
async function writeAssociations(
  tx: Db,
  context: BatchContext,
  steps: readonly Step[],
): Promise<ReadonlyMap<number, readonly LiveTarget[]>> {
  const { object, at } = context;
  const type = object.name;
  const wanted = steps.flatMap(({ index, row, targets }) =>
    targets.map((target) => ({ index, target, pair: pairOf({ type, id: row.id }, target) })),
  );
  // Each pair once, because the insert reports a pair only once even if it gets it twice.
  const pairs = new Map(wanted.map(({ pair }) => [`${pair.from.id}-${pair.to.id}`, pair]));
  const isNew = new Set<string>();
  await inPortions([...pairs.values()], async (some) => {
    const inserted = await recordBatches.insertPairs(tx, context, some, at);
    for (const { from_id, to_id } of inserted) isNew.add(`${from_id}-${to_id}`);
  });
  const made = new Map<number, LiveTarget[]>();
  for (const { index, target, pair } of wanted) {
    if (!isNew.delete(`${pair.from.id}-${pair.to.id}`)) continue;
    const targets = made.get(index) ?? [];
    made.set(index, targets);
    targets.push(target);
  }
  return made;
}

function pairOf(record: Target, target: Target): recordBatches.AssociationPair {
  return associationLabel(record.type, target.type)?.from === record.type
    ? { from: record, to: target }
    : { from: target, to: record };
}

function associationEntry(from: LiveTarget, to: LiveTarget): recordBatches.ChangeRow {
  return {
    record: from.id,
    action: "associated",
    changes: JSON.stringify({ [to.type]: [null, String(to.id)] }),
    version: from.version,
  };
}
