import { randomUUID } from "node:crypto";
import { type Db, events, type Write } from "@rapport/db";
import { isRecordSubject } from "./body.ts";

export interface NewEvent {
  readonly type: string;
  /** What it is about: an object type, the label of an association, `schema`, `template` or `endpoint`. */
  readonly subject: string;
  /** `data` in its full form; see `bodyOf`. */
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
