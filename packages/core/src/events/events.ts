import { randomUUID } from "node:crypto";
import { type Db, events, type PayloadForm, type StoredProperties, type Write } from "@rapport/db";
import {
  changesView,
  eventView,
  type FieldChanges,
  fieldChanges,
  fieldsView,
} from "../workspace-view.ts";

/** `fields` is the compact form for who may read only what the Workspace API returns. */
export type BodyForm = PayloadForm | "fields";

/** An event as the database has it. */
export interface StoredEvent {
  readonly id: number;
  readonly type: string;
  /** Null for an event that is older than the two forms. */
  readonly subject: string | null;
  readonly payload: string;
  readonly created_at: string;
}

/** The whole record in the payload of a record's event. */
interface RecordData {
  readonly object: string;
  readonly id: number;
  readonly version: number;
  readonly properties: StoredProperties;
  readonly associations: Readonly<Record<string, readonly { readonly id: string }[]>> | null;
  readonly changes?: FieldChanges;
  readonly mergedIds?: readonly number[];
  readonly mergedInto?: number;
  readonly unmergedId?: number;
  readonly unmergedFrom?: number;
}

/** What is left in the payload of an event of an erased record. */
type ErasedData = Pick<RecordData, "object" | "id" | "version">;
/** Members with the other records of a merge or an unmerge. */
const MERGE_MEMBERS = ["mergedIds", "mergedInto", "unmergedId", "unmergedFrom"] as const;

/** Members of the compact form that are no properties, although a project may name a property so. */
const OWN_MEMBERS: ReadonlySet<string> = new Set([
  "object",
  "version",
  "changes",
  ...MERGE_MEMBERS,
]);

/** Subjects of events that are neither records nor associations. No object type may have these names. */
const OTHER_SUBJECTS: ReadonlySet<string> = new Set(["schema", "template", "endpoint", "webhook"]);

/** Returns whether an event is about a record: then its subject is the name of a type, also of one that was removed. */
export function isRecordSubject(subject: string): boolean {
  return !OTHER_SUBJECTS.has(subject) && !subject.includes("_to_");
}

/** Returns the body of an event's deliveries (specification §6). */
export function eventBody(event: StoredEvent, form: BodyForm): string {
  if (event.subject === null) return event.payload;
  const { type, created_at: timestamp } = event;
  const head = JSON.stringify({ type, timestamp });
  return `${head.slice(0, -1)},"data":${eventData(event, form)}}`;
}

/** Returns an event's `data` as JSON. */
export function eventData(event: StoredEvent, form: BodyForm): string {
  const { type, subject, payload } = event;
  if (subject === null || !isRecordSubject(subject)) return withVersion(event);
  if (form === "full") return payload;
  return JSON.stringify(compactData(type, JSON.parse(payload), form === "fields"));
}

/**
 * Adds the version of what is not a record, such as an association. The event's id will do, because it is drawn
 * while that is locked: of two events, the later one has the higher id.
 */
function withVersion({ id, payload }: StoredEvent): string {
  return `${payload.slice(0, -1)},"version":${id}}`;
}

/** Returns the compact form of an event's `data`: for an erased record, its id alone. */
function compactData(
  eventType: string,
  data: RecordData | ErasedData,
  onlyFields: boolean,
): object {
  const { object, id, version } = data;
  if (!("properties" in data)) return { object, version, id: String(id) };
  const { associations, changes } = data;
  const named = Object.keys(data.properties).some((name) => OWN_MEMBERS.has(name));
  const properties = named ? withoutOwnMembers(data.properties) : data.properties;
  return {
    object,
    version,
    ...(onlyFields ? fieldsView : eventView)(object, id, properties),
    ...(eventType === "deal.created" && { companyId: associations?.company?.[0]?.id ?? null }),
    ...(changes && {
      changes: changesView(object, onlyFields ? fieldChanges(object, changes) : changes),
    }),
    ...mergeMembers(data),
  };
}

function withoutOwnMembers(properties: StoredProperties): StoredProperties {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !OWN_MEMBERS.has(name)));
}

/** Returns the ids of the other records as text, the form of ids in the Workspace API. */
function mergeMembers(data: RecordData): object {
  const given = MERGE_MEMBERS.filter((name) => data[name] !== undefined);
  return Object.fromEntries(
    given.map((name) => {
      const value = data[name];
      return [name, Array.isArray(value) ? value.map(String) : String(value)];
    }),
  );
}

export interface NewEvent {
  readonly type: string;
  /** What it is about: an object type, the label of an association, `schema`, `template` or `endpoint`. */
  readonly subject: string;
  /** `data` in its full form; see `eventBody`. */
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Returns the writes of events to the outbox, for the transaction of the change that causes them (specification §6).
 *
 * @param at time of the change, ISO 8601
 */
export function raiseEvents(
  scope: { projectId: number },
  raised: readonly NewEvent[],
  at: string,
): readonly Write[] {
  return events.insertEvents.writes(eventRows(scope, raised, at));
}

/** Writes hundreds of events to the outbox; see `raiseEvents`. */
export async function raiseManyEvents(
  tx: Db,
  scope: { projectId: number },
  raised: readonly NewEvent[],
  at: string,
): Promise<void> {
  await events.insertManyEvents(tx, eventRows(scope, raised, at));
}

function eventRows({ projectId }: { projectId: number }, raised: readonly NewEvent[], at: string) {
  return raised.map((event) => {
    const { type, subject, data } = event;
    const { record_id, other_id } = eventRecords(event);
    const payload = JSON.stringify(data);
    return [projectId, newMessageId(), type, subject, payload, at, 1, record_id, other_id] as const;
  });
}

/** Returns the records that an event is about, so that an erasure finds it: one, both of an association, or none. */
function eventRecords({ subject, data }: NewEvent): {
  readonly record_id: number | null;
  readonly other_id: number | null;
} {
  if (isRecordSubject(subject)) return { record_id: Number(data.id), other_id: null };
  const { from, to } = data as { from?: { id: string }; to?: { id: string } };
  return { record_id: from ? Number(from.id) : null, other_id: to ? Number(to.id) : null };
}

/** Returns a new `webhook-id`, the same for every attempt and every endpoint of a message. */
export function newMessageId(): string {
  return `msg_${randomUUID().replaceAll("-", "")}`;
}
