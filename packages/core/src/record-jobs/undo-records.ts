import { type Db, type RecordRow, recordUndo } from "@rapport/db";
import type { ObjectSchema } from "../object-schema.ts";
import { type Apply, applyDelete, applyUpdate } from "../records/batch/apply.ts";
import type { BatchAnswer } from "../records/batch/batch.ts";
import type { InputItem } from "../records/batch/input.ts";
import { applyRestore } from "../records/batch/restore.ts";
import type { PropertyItem } from "../records/property-input.ts";
import { type ChangedRecord, readAllRecords, type Writing, writePortion } from "./portions.ts";
import type { UndoProgress } from "./record-jobs.ts";
import { refusalReason } from "./refused.ts";

export const NOTHING_UNDONE: UndoProgress = { deleted: 0, restored: 0, undone: 0, left: 0 };

/** What the undo of some changes has done. */
export interface Undone extends Omit<UndoProgress, "left"> {
  /** Why records were left, wholly or in part. */
  readonly reasons: ReadonlyMap<number, string>;
}

/** Where changes are undone. */
export interface UndoContext extends Writing {
  readonly tx: Db;
  /** The job and its undo, without the kind of the actor. */
  readonly actors: { readonly job: string; readonly undo: string };
}

/** The sentence for a record that something else has changed since the job. */
export const CHANGED_SINCE = "It was changed since.";
export const GONE_SINCE = "It was deleted since.";

/**
 * Undoes what was done with records, unless something else changed them since.
 *
 * @param changes oldest first. A record may be among them several times; it is undone once, from its last change
 * @throws RecordsTooLarge
 */
export async function undoRecords(
  context: UndoContext,
  action: string,
  changes: readonly ChangedRecord[],
): Promise<Undone> {
  const reasons = new Map<number, string>();
  if (action === "delete" || action === "restore") {
    const items = changes.map(({ id, version }) => ({ id, ifVersion: version }));
    const apply = action === "delete" ? applyRestore : applyDelete;
    const results = await write(context, items, apply, reasons);
    return { deleted: 0, restored: 0, undone: results.length, reasons };
  }
  const { deletions, updates } = await formerItems(context, changes, reasons);
  const deleted = await write(context, deletions, applyDelete, reasons);
  const restored = await write(context, updates, applyUpdate, reasons);
  return {
    deleted: deleted.length,
    restored: restored.filter(({ status }) => status !== "unchanged").length,
    // A record that got only some of its values back is among those left.
    undone: [...deleted, ...restored].filter(({ record }) => !reasons.has(record.id)).length,
    reasons,
  };
}

async function write(
  context: UndoContext,
  items: readonly (InputItem & { readonly id: number })[],
  apply: Apply,
  reasons: Map<number, string>,
): Promise<BatchAnswer["results"]> {
  const inputs = items.map((item) => ({ id: item.id, input: { item } }));
  const { results, refused } = await writePortion(context, inputs, { apply });
  for (const { given, error } of refused) {
    const isChanged = error.code === "VERSION_MISMATCH" || error.code === "NOT_FOUND";
    reasons.set(given.id, isChanged ? CHANGED_SINCE : refusalReason(error, context.object));
  }
  return results;
}

/**
 * Returns deletions of the records that the job created, if nobody else has changed them, and updates with the values of
 * before the job, of the properties that still have those of the job.
 */
async function formerItems(
  { tx, writer, object, actors }: UndoContext,
  changes: readonly ChangedRecord[],
  reasons: Map<number, string>,
) {
  const last = new Map(changes.map(({ id, version }) => [id, version]));
  const ids = [...last.keys()];
  const rows = await readAllRecords(tx, writer, ids);
  const actor = `system:${actors.job}`;
  const made = Map.groupBy(
    await recordUndo.listChanges(tx, writer, { ids, actor, actions: ["created", "updated"] }),
    (entry) => entry.record_id,
  );
  const created = ids.filter((id) => made.get(id)?.at(-1)?.action === "created");
  const others = { ids: created, actor, undo: `system:${actors.undo}` };
  const touched = new Set(
    created.length > 0 ? await recordUndo.findTouched(tx, writer, others) : [],
  );
  const deletions: { id: number; ifVersion: number }[] = [];
  const updates: (InputItem & { id: number })[] = [];
  for (const [id, version] of last) {
    const entries = made.get(id) ?? [];
    const row = rows.get(id);
    // A later change of the same record by the job was undone before.
    if ((entries[0]?.version ?? 0) > version) continue;
    if (row === undefined) reasons.set(id, GONE_SINCE);
    else if (touched.has(id)) reasons.set(id, CHANGED_SINCE);
    else if (entries.at(-1)?.action === "created") deletions.push({ id, ifVersion: row.version });
    else {
      const { properties, isWhole } = formerValues(object, row, entries);
      if (!isWhole) reasons.set(id, CHANGED_SINCE);
      if (properties.length > 0) updates.push({ id, ifVersion: row.version, properties });
    }
  }
  return { deletions, updates };
}

/** @param entries changes by the job, newest first */
function formerValues(
  { properties: definitions }: ObjectSchema,
  row: RecordRow,
  entries: readonly recordUndo.MadeChange[],
): { readonly properties: readonly PropertyItem[]; readonly isWhole: boolean } {
  const values = new Map(Object.entries(row.properties));
  const changed = new Set<string>();
  let isWhole = true;
  for (const { changes } of entries) {
    for (const [name, [before, after]] of Object.entries(changes)) {
      const definition = definitions.get(name);
      // Derived values follow the others.
      if (definition?.readOnly) continue;
      const isUnchanged = JSON.stringify(values.get(name) ?? null) === JSON.stringify(after);
      if (definition === undefined || !isUnchanged) {
        isWhole = false;
        continue;
      }
      values.set(name, before);
      changed.add(name);
    }
  }
  const properties = [...changed].map((internal_name): PropertyItem => {
    const value = values.get(internal_name) ?? null;
    return Array.isArray(value) ? { internal_name, values: value } : { internal_name, value };
  });
  return { properties, isWhole };
}
