import { type Db, recordBatches, recordUndo } from "@rapport/db";
import { associationLabel } from "@rapport/model";
import { raiseManyEvents } from "../events/raise.ts";
import { actorOf, type Principal } from "../principal.ts";
import { associationEvent } from "../records/record-events.ts";
import type { ChangedRecord } from "./portions.ts";
import type { Undoing } from "./record-jobs.ts";
import { CHANGED_SINCE, GONE_SINCE, type UndoContext, type Undone } from "./undo-records.ts";

type Target = NonNullable<Undoing["target"]>;

/** Removes the associations that a job made with one record, unless they were removed or made again since. */
export async function undoAssociations(
  { tx, writer, object: { name: type }, actors }: UndoContext,
  target: Target,
  changes: readonly ChangedRecord[],
): Promise<Undone> {
  const ids = changes.map(({ id }) => id);
  const reasons = new Map<number, string>();
  const live = await lockBoth(tx, writer, { type, target }, ids);
  const other = live.get(target.id);
  const actor = `system:${actors.job}`;
  const actions = ["associated", "associated"] as const;
  const made = await recordUndo.listChanges(tx, writer, { ids, actor, actions });
  const times = new Map(made.map(({ record_id, at }) => [record_id, at]));
  const isFrom = associationLabel(type, target.object)?.from === type;
  const pairs: recordUndo.MadePair[] = [];
  for (const id of ids) {
    const at = times.get(id);
    if (other === undefined || !live.has(id)) reasons.set(id, GONE_SINCE);
    else if (at === undefined) reasons.set(id, CHANGED_SINCE);
    else {
      const [from_id, to_id] = isFrom ? [id, target.id] : [target.id, id];
      pairs.push({ from_id, to_id, to_type: isFrom ? target.object : type, created_at: at });
    }
  }
  const removed = await recordUndo.removePairs(tx, writer, pairs);
  const ended = new Set(removed.map(({ from_id, to_id }) => (isFrom ? from_id : to_id)));
  for (const id of ids) if (!ended.has(id) && !reasons.has(id)) reasons.set(id, CHANGED_SINCE);
  if (other !== undefined) await recordEnded(tx, writer, { type, target, other }, [...ended], live);
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
  done: {
    readonly type: string;
    readonly target: Target;
    readonly other: recordBatches.HeldRecord;
  },
  ids: readonly number[],
  live: ReadonlyMap<number, recordBatches.HeldRecord>,
): Promise<void> {
  const { type, other } = done;
  const target = { type: done.target.object, id: done.target.id };
  const at = new Date().toISOString();
  const entries = ids.flatMap((id) => [
    entryOf({ id, version: live.get(id)?.version ?? 0 }, target),
    entryOf(other, { type, id }),
  ]);
  const events = ids.map((id) => associationEvent("association.deleted", { type, id }, target));
  await recordBatches.insertChanges(tx, writer, entries, actorOf(writer), at);
  await raiseManyEvents(tx, writer, events, at);
}

function entryOf(
  record: Pick<recordBatches.HeldRecord, "id" | "version">,
  other: { readonly type: string; readonly id: number },
): recordBatches.ChangeRow {
  return {
    record: record.id,
    action: "dissociated",
    changes: JSON.stringify({ [other.type]: [null, String(other.id)] }),
    version: record.version,
  };
}
