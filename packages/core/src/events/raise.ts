import { randomUUID } from "node:crypto";
import { type Db, events } from "@rapport/db";
import { parseObjectType } from "@rapport/model";

export interface NewEvent {
  readonly type: string;
  /** What it is about: an object type, the label of an association, `schema`, `template` or `endpoint`. */
  readonly subject: string;
  /** `data` in its full form; see `bodyOf`. */
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Writes events to the outbox, in the transaction of the change that causes them (specification §6).
 *
 * @param at time of the change, ISO 8601
 */
export async function raiseEvents(
  tx: Db,
  scope: { projectId: number },
  raised: readonly NewEvent[],
  at: string,
): Promise<void> {
  await events.insertEvents(
    tx,
    raised.map((one) => [
      scope.projectId,
      newMessageId(),
      one.type,
      one.subject,
      JSON.stringify(one.data),
      at,
      1,
      ...Object.values(recordsOf(one)),
    ]),
  );
}

/** Writes any number of events in one statement; see `raiseEvents`. */
export async function raiseManyEvents(
  tx: Db,
  scope: { projectId: number },
  raised: readonly NewEvent[],
  at: string,
): Promise<void> {
  const rows = raised.map((one) => ({
    message_id: newMessageId(),
    type: one.type,
    subject: one.subject,
    payload: JSON.stringify(one.data),
    ...recordsOf(one),
  }));
  await events.insertManyEvents.all(tx, {
    project: scope.projectId,
    raised: JSON.stringify(rows),
    at,
  });
}

/** Returns the records that an event is about, so that an erasure finds it: one, both of an association, or none. */
export function recordsOf({ subject, data }: NewEvent): {
  readonly record_id: number | null;
  readonly other_id: number | null;
} {
  if (parseObjectType(subject) !== undefined) return { record_id: Number(data.id), other_id: null };
  const { from, to } = data as { from?: { id: string }; to?: { id: string } };
  return { record_id: from ? Number(from.id) : null, other_id: to ? Number(to.id) : null };
}

/** Returns a new `webhook-id`, the same for every attempt and every endpoint of a message. */
export function newMessageId(): string {
  return `msg_${randomUUID().replaceAll("-", "")}`;
}
