import { randomUUID } from "node:crypto";
import { type Db, events } from "@rapport/db";

export interface NewEvent {
  readonly type: string;
  /** What the deliveries' body holds as `data`. */
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Writes events into the outbox, within the transaction of the change that causes them
 * (specification §6).
 *
 * @param at ISO 8601, the moment of the change
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

/** As raiseEvents, in one statement however many there are. */
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

/** The `webhook-id` of a message: the same at every attempt and at every endpoint. */
export function newMessageId(): string {
  return `msg_${randomUUID().replaceAll("-", "")}`;
}

/** The body of a message (Standard Webhooks). */
export function payloadOf(type: string, data: NewEvent["data"], at: string): string {
  return JSON.stringify({ type, timestamp: at, data });
}
