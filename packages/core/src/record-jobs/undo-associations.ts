import { type Db, recordBatches, recordUndo } from "@rapport/db";
import { raiseManyEvents } from "../events/raise.ts";
import { actorOf, type Principal } from "../principal.ts";
import { type AssociationKind, flipped, kindsOf, pairsOf } from "../records/associations/kinds.ts";
import { associationChanges } from "../records/history.ts";
import { associationEvents } from "../records/record-events.ts";
import type { ChangedRecord } from "./portions.ts";
import type { Undoing } from "./record-jobs.ts";
import { CHANGED_SINCE, GONE_SINCE, type UndoContext, type Undone } from "./undo-records.ts";

type Target = NonNullable<Undoing["target"]>;

/** Removes the associations that a job made with one record, unless they were removed or made again since. */
export async function undoAssociations(
  { tx, writer, object, actors }: UndoContext,
  target: Target,
  changes: readonly ChangedRecord[],
): Promise<Undone> {
  const { name: type } = object;
  const ids = changes.map(({ id }) => id);
  const reasons = new Map<number, string>();
  const live = await lockBoth(tx, writer, { type, target }, ids);
  const other = live.get(target.id);
  const actor = `system:${actors.job}`;
  const actions = ["associated", "associated"] as const;
  const made = await recordUndo.listChanges(tx, writer, { ids, actor, actions });
  const times = new Map(made.map(({ record_id, at }) => [record_id, at]));
  const [plain, ...labels] = kindsOf(object, object.schema.object(target.object));
  const pairs: recordUndo.MadePair[] = [];
  for (const id of ids) {
    const at = times.get(id);
    if (other === undefined || !live.has(id)) reasons.set(id, GONE_SINCE);
    else if (at === undefined) reasons.set(id, CHANGED_SINCE);
    else {
      for (const { from, to } of pairsOf({ id }, target, plain)) {
        pairs.push({ from_id: from.id, to_id: to.id, to_type: to.type, created_at: at });
      }
    }
  }
  const removed = await recordUndo.removePairs(tx, writer, pairs);
  const ended = new Map(
    removed.map(({ from_id, to_id }) => [from_id === target.id ? to_id : from_id, [plain]]),
  );
  for (const kind of labels) {
    for (const [id, kinds] of ended) {
      const rows = await recordBatches.deletePairs(tx, writer, pairsOf({ id }, target, kind));
      if (rows.length > 0) kinds.push(kind);
    }
  }
  for (const id of ids) if (!ended.has(id) && !reasons.has(id)) reasons.set(id, CHANGED_SINCE);
  if (other !== undefined) await recordEnded(tx, writer, { type, other }, ended, live);
  return { deleted: 0, restored: 0, undone: ended.size, reasons };
}

/**
 * Locks the records and the target in the order of their ids, so that two changes of one pair never wait for each
 * other.
 */
async function lockBoth(
  tx: Db,
  scope: Principal,
  { type, target }: { readonly type: string; readonly target: Target },
  ids: readonly number[],
): Promise<ReadonlyMap<number, recordBatches.HeldRecord>> {
  const before = ids.filter((id) => id < target.id);
  const after = ids.filter((id) => id > target.id);
  const rows = [
    ...(await recordBatches.lockRecords(tx, scope, type, before)),
    ...(await recordBatches.lockRecords(tx, scope, target.object, [target.id])),
    ...(await recordBatches.lockRecords(tx, scope, type, after)),
  ];
  return new Map(rows.map(({ id, version }) => [id, { id, type, version }]));
}

async function recordEnded(
  tx: Db,
  writer: Principal,
  { type, other }: { readonly type: string; readonly other: recordBatches.HeldRecord },
  ended: ReadonlyMap<number, readonly AssociationKind[]>,
  live: ReadonlyMap<number, recordBatches.HeldRecord>,
): Promise<void> {
  const at = new Date().toISOString();
  const entries = [...ended].flatMap(([id, kinds]) => {
    const record = { type, id, version: live.get(id)?.version ?? 0 };
    return kinds.flatMap((kind) => [
      entryOf(record, other, kind),
      entryOf(other, record, flipped(kind)),
    ]);
  });
  const events = [...ended].flatMap(([id, kinds]) =>
    associationEvents("association.deleted", { type, id }, { ...other, kinds }),
  );
  await recordBatches.insertChanges(tx, writer, entries, actorOf(writer), at);
  await raiseManyEvents(tx, writer, events, at);
}

function entryOf(
  record: recordBatches.HeldRecord,
  other: recordBatches.HeldRecord,
  kind: AssociationKind,
): recordBatches.ChangeRow {
  return {
    record: record.id,
    action: "dissociated",
    changes: JSON.stringify(associationChanges(other, kind)),
    version: record.version,
  };
}
