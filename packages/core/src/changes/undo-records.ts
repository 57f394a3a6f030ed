import { type Db, importChanges } from "@rapport/db";
import type { Deps } from "../deps.ts";
import type { Principal } from "../principal.ts";
import { type Apply, applyDelete, applyUpdate } from "../records/batch/apply.ts";
import { writeBatch } from "../records/batch/batch.ts";
import type { InputItem } from "../records/batch/input.ts";
import { applyRestore } from "../records/batch/restore.ts";
import { MAX_BATCH_BYTES } from "../records/batch/room.ts";
import type { ChangedRecord } from "../records/undo/change-list.ts";
import { formerValues, groupChanges } from "../records/undo/former-values.ts";
import { restorableSince } from "../retention.ts";
import type { ChangeAction } from "./action.ts";
import { readSome } from "./read-some.ts";
import { reasonOf } from "./refused.ts";

/** What the undoing of some changes has done. */
export interface Undone {
  readonly undone: number;
  /** Why records were left, wholly or in part. */
  readonly reasons: ReadonlyMap<number, string>;
}

/** What was done with the records. */
export interface DoneWith {
  readonly type: string;
  readonly action: ChangeAction["kind"];
  /** The bulk change, in stored form. */
  readonly actor: string;
}

/** The sentence for a record that something else has changed since the bulk change. */
export const CHANGED_SINCE = "It was changed since.";
export const GONE_SINCE = "It was deleted since.";

/** The records have too many values for one transaction. A single record always fits. */
export class RecordsTooLarge extends Error {
  override readonly name = "RecordsTooLarge";
}

/**
 * Undoes an edit, a move, a deletion or a restore of records that are unchanged since.
 *
 * @throws RecordsTooLarge
 */
export async function undoRecords(
  deps: Deps,
  tx: Db,
  writer: Principal,
  done: DoneWith,
  changes: readonly ChangedRecord[],
): Promise<Undone> {
  const reasons = new Map<number, string>();
  const { action, type } = done;
  const object = await deps.schemas.object(writer.projectId, type);
  const items =
    action === "delete" || action === "restore"
      ? changes.map(({ id, version }): InputItem => ({ id, ifVersion: version }))
      : await formerItems(deps, tx, writer, done, changes, reasons);
  if (items.length === 0) return { undone: 0, reasons };
  const [apply, deletedSince] = inverseOf(action);
  const inputs = items.map((item) => ({ item }));
  const batch = { inputs, atomic: false, deletedSince, maxBytes: MAX_BATCH_BYTES };
  const { results, errors } = await writeBatch(deps, writer, type, batch, apply);
  if (errors.some(({ code }) => code === "PAYLOAD_TOO_LARGE")) throw new RecordsTooLarge();
  for (const error of errors) {
    const id = items[error.index]?.id as number;
    reasons.set(id, LEFT[error.code] ?? reasonOf(error, object));
  }
  // A record that got only some of its values back is among those left.
  const undone = results.filter(({ record }) => !reasons.has(record.id)).length;
  return { undone, reasons };
}

const LEFT: Readonly<Partial<Record<string, string>>> = {
  VERSION_MISMATCH: CHANGED_SINCE,
  NOT_FOUND: CHANGED_SINCE,
};

function inverseOf(action: ChangeAction["kind"]): readonly [Apply, string | undefined] {
  if (action === "delete") return [applyRestore, restorableSince(new Date())];
  return [action === "restore" ? applyDelete : applyUpdate, undefined];
}

/** Returns updates with the values of before the change, of the properties that still have those of the change. */
async function formerItems(
  deps: Deps,
  tx: Db,
  writer: Principal,
  { type, actor }: DoneWith,
  changes: readonly ChangedRecord[],
  reasons: Map<number, string>,
): Promise<readonly InputItem[]> {
  const object = await deps.schemas.object(writer.projectId, type);
  const ids = changes.map(({ id }) => id);
  const { ids: fitting, rows } = await readSome(tx, writer, ids);
  if (fitting.length < ids.length) throw new RecordsTooLarge();
  const made = groupChanges(await importChanges.listChanges(tx, writer, ids, actor));
  return ids.flatMap((id): InputItem[] => {
    const row = rows.get(id);
    if (row === undefined) {
      reasons.set(id, GONE_SINCE);
      return [];
    }
    const { properties, isWhole } = formerValues(object, row, made.get(id) ?? []);
    if (!isWhole) reasons.set(id, CHANGED_SINCE);
    return properties.length > 0 ? [{ id, ifVersion: row.version, properties }] : [];
  });
}
