import { randomUUID } from "node:crypto";
import { type Db, events } from "@rapport/db";

export interface NewEvent {
  readonly type: string;
  /** `data` in the body of the deliveries. */
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
    raised.map(({ type, data }) => [
      scope.projectId,
      newMessageId(),
      type,
      payloadOf(type, data, at),
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
  const rows = raised.map(({ type, data }) => ({
    message_id: newMessageId(),
    type,
    payload: payloadOf(type, data, at),
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

/** Returns the body of a message (Standard Webhooks). */
export function payloadOf(type: string, data: NewEvent["data"], at: string): string {
  return JSON.stringify({ type, timestamp: at, data });
}
