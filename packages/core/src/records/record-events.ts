import type { PropertyChanges, RecordRow } from "@rapport/db";
import type { NewEvent } from "../events/events.ts";
import type { ObjectSchema } from "../object-schema.ts";
import type { AssociatedTarget } from "./associations/associations.ts";
import { inOrder, type Target } from "./associations/kinds.ts";
import { wholeRecord } from "./whole-record.ts";

export interface RecordChange {
  readonly type: string;
  readonly action: "created" | "updated" | "deleted" | "restored" | "erased";
  /** The record after the change. */
  readonly row: RecordRow;
  /** Value before and after, per changed property. */
  readonly changes?: PropertyChanges;
  /** Records that were associated with it. */
  readonly associated?: readonly AssociatedTarget[];
}

/** Returns the events of a change of a record, each with the whole record after it (specification §6). */
export function makeEvents(change: RecordChange, object: ObjectSchema): readonly NewEvent[] {
  const { type, action, row, changes = {}, associated = [] } = change;
  if (action === "erased") {
    const data = { object: type, id: row.id, version: row.version };
    return [{ type: `${type}.erased`, subject: type, data }];
  }
  const data = {
    object: type,
    ...wholeRecord(object, row, action === "created" ? groupAssociations(change) : null),
    ...(action === "updated" && {
      changes: changesView(changes),
    }),
  };
  const events: NewEvent[] = [{ type: `${type}.${action}`, subject: type, data }];
  if (action === "updated" && isMove(changes)) {
    events.push({ type: `${type}.stage_changed`, subject: type, data });
  }
  for (const other of associated) {
    events.push(...associationEvents("association.created", { type, id: row.id }, other));
  }
  return events;
}

/** Returns the associations that a record was created with, as a read shows them (specification §2.4). */
function groupAssociations({ associated = [] }: RecordChange) {
  const grouped: Record<string, { id: string; type: string }[]> = {};
  for (const other of associated) {
    const entries = grouped[other.type] ?? [];
    grouped[other.type] = entries;
    for (const { type } of other.kinds) entries.push({ id: String(other.id), type });
  }
  return grouped;
}

/** Returns the events of an association, one for each of its kinds. Their data do not depend on which record was changed. */
export function associationEvents(
  type: "association.created" | "association.deleted",
  one: Target,
  other: Target & Pick<AssociatedTarget, "kinds">,
): readonly NewEvent[] {
  return other.kinds.map((kind) => {
    const { from, to, type: entry } = inOrder<Target>(one, other, kind);
    const id = `${from.id}-${to.id}`;
    const label = `${from.type}_to_${to.type}`;
    return {
      type,
      subject: label,
      data: {
        object: "association",
        id: kind.label === undefined ? id : `${id}-${entry}`,
        label,
        type: entry,
        from: { object: from.type, id: String(from.id) },
        to: { object: to.type, id: String(to.id) },
      },
    };
  });
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
