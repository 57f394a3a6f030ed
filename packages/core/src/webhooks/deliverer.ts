import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { deliveryProjects, together } from "@rapport/db";
import { idlePause } from "../clock.ts";
import type { Deps } from "../deps.ts";
import { isReady, isRunningOut, type Lane, type LeasedMessage, noteAnswer } from "./lane.ts";
import { openLeases } from "./leases.ts";
import type { Access } from "./receivable.ts";
import { outcomeRecorder } from "./record-outcomes.ts";
import { type Outcome, openSender } from "./send.ts";

/** Attempts that begin in one turn of the event loop. */
const STARTS_PER_TURN = 32;
/**
 * Attempts of all endpoints that are younger than `YOUNG_MS` and not answered. If the processor is the limit, more would
 * only open more connections. Those of slow receivers soon do not count.
 */
const MAX_YOUNG = 128;
const YOUNG_MS = 40;
/** No attempt begins while so many outcomes wait for the database, each with up to a KiB of a response. */
const MAX_UNRECORDED = 2_048;
/** Projects that are leased from at once. */
const PROJECTS_AT_ONCE = 4;
/** Least time between two rounds of leases, so that each leases several deliveries. */
const ROUND_MS = 25;
/** Projects whose last note is remembered. */
const MAX_SETTLED = 1_000;
/** Least time between two notes of when a project's next delivery is due. */
const SETTLE_INTERVAL_MS = 250;
/** Pause after an internal error, such as an unreachable database. */
const AFTER_ERROR_MS = 1_000;

export interface Deliverer {
  /** Looks for deliveries at once; called when there are new ones. */
  wake(): void;
  /** Stops leasing deliveries, gives back those that wait, and waits for the current attempts to end. */
  stop(): Promise<void>;
}

/**
 * Sends the due deliveries of every project until it is stopped. Any number of deliverers, in any number of
 * processes, share the work, because the queue is in the database.
 *
 * A slot of an endpoint is free as soon as a delivery is answered; the outcomes are recorded in groups. Deliveries are
 * leased ahead of need, so that a free slot has one to send.
 *
 * @param options.onAttempt receives the outcome of each attempt
 * @param options.onError receives internal errors; delivery continues
 */
export function startDeliverer(
  deps: Deps,
  options: {
    onAttempt?: (outcome: Outcome) => void;
    onError: (error: unknown) => void;
  },
): Deliverer {
  const sender = openSender(deps.addresses, deps.tracing);
  const lease = randomUUID();
  const recorder = outcomeRecorder(deps, lease, options.onError);
  const leases = openLeases(deps, lease, onLeased);
  /** Lanes with a delivery to send and a free slot. They take turns. */
  const ready = new Set<Lane>();
  const attempts = new Set<Promise<void>>();
  /** Attempts without an answer that began recently, the oldest first. */
  const young = new Set<{ readonly beganAt: number }>();
  const settledAt = new Map<number, number>();
  const stopping = new AbortController();
  let isStarting = false;
  let later: NodeJS.Timeout | undefined;
  let isWoken = false;
  let endPause: () => void = () => undefined;
  /** The project that the last round ended with. The next one goes on after it. */
  let lastProject = 0;

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const began = performance.now();
        isWoken = false;
        const count = await leaseDue();
        if (count === 0) await pause(idlePause(performance.now() - began));
        if (attempts.size > 0) await sleepFor(ROUND_MS - (performance.now() - began));
      } catch (error) {
        options.onError(error);
        await sleepFor(AFTER_ERROR_MS);
      }
    }
  }

  async function leaseDue(): Promise<number> {
    await leases.giveBackStale();
    const due = await deliveryProjects.listDueProjects(deps.db, new Date().toISOString());
    const ids = new Set([...due.map(({ projectId }) => projectId), ...leases.projectsWaiting()]);
    const sorted = [...ids].sort((a, b) => a - b);
    const projects = [
      ...sorted.filter((id) => id > lastProject),
      ...sorted.filter((id) => id <= lastProject),
    ];
    let count = 0;
    while (projects.length > 0 && leases.hasRoom() && !stopping.signal.aborted) {
      const some = projects.splice(0, PROJECTS_AT_ONCE);
      lastProject = some.at(-1) ?? 0;
      await together(
        some.map(async (projectId) => {
          const { leased, isDue } = await leases.leaseDeliveries(projectId);
          count += leased;
          if (!isDue) await settle(projectId);
        }),
      );
    }
    return count;
  }

  /** Notes when the project's next delivery is due. Until then, it is not looked at. */
  async function settle(projectId: number): Promise<void> {
    const now = performance.now();
    if (now - (settledAt.get(projectId) ?? -SETTLE_INTERVAL_MS) < SETTLE_INTERVAL_MS) return;
    if (settledAt.size >= MAX_SETTLED) settledAt.clear();
    settledAt.set(projectId, now);
    await deps.db.transaction((tx) => deliveryProjects.settle(tx, { projectId }));
  }

  function onLeased(lane: Lane): void {
    if (isReady(lane)) ready.add(lane);
    startSoon();
  }

  function startSoon(): void {
    if (isStarting || ready.size === 0 || stopping.signal.aborted) return;
    if (recorder.waiting() >= MAX_UNRECORDED) return;
    isStarting = true;
    setImmediate(startSome);
  }

  function startSome(): void {
    isStarting = false;
    clearTimeout(later);
    const now = performance.now();
    for (const one of young) {
      if (now - one.beganAt < YOUNG_MS) break;
      young.delete(one);
    }
    let left = Math.min(STARTS_PER_TURN, MAX_YOUNG - young.size);
    for (const lane of ready) {
      if (left-- <= 0 || recorder.waiting() >= MAX_UNRECORDED) break;
      ready.delete(lane);
      const leased = leases.next(lane);
      if (leased === undefined) {
        // Deliveries that have waited for too long are given back first.
        wake();
        continue;
      }
      track(lane, leased);
      // At the end of the set, so this loop comes back to it after the others.
      if (isReady(lane)) ready.add(lane);
    }
    if (young.size < MAX_YOUNG) startSoon();
    // If an answer arrives earlier, it starts the next attempt.
    else later = setTimeout(startSoon, YOUNG_MS / 4);
  }

  function track(lane: Lane, leased: LeasedMessage): void {
    lane.underWay++;
    const attempt = deliver(lane, leased)
      .catch(options.onError)
      .finally(() => attempts.delete(attempt));
    attempts.add(attempt);
  }

  /** Makes one attempt of a leased delivery and records its outcome. */
  async function deliver(lane: Lane, leased: LeasedMessage): Promise<void> {
    const { projectId, endpointId, receiver } = lane;
    const { messageId: id, body, access } = leased;
    const one = { beganAt: performance.now() };
    young.add(one);
    const outcome = body === null ? withheld(access) : await sender.send({ ...receiver, id, body });
    young.delete(one);
    noteAnswer(lane, outcome);
    const recorded = recorder.record({ projectId, endpointId, leased, outcome });
    // A dead endpoint, which answers at once, is limited by the transactions that record its failures.
    if (outcome.delivered) freeSlot(lane);
    await recorded;
    if (!outcome.delivered) freeSlot(lane);
    // Attempts may have waited because too many outcomes were not recorded yet. Start them now.
    startSoon();
    if (!outcome.isWithheld) options.onAttempt?.(outcome);
  }

  function freeSlot(lane: Lane): void {
    lane.underWay--;
    if (isReady(lane)) {
      ready.add(lane);
      startSoon();
    }
    if (isRunningOut(lane)) wake();
  }

  function wake(): void {
    isWoken = true;
    endPause();
  }

  function sleepFor(ms: number): Promise<void> {
    return sleep(Math.max(0, ms), undefined, { signal: stopping.signal }).catch(() => undefined);
  }

  /** Waits for a time, or until there may be something to lease. */
  async function pause(ms: number): Promise<void> {
    if (isWoken) return;
    const woken = new Promise<void>((resolve) => {
      endPause = resolve;
    });
    const timer = new AbortController();
    const signal = AbortSignal.any([stopping.signal, timer.signal]);
    await Promise.race([woken, sleep(ms, undefined, { signal }).catch(() => undefined)]);
    timer.abort();
  }

  const running = run();
  return {
    wake,
    stop: async () => {
      stopping.abort();
      await running;
      await leases.giveBackAll().catch(options.onError);
      await Promise.all(attempts);
      await sender.close();
    },
  };
}

/** Returns the outcome of a delivery that is not sent. */
function withheld({ owner, fault }: Access): Outcome {
  const error = `Not sent: ${owner} ${fault ?? "may no longer read this event"}.`;
  const none = { status: null, response: null, delivered: false, retryAfter: 0 };
  return { ...none, at: new Date().toISOString(), durationMs: 0, error, isWithheld: true };
}
