import { type Db, historyWrites, type PropertyChanges, together } from "@rapport/db";
import { raiseEvents } from "../events/raise.ts";
import type { ObjectSchema } from "../object-schema.ts";
import { actorOf, type Principal } from "../principal.ts";
import type { AssociatedTarget, LiveTarget } from "./associations/associations.ts";
import { type AssociationKind, flipped, type Target } from "./associations/kinds.ts";
import { eventsOf, type RecordChange } from "./record-events.ts";
import { SchemaChanged } from "./write-record.ts";

/**
 * Writes a change to the record's history and raises its events, in the transaction of the change.
 *
 * @param object schema that the change was checked and indexed with
 * @throws SchemaChanged if that is no longer the project's schema
 */
export async function recordHistory(
  tx: Db,
  principal: Principal,
  change: RecordChange,
  { object, at }: { readonly object: ObjectSchema; readonly at: string },
): Promise<void> {
  const { type, row, action, changes = {}, associated = [] } = change;
  const { id, version } = row;
  const actor = actorOf(principal);
  const entry = { record: id, action, changes: JSON.stringify(changes), actor, at, version };
  const events = eventsOf(change, object);
  await together([
    insertChange(tx, principal, entry, object),
    recordAssociations(
      tx,
      principal,
      { one: { type, id, version }, others: associated },
      { action: "associated", at },
    ),
    raiseEvents(tx, principal, events, at),
  ]);
}

async function insertChange(
  tx: Db,
  principal: Principal,
  entry: historyWrites.HistoryEntry,
  object: ObjectSchema,
): Promise<void> {
  const isCurrent = await historyWrites.insertChange(tx, principal, entry, object.version);
  if (!isCurrent) throw new SchemaChanged();
}

/** Name of the label in a history entry of an association; no property has a dot in its name. */
export const ASSOCIATION_TYPE = "association.type";

/** Returns the changes in a history entry of an association. */
export function associationChanges(to: Target, { type, label }: AssociationKind): PropertyChanges {
  const other = { [to.type]: [null, String(to.id)] } as const;
  return label === undefined ? other : { ...other, [ASSOCIATION_TYPE]: [null, type] };
}

/** Writes that a record was associated with others, or no longer is, to the history of each of them: an entry per kind. */
export async function recordAssociations(
  tx: Db,
  principal: Principal,
  {
    one,
    others,
  }: {
    readonly one: LiveTarget;
    readonly others: readonly (LiveTarget & Pick<AssociatedTarget, "kinds">)[];
  },
  { action, at }: { readonly action: "associated" | "dissociated"; readonly at: string },
): Promise<void> {
  const entry = (from: LiveTarget, to: LiveTarget, kind: AssociationKind) => [
    principal.projectId,
    from.id,
    action,
    JSON.stringify(associationChanges(to, kind)),
    actorOf(principal),
    at,
    from.version,
  ];
  const rows = others.flatMap((other) =>
    other.kinds.flatMap((kind) => [entry(one, other, kind), entry(other, one, flipped(kind))]),
  );
  await historyWrites.insertHistory(tx, rows);
}
