import { setImmediate as nextTurn } from "node:timers/promises";
import { type Db, recordBatches } from "@rapport/db";
import { type NewEvent, raiseManyEvents } from "../../events/events.ts";
import { type Principal, storedActor } from "../../principal.ts";
import type { AssociatedTarget, LiveTarget } from "../associations/associations.ts";
import { type AssociationKind, associationPairs, flipKind } from "../associations/kinds.ts";
import { associationChanges } from "../history.ts";
import { associationEvents, makeEvents } from "../record-events.ts";
import type { BatchContext } from "./apply.ts";
import type { Step } from "./picture.ts";

/** Rows that one statement writes: on SQLite about 20 ms, in which nothing else is served. */
const ROWS_PER_STATEMENT = 1_000;

/**
 * Writes the associations, the history entries and the events of the steps of a batch, in the order of the steps.
 *
 * @returns the indexes of the inputs that associated records, or ended associations
 */
export async function writeChanges(
  tx: Db,
  principal: Principal,
  context: BatchContext,
  steps: readonly Step[],
): Promise<ReadonlySet<number>> {
  const { object, at } = context;
  const type = object.name;
  const made = await changeRows(
    steps,
    ({ targets }) => targets,
    (some) => recordBatches.insertPairs(tx, context, some, at),
  );
  const ended = await changeRows(
    steps,
    ({ ended = [] }) => ended,
    (some) => recordBatches.deletePairs(tx, context, some),
  );
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
    const gone = ended.get(index) ?? [];
    for (const [action, targets] of [
      ["associated", associated],
      ["dissociated", gone],
    ] as const) {
      for (const target of targets) entries.push(...associationEntries(record, target, action));
    }
    const raised =
      change === undefined
        ? associated.flatMap((target) => associationEvents("association.created", record, target))
        : makeEvents({ ...change, associated }, object);
    events.push(...raised);
    events.push(...gone.flatMap((one) => associationEvents("association.deleted", record, one)));
  }
  const actor = storedActor(principal);
  await inPortions(entries, (some) =>
    recordBatches.insertChanges(tx, context, some, { actor, at }),
  );
  await inPortions(events, (some) => raiseManyEvents(tx, context, some, at));
  return new Set([...made.keys(), ...ended.keys()]);
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

/**
 * Makes or ends associations of steps. Returns those that changed, by the index of the input.
 *
 * @param listTargets returns the other records of a step
 * @param write writes some rows, and returns those that changed
 */
async function changeRows(
  steps: readonly Step[],
  listTargets: (step: Step) => readonly AssociatedTarget[],
  write: (
    some: readonly recordBatches.AssociationPair[],
  ) => Promise<readonly recordBatches.StoredPair[]>,
): Promise<ReadonlyMap<number, readonly AssociatedTarget[]>> {
  const wanted = steps.flatMap((step) =>
    listTargets(step).flatMap((target) =>
      target.kinds.map((kind) => {
        return { index: step.index, target, kind, pairs: associationPairs(step.row, target, kind) };
      }),
    ),
  );
  if (wanted.length === 0) return new Map();
  // Each row once, because a statement reports a row only once even if it gets it twice.
  const rows = new Map(
    wanted.flatMap(({ pairs }) => pairs).map((pair) => [pairName(pair), pair] as const),
  );
  const changed = new Set<string>();
  await inPortions([...rows.values()], async (some) => {
    for (const { from_id, to_type, to_id } of await write(some)) {
      changed.add(`${from_id} ${to_type} ${to_id}`);
    }
  });
  const made = new Map<number, AssociatedTarget[]>();
  for (const { index, target, kind, pairs } of wanted) {
    if (!pairs.every((pair) => changed.delete(pairName(pair)))) continue;
    const targets = made.get(index) ?? [];
    made.set(index, targets);
    const own = targets.findIndex(({ id }) => id === target.id);
    if (own < 0) targets.push({ ...target, kinds: [kind] });
    else targets[own] = { ...target, kinds: [...(targets[own]?.kinds ?? []), kind] };
  }
  return made;
}

function pairName({ from, to }: recordBatches.AssociationPair): string {
  return `${from.id} ${to.type} ${to.id}`;
}

function associationEntries(
  one: LiveTarget,
  other: AssociatedTarget,
  action: "associated" | "dissociated",
): readonly recordBatches.ChangeRow[] {
  const entry = (from: LiveTarget, to: LiveTarget, kind: AssociationKind) => {
    const changes = JSON.stringify(associationChanges(to, kind));
    return { record: from.id, action, changes, version: from.version };
  };
  return other.kinds.flatMap((kind) => [
    entry(one, other, kind),
    entry(other, one, flipKind(kind)),
  ]);
}
