import { deliveryProjects, deliveryQueue } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { eventBody } from "../events/events.ts";
import { countAhead, type Lane, type LeasedMessage, makeReceiver, newLane } from "./lane.ts";
import { formFor, lookUpAccess } from "./receivable.ts";

/** Time after which another worker takes over a crashed worker's deliveries. Longer than any wait with its attempt. */
const LEASE_MS = 60_000;
/** A delivery that has waited for so long is given back, because its endpoint has become slow, or may have changed. */
const STALE_MS = 500;
/** Deliveries that wait besides those that are leased ahead, so that many endpoints together do not lease too many. */
const MAX_WAITING = 256;
/** Characters of the bodies that wait. Above, nothing is leased. */
const MAX_WAITING_LENGTH = 16 * 1024 * 1024;
/** A lane without work is kept for this time, with what it knows of its endpoint. */
const KEEP_MS = 10_000;

/** The deliveries that this process has leased and not begun to send. */
export interface Leases {
  /** Returns whether more deliveries may wait. */
  hasRoom(): boolean;
  /** Lists projects of which deliveries wait. */
  projectsWaiting(): readonly number[];
  /**
   * Leases due deliveries of a project: as many per endpoint as it may be sent now, and some ahead. Forgets those of
   * endpoints that are not enabled any more.
   *
   * @returns the number of leased deliveries, and whether any is due
   */
  leaseDeliveries(projectId: number): Promise<{ readonly leased: number; readonly isDue: boolean }>;
  /** Takes the next delivery of a lane; undefined if none waits that is still fresh. */
  next(lane: Lane): LeasedMessage | undefined;
  /** Gives back deliveries that have waited for too long. */
  giveBackStale(): Promise<void>;
  giveBackAll(): Promise<void>;
}

/**
 * @param lease id of this worker
 * @param onLeased called for each lane for which deliveries wait now
 */
export function openLeases(
  deps: Pick<Deps, "db" | "secrets" | "schemas">,
  lease: string,
  onLeased: (lane: Lane) => void,
): Leases {
  /** By project and endpoint. */
  const projects = new Map<number, Map<number, Lane>>();
  let waiting = 0;
  let waitingLength = 0;
  let room = MAX_WAITING;

  function add(lane: Lane, leased: LeasedMessage): void {
    // One that was replayed meanwhile is due again.
    remove(lane, leased.id);
    lane.waiting.set(leased.id, leased);
    waiting++;
    waitingLength += leased.body?.length ?? 0;
  }
  function remove(lane: Lane, id: number): void {
    const leased = lane.waiting.get(id);
    if (leased === undefined) return;
    lane.waiting.delete(id);
    waiting--;
    waitingLength -= leased.body?.length ?? 0;
  }
  function forget(lane: Lane): void {
    for (const id of [...lane.waiting.keys()]) remove(lane, id);
    lane.isMoreDue = false;
  }

  async function giveBack(mustGo: (leased: LeasedMessage) => boolean): Promise<void> {
    for (const [projectId, own] of projects) {
      const returned: LeasedMessage[] = [];
      for (const lane of own.values()) {
        const some = [...lane.waiting.values()].filter(mustGo);
        for (const { id } of some) remove(lane, id);
        lane.isMoreDue ||= some.length > 0;
        returned.push(...some);
      }
      if (returned.length === 0) continue;
      const scope = { projectId };
      await deps.db.transaction(async (tx) => {
        for (const [leasedAt, some] of Map.groupBy(returned, (one) => one.leasedAt)) {
          const at = new Date(leasedAt).toISOString();
          const ids = some.map(({ id }) => id);
          await deliveryQueue.giveBack(tx, scope, ids, { lease, at });
          await deliveryProjects.enqueue.all(tx, scope, { at });
        }
      });
    }
  }

  /** Notes the endpoints of a project as they are now. */
  function renew(projectId: number, rows: readonly deliveryQueue.SendingEndpoint[]): void {
    const now = Date.now();
    const own = projects.get(projectId) ?? new Map<number, Lane>();
    const enabled = new Map(rows.map((row) => [row.id, row]));
    for (const [id, lane] of own) {
      const row = enabled.get(id);
      if (row === undefined) forget(lane);
      else lane.receiver = makeReceiver(deps.secrets, row, lane.receiver);
    }
    for (const row of rows) {
      if (row.is_due === 1 && !own.has(row.id)) {
        own.set(row.id, newLane(row, makeReceiver(deps.secrets, row), now));
      }
    }
    if (own.size > 0) projects.set(projectId, own);
  }

  /** Forgets lanes that have had no work for a while. */
  function tidy(now: number): void {
    for (const [projectId, own] of projects) {
      for (const [id, { underWay, waiting, usedAt }] of own) {
        if (underWay === 0 && waiting.size === 0 && now - usedAt > KEEP_MS) own.delete(id);
      }
      if (own.size === 0) projects.delete(projectId);
    }
  }

  /** Returns how many deliveries of a lane to lease. */
  function slotsFor(lane: Lane, now: number): number {
    const byLength = (MAX_WAITING_LENGTH - waitingLength) / Math.max(1, lane.bodyLength);
    const ahead = Math.min(countAhead(lane, now), Math.max(0, Math.floor(byLength)));
    return lane.limit + ahead - lane.underWay - lane.waiting.size;
  }

  async function leaseDeliveries(projectId: number) {
    const scope = { projectId };
    const now = Date.now();
    const rows = await deliveryQueue.listSending(deps.db, scope, new Date(now).toISOString());
    renew(projectId, rows);
    const due = rows.filter((row) => row.is_due === 1);
    const share = Math.max(1, Math.floor(room / due.length));
    const targets = due.flatMap((row) => {
      const lane = projects.get(projectId)?.get(row.id);
      const slots = lane === undefined ? 0 : Math.min(slotsFor(lane, now), share);
      return lane === undefined || slots <= 0 ? [] : [{ row, lane, slots }];
    });
    if (targets.length === 0) return { leased: 0, isDue: due.length > 0 };
    const wanted = targets.map(({ row, slots }) => ({ endpoint: row.id, slots }));
    const { leased, messages } = await leaseMessages(scope, wanted, now);
    room -= leased.length;
    const subjects = [...messages.values()].map(({ subject }) => subject);
    const endpoints = targets.map(({ row }) => row);
    const accessTo = await lookUpAccess(deps, scope, endpoints, subjects);
    const ofEndpoint = Map.groupBy(leased, ({ endpoint_id }) => endpoint_id);
    const bodies = new Map<string, string>();
    for (const { row, lane, slots } of targets) {
      const access = accessTo(row);
      const some = ofEndpoint.get(row.id) ?? [];
      let length = 0;
      for (const { id, event_id, attempt_count, payload } of some) {
        const message = messages.get(event_id);
        if (message === undefined) continue;
        const form = formFor(access, message, payload);
        const key = `${event_id} ${form}`;
        const body = form === null ? null : (bodies.get(key) ?? eventBody(message, form));
        if (body !== null) bodies.set(key, body);
        length += body?.length ?? 0;
        const { message_id: messageId } = message;
        add(lane, { id, attempt_count, leasedAt: now, messageId, body, access });
      }
      lane.isMoreDue = some.length === slots;
      lane.bodyLength = length / Math.max(1, some.length);
      lane.usedAt = now;
      onLeased(lane);
    }
    return { leased: leased.length, isDue: true };
  }

  /** The leases are committed before anything is sent. */
  function leaseMessages(
    scope: { readonly projectId: number },
    wanted: readonly deliveryQueue.Wanted[],
    now: number,
  ) {
    const until = new Date(now + LEASE_MS).toISOString();
    return deps.db.transaction(async (tx) => {
      const times = { now: new Date(now).toISOString(), until };
      const leased = await deliveryQueue.leaseDue(tx, scope, wanted, { ...times, lease });
      const events = [...new Set(leased.map((one) => one.event_id))];
      return { leased, messages: await deliveryQueue.findMessages(tx, scope, events) };
    });
  }

  return {
    hasRoom: () => room > 0,
    projectsWaiting: () =>
      [...projects].flatMap(([id, own]) =>
        [...own.values()].some((lane) => lane.waiting.size > 0) ? [id] : [],
      ),
    leaseDeliveries,
    next(lane) {
      const [leased] = lane.waiting.values();
      if (leased === undefined || Date.now() - leased.leasedAt > STALE_MS) return undefined;
      remove(lane, leased.id);
      return leased;
    },
    async giveBackStale() {
      const now = Date.now();
      await giveBack(({ leasedAt }) => now - leasedAt > STALE_MS);
      tidy(now);
      let ahead = 0;
      for (const own of projects.values()) {
        for (const lane of own.values()) ahead += countAhead(lane, now);
      }
      room = waitingLength < MAX_WAITING_LENGTH ? MAX_WAITING + ahead - waiting : 0;
    },
    giveBackAll: () => giveBack(() => true),
  };
}
