import { type PropertyChanges, type RecordRow, recordHistory, type Write } from "@rapport/db";
import { type NewEvent, raiseEvents } from "../../events/events.ts";
import type { ObjectSchema } from "../../object-schema.ts";
import { type Principal, storedActor } from "../../principal.ts";
import { insertChange } from "../history.ts";
import { changesView, isMove } from "../record-events.ts";
import { wholeRecord } from "../whole-record.ts";

/** A merged record after the change, and what the primary record took from it. */
interface MergedRecord {
  readonly row: RecordRow;
  readonly changes: PropertyChanges;
}

/** A merge of one or more records. */
interface Merge {
  /** The primary record after the change. */
  readonly row: RecordRow;
  /** Changes of the primary record. */
  readonly changes: PropertyChanges;
  readonly merged: readonly MergedRecord[];
  readonly at: string;
}

/** An unmerge: both records after the change, and the changes of the primary one. */
interface Unmerge extends Omit<Merge, "merged"> {
  readonly merged: RecordRow;
}

/** Names of the other record in a history entry. No property has a dot in its name. */
export const [MERGED_ID, MERGED_INTO] = ["merge.id", "merge.into"] as const;

/**
 * Returns the writes of a merge to the history of all its records and of its events, for its transaction. They fail with
 * SchemaChanged if the schema is no longer the project's.
 */
export function recordMerge(
  principal: Principal,
  object: ObjectSchema,
  { row: primary, changes: allChanges, merged, at }: Merge,
): readonly Write[] {
  const entries = merged.flatMap(({ row, changes }) => [
    { row: primary, changes: { [MERGED_ID]: [null, String(row.id)], ...changes } },
    { row, changes: { [MERGED_INTO]: [null, String(primary.id)] } },
  ]);
  const mergedIds = merged.map(({ row }) => row.id);
  const events = [
    ...primaryEvents(object, `${object.name}.merged`, primary, {
      changes: allChanges,
      ids: { mergedIds },
    }),
    ...merged.map(({ row }) =>
      mergeEvent(object, `${object.name}.merged`, row, { mergedInto: primary.id }),
    ),
  ];
  return [
    ...mergeHistory(principal, { action: "merged", entries }, { object, at }),
    ...raiseEvents(principal, events, at),
  ];
}

/** Like `recordMerge`, for an unmerge of one record. */
export function recordUnmerge(
  principal: Principal,
  object: ObjectSchema,
  { row: primary, changes, merged, at }: Unmerge,
): readonly Write[] {
  const entries = [
    { row: primary, changes: { [MERGED_ID]: [String(merged.id), null], ...changes } },
    { row: merged, changes: { [MERGED_INTO]: [String(primary.id), null] } },
  ];
  const event = `${object.name}.unmerged`;
  const events = [
    ...primaryEvents(object, event, primary, { changes, ids: { unmergedId: merged.id } }),
    mergeEvent(object, event, merged, { unmergedFrom: primary.id }),
  ];
  return [
    ...mergeHistory(principal, { action: "unmerged", entries }, { object, at }),
    ...raiseEvents(principal, events, at),
  ];
}

function mergeHistory(
  principal: Principal,
  {
    action,
    entries,
  }: {
    readonly action: "merged" | "unmerged";
    readonly entries: readonly { readonly row: RecordRow; readonly changes: object }[];
  },
  { object, at }: { readonly object: ObjectSchema; readonly at: string },
): readonly Write[] {
  const actor = storedActor(principal);
  const [first, ...others] = entries.map(({ row, changes }) => ({
    ...{ record: row.id, action, changes: JSON.stringify(changes), actor, at },
    version: row.version,
  }));
  if (first === undefined) return [];
  const rows = others.map((entry) => [
    principal.projectId,
    entry.record,
    entry.action,
    entry.changes,
    entry.actor,
    entry.at,
    entry.version,
  ]);
  return [insertChange(principal, first, object), ...recordHistory.insertHistory.writes(rows)];
}

function primaryEvents(
  object: ObjectSchema,
  event: string,
  row: RecordRow,
  { changes, ids }: { readonly changes: PropertyChanges; readonly ids: object },
): readonly NewEvent[] {
  const values = { changes: changesView(changes) };
  return [
    mergeEvent(object, event, row, { ...values, ...ids }),
    ...(isMove(changes) ? [mergeEvent(object, `${object.name}.stage_changed`, row, values)] : []),
  ];
}

function mergeEvent(object: ObjectSchema, event: string, row: RecordRow, more: object): NewEvent {
  const data = { object: object.name, ...wholeRecord(object, row, null), ...more };
  return { type: event, subject: object.name, data };
}
