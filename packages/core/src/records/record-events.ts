import type { PropertyChanges, RecordRow } from "@rapport/db";
import { associationLabel } from "@rapport/model";
import type { NewEvent } from "../events/raise.ts";
import type { ObjectSchema } from "../object-schema.ts";
import type { LiveTarget, Target } from "./associations/associations.ts";
import { wholeRecord } from "./whole-record.ts";

export interface RecordChange {
  readonly type: string;
  readonly action: "created" | "updated" | "deleted" | "restored" | "erased";
  /** The record after the change. */
  readonly row: RecordRow;
  /** Value before and after, per changed property. */
  readonly changes?: PropertyChanges;
  /** Records that were associated with it. */
  readonly associated?: readonly LiveTarget[];
}

/** Returns the events of a change of a record, each with the whole record after it (specification §6). */
export function eventsOf(change: RecordChange, object: ObjectSchema): readonly NewEvent[] {
  const { type, action, row, changes = {}, associated = [] } = change;
  if (action === "erased") {
    const data = { object: type, id: row.id, version: row.version };
    return [{ type: `${type}.erased`, subject: type, data }];
  }
  const data = {
    object: type,
    ...wholeRecord(object, row, action === "created" ? associationsOf(change) : null),
    ...(action === "updated" && {
      changes: changesView(changes),
    }),
  };
  const events: NewEvent[] = [{ type: `${type}.${action}`, subject: type, data }];
  if (action === "updated" && isMove(changes)) {
    events.push({ type: `${type}.stage_changed`, subject: type, data });
  }
  for (const other of associated) {
    events.push(associationEvent("association.created", { type, id: row.id }, other));
  }
  return events;
}

/** Returns the associations that a record was created with, as a read shows them (specification §2.4). */
function associationsOf({ type, associated = [] }: RecordChange) {
  const grouped: Record<string, { id: string; type: string }[]> = {};
  for (const other of associated) {
    const label = associationLabel(type, other.type)?.label;
    if (label === undefined) continue;
    const entries = grouped[other.type] ?? [];
    grouped[other.type] = entries;
    entries.push({ id: String(other.id), type: label });
  }
  return grouped;
}

/** Returns the event of an association. Its data does not depend on which record was changed. */
export function associationEvent(
  type: "association.created" | "association.deleted",
  one: Target,
  other: Target,
): NewEvent {
  const label = associationLabel(one.type, other.type);
  if (label === null) throw new Error("two records of one type cannot be associated");
  const [from, to] = label.from === one.type ? [one, other] : [other, one];
  return {
    type,
    subject: label.label,
    data: {
      object: "association",
      id: `${from.id}-${to.id}`,
      label: label.label,
      from: { object: from.type, id: String(from.id) },
      to: { object: to.type, id: String(to.id) },
    },
  };
}

/** Returns changes of properties as events show them. */
export function changesView(changes: PropertyChanges) {
  return Object.fromEntries(
    Object.entries(changes).map(([name, [before, after]]) => [name, { old: before, new: after }]),
  );
}

/** Whether changes move a record to another stage or pipeline. */
export function isMove({ stage, pipeline }: PropertyChanges): boolean {
  return stage !== undefined || pipeline !== undefined;
}
