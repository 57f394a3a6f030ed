import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { deliveryProjects, deliveryQueue } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { idlePause } from "../idle-pause.ts";
import { deliver, type LeasedMessage, leaseDeliveries, type Target } from "./deliver.ts";
import { accessOf } from "./receivable.ts";
import { outcomeRecorder } from "./record-outcomes.ts";
import { type Outcome, openSender } from "./send.ts";

/** Concurrent attempts per endpoint, which limits what a slow receiver can hold up. */
const ATTEMPTS_PER_ENDPOINT = 16;
/** Concurrent attempts per endpoint whose last attempt failed. Low, so that dead endpoints cost little. */
const ATTEMPTS_PER_FAILING_ENDPOINT = 2;
/** Projects whose last note is remembered. */
const MOST_SETTLED = 1_000;
/** Least time between two notes of when a project's next delivery is due. */
const SETTLE_INTERVAL_MS = 250;
/** Pause after an internal error, such as an unreachable database. */
const AFTER_ERROR_MS = 1_000;

export interface Deliverer {
  /** Looks for deliveries at once; called when there are new ones. */
  wake(): void;
  /** Stops leasing deliveries and waits for the current attempts to end. */
  stop(): Promise<void>;
}

/**
 * Sends the due deliveries of every project until it is stopped. Any number of deliverers, in any number of
 * processes, share the work, because the queue is in the database.
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
  const record = outcomeRecorder(deps, lease);
  // Attempts by endpoint id: at most ATTEMPTS_PER_ENDPOINT each, and a workspace has a limited number of endpoints.
  const underWay = new Map<number, number>();
  const attempts = new Set<Promise<void>>();
  const settledAt = new Map<number, number>();
  const stopping = new AbortController();
  let wake: () => void = () => undefined;

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const began = performance.now();
        if ((await leaseDue()) === 0) await pause(idlePause(performance.now() - began));
      } catch (error) {
        options.onError(error);
        await pause(AFTER_ERROR_MS);
      }
    }
  }

  async function leaseDue(): Promise<number> {
    let count = 0;
    for (const scope of await deliveryProjects.listDueProjects(deps.db, new Date().toISOString())) {
      if (stopping.signal.aborted) break;
      count += await leaseOfProject(scope.projectId);
    }
    return count;
  }

  async function leaseOfProject(projectId: number): Promise<number> {
    const due = await deliveryQueue.listDue(deps.db, { projectId }, new Date().toISOString());
    if (due.length === 0) await settle(projectId);
    let count = 0;
    for (const endpoint of due) {
      const limit =
        endpoint.failing_since === null ? ATTEMPTS_PER_ENDPOINT : ATTEMPTS_PER_FAILING_ENDPOINT;
      const free = limit - (underWay.get(endpoint.id) ?? 0);
      if (free <= 0 || stopping.signal.aborted) continue;
      const leased = await leaseDeliveries(deps, endpoint, lease, free);
      if (leased.length === 0) continue;
      count += leased.length;
      const subjects = leased.map(({ message }) => message.subject);
      const access = (await accessOf(deps, { projectId }, [endpoint], subjects))(endpoint);
      for (const one of leased) track({ endpoint, access }, one);
    }
    return count;
  }

  /** Notes when the project's next delivery is due. Until then, it is not looked at. */
  async function settle(projectId: number): Promise<void> {
    const now = performance.now();
    if (now - (settledAt.get(projectId) ?? -SETTLE_INTERVAL_MS) < SETTLE_INTERVAL_MS) return;
    if (settledAt.size >= MOST_SETTLED) settledAt.clear();
    settledAt.set(projectId, now);
    await deps.db.transaction((tx) => deliveryProjects.settle(tx, { projectId }));
  }

  function track(target: Target, leased: LeasedMessage): void {
    const { endpoint } = target;
    underWay.set(endpoint.id, (underWay.get(endpoint.id) ?? 0) + 1);
    const attempt = deliver(deps, sender, record, target, leased)
      .then((outcome) => {
        if (!outcome.isWithheld) options.onAttempt?.(outcome);
      }, options.onError)
      .finally(() => {
        const left = (underWay.get(endpoint.id) ?? 1) - 1;
        if (left === 0) underWay.delete(endpoint.id);
        else underWay.set(endpoint.id, left);
        attempts.delete(attempt);
        wake();
      });
    attempts.add(attempt);
  }

  /** Waits for a time, or until an attempt ends, because that frees a slot for the next one. */
  async function pause(ms: number): Promise<void> {
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const timer = new AbortController();
    const signal = AbortSignal.any([stopping.signal, timer.signal]);
    await Promise.race([woken, sleep(ms, undefined, { signal }).catch(() => undefined)]);
    timer.abort();
  }

  const running = run();
  return {
    wake: () => wake(),
    stop: async () => {
      stopping.abort();
      await running;
      await Promise.all(attempts);
      await sender.close();
    },
  };
}
