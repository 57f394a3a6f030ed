import { type Db, type PropertyChanges, records } from "@rapport/db";
import { associationLabel, type ObjectType } from "@rapport/model";
import { type NewEvent, raiseEvents } from "../events/raise.ts";
import type { ObjectSchema } from "../object-schema.ts";
import { actorOf, type Principal } from "../principal.ts";
import { changesView, eventView } from "../workspace/view.ts";
import type { LiveTarget, Target } from "./associations/associations.ts";
import type { Properties } from "./rules.ts";
import { SchemaChanged } from "./write-record.ts";

export interface RecordChange {
  readonly type: ObjectType;
  readonly id: number;
  readonly action: "created" | "updated" | "deleted" | "restored";
  /** The record's version after the change. */
  readonly version: number;
  /** The record's properties after the change. */
  readonly properties: Properties;
  /** Value before and after, per changed property. */
  readonly changes?: PropertyChanges;
  /** Records that were associated with it. */
  readonly associated?: readonly LiveTarget[];
}

/**
 * Writes a change to the record's history and raises its events, in the transaction of the change.
 *
 * @param schema schema that the change was checked and indexed with
 * @throws SchemaChanged if that is no longer the project's schema
 */
export async function recordHistory(
  tx: Db,
  principal: Principal,
  change: RecordChange,
  schema: ObjectSchema,
  at: string,
): Promise<void> {
  const { id, action, version, changes = {}, associated = [] } = change;
  const actor = actorOf(principal);
  const entry = { record: id, action, changes: JSON.stringify(changes), actor, at, version };
  const isCurrent = await records.insertChange(tx, principal, entry, schema.version);
  if (!isCurrent) throw new SchemaChanged();
  if (associated.length > 0) {
    await recordAssociations(tx, principal, change, associated, "associated", at);
  }
  await raiseEvents(tx, principal, eventsOf(change), at);
}

/** Writes that a record was associated with others, or no longer is, to the history of each of them. */
export async function recordAssociations(
  tx: Db,
  principal: Principal,
  one: LiveTarget,
  others: readonly LiveTarget[],
  action: "associated" | "dissociated",
  at: string,
): Promise<void> {
  const entry = (from: LiveTarget, to: LiveTarget) => [
    principal.projectId,
    from.id,
    action,
    JSON.stringify({ [to.type]: [null, String(to.id)] }),
    actorOf(principal),
    at,
    from.version,
  ];
  const rows = others.flatMap((other) => [entry(one, other), entry(other, one)]);
  await records.insertHistory(tx, rows);
}

function eventsOf(change: RecordChange): readonly NewEvent[] {
  const { type, id, action, properties, changes = {}, associated = [] } = change;
  const record = eventView(type, id, properties);
  const updated = action === "updated" ? { changes: changesView(type, changes) } : {};
  const events: NewEvent[] = [{ type: `${type}.${action}`, data: { ...record, ...updated } }];
  if (action === "updated" && (changes.stage !== undefined || changes.pipeline !== undefined)) {
    events.push({ type: `${type}.stage_changed`, data: { ...record, ...updated } });
  }
  for (const other of associated) {
    events.push({ type: "association.created", data: associationView({ type, id }, other) });
  }
  return events;
}

/** Returns an association as events show it. The direction does not depend on which record was changed. */
export function associationView(one: Target, other: Target): Record<string, unknown> {
  const label = associationLabel(one.type, other.type);
  const [from, to] = label?.from === one.type ? [one, other] : [other, one];
  return {
    label: label?.label ?? null,
    from: { object: from.type, id: String(from.id) },
    to: { object: to.type, id: String(to.id) },
  };
}
