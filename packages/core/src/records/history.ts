import {
  NullViolation,
  type PropertyChanges,
  recordHistory as stored,
  type Write,
} from "@rapport/db";
import { raiseEvents } from "../events/events.ts";
import type { ObjectSchema } from "../object-schema.ts";
import { type Principal, storedActor } from "../principal.ts";
import type { AssociatedTarget, LiveTarget } from "./associations/associations.ts";
import { type AssociationKind, flipKind, type Target } from "./associations/kinds.ts";
import { makeEvents, type RecordChange } from "./record-events.ts";
import { SchemaChanged } from "./write-record.ts";

/**
 * Returns the writes of a change to the record's history and of its events, for the transaction of the change. They fail
 * with SchemaChanged if the schema is no longer the project's.
 *
 * @param object schema that the change was checked and indexed with
 */
export function recordHistory(
  principal: Principal,
  change: RecordChange,
  { object, at }: { readonly object: ObjectSchema; readonly at: string },
): readonly Write[] {
  const { type, row, action, changes = {}, associated = [] } = change;
  const { id, version } = row;
  const actor = storedActor(principal);
  const entry = { record: id, action, changes: JSON.stringify(changes), actor, at, version };
  const one = { type, id, version };
  return [
    insertChange(principal, entry, object),
    ...recordAssociations(principal, { one, others: associated }, { action: "associated", at }),
    ...raiseEvents(principal, makeEvents(change, object), at),
  ];
}

/** Returns the write of an entry of the history; it fails with SchemaChanged if the schema is no longer the project's. */
export function insertChange(
  principal: Principal,
  entry: stored.HistoryEntry,
  { version: schemaVersion }: ObjectSchema,
): Write {
  return {
    ...stored.insertChange.write(principal, { ...entry, schemaVersion }),
    failure: (error) => (error instanceof NullViolation ? new SchemaChanged() : error),
  };
}

/** Name of the label in a history entry of an association; no property has a dot in its name. */
export const ASSOCIATION_TYPE = "association.type";

/** Returns the changes in a history entry of an association. */
export function associationChanges(to: Target, { type, label }: AssociationKind): PropertyChanges {
  const other = { [to.type]: [null, String(to.id)] } as const;
  return label === undefined ? other : { ...other, [ASSOCIATION_TYPE]: [null, type] };
}

/**
 * Returns the writes of an association of a record with others, or of its end, to the history of each of them: an entry per
 * kind.
 */
export function recordAssociations(
  principal: Principal,
  {
    one,
    others,
  }: {
    readonly one: LiveTarget;
    readonly others: readonly (LiveTarget & Pick<AssociatedTarget, "kinds">)[];
  },
  { action, at }: { readonly action: "associated" | "dissociated"; readonly at: string },
): readonly Write[] {
  const entry = (from: LiveTarget, to: LiveTarget, kind: AssociationKind) => [
    principal.projectId,
    from.id,
    action,
    JSON.stringify(associationChanges(to, kind)),
    storedActor(principal),
    at,
    from.version,
  ];
  const rows = others.flatMap((other) =>
    other.kinds.flatMap((kind) => [entry(one, other, kind), entry(other, one, flipKind(kind))]),
  );
  return stored.insertHistory.writes(rows);
}
