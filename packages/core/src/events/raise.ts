import { randomUUID } from "node:crypto";
import { type Db, events } from "@rapport/db";

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
    raised.map(({ type, subject, data }) => [
      scope.projectId,
      newMessageId(),
      type,
      subject,
      JSON.stringify(data),
      at,
      1,
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
  const rows = raised.map(({ type, subject, data }) => ({
    message_id: newMessageId(),
    type,
    subject,
    payload: JSON.stringify(data),
  }));
  await events.insertManyEvents.all(tx, {
    project: scope.projectId,
    raised: JSON.stringify(rows),
    at,
  });
}

/** Returns a new `webhook-id`, the same for every attempt and every endpoint of a message. */
export function newMessageId(): string {
  return `msg_${randomUUID().replaceAll("-", "")}`;
}
