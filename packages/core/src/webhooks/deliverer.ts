import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { deliveryProjects, deliveryQueue } from "@rapport/db";
import { idlePause } from "../clock.ts";
import type { Deps } from "../deps.ts";
import { bodyOf } from "../events/body.ts";
import { type Access, accessOf, formFor } from "./receivable.ts";
import { type OutcomeRecorder, outcomeRecorder } from "./record-outcomes.ts";
import { type Outcome, openSender, type Sender } from "./send.ts";

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
    const attempt = deliver(deps, sender, record, { target, leased })
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

type DeliverDeps = Pick<Deps, "db" | "secrets">;

/** Time after which another worker takes over a crashed worker's deliveries. Longer than any attempt. */
const LEASE_MS = 60_000;

/** A leased delivery with its message. */
interface LeasedMessage extends deliveryQueue.LeasedDelivery {
  readonly message: deliveryQueue.Message;
}

/**
 * Leases due deliveries of an endpoint. The lease is committed before anything is sent.
 *
 * @param lease id of this worker
 * @param limit maximum number of deliveries to lease
 */
function leaseDeliveries(
  deps: DeliverDeps,
  endpoint: deliveryQueue.DueEndpoint,
  lease: string,
  limit: number,
): Promise<readonly LeasedMessage[]> {
  const now = Date.now();
  const scope = { projectId: endpoint.project_id };
  return deps.db.transaction(async (tx) => {
    const leased = await deliveryQueue.leaseDue.all(tx, {
      project: scope.projectId,
      endpoint: endpoint.id,
      now: new Date(now).toISOString(),
      lease,
      until: new Date(now + LEASE_MS).toISOString(),
      limit,
    });
    const events = [...new Set(leased.map((one) => one.event_id))];
    const messages = await deliveryQueue.findMessages(tx, scope, events);
    return leased.flatMap((one) => {
      const message = messages.get(one.event_id);
      return message === undefined ? [] : [{ ...one, message }];
    });
  });
}

/**
 * Makes one attempt of a leased delivery and records its outcome. Sends nothing that the endpoint may no longer be sent.
 *
 * @param record recorder from `outcomeRecorder`
 */
async function deliver(
  deps: DeliverDeps,
  sender: Sender,
  record: OutcomeRecorder,
  {
    target: { endpoint, access },
    leased,
  }: { readonly target: Target; readonly leased: LeasedMessage },
): Promise<Outcome> {
  const { message } = leased;
  const form = formFor(access, message, leased.payload);
  const outcome =
    form === null
      ? withheld(access)
      : await sender.send({
          url: endpoint.url,
          id: message.message_id,
          body: bodyOf(message, form),
          secrets: secretsOf(deps, endpoint),
        });
  await record({ projectId: endpoint.project_id, endpointId: endpoint.id, leased, outcome });
  return outcome;
}

/** An endpoint with what it may be sent. */
interface Target {
  readonly endpoint: deliveryQueue.DueEndpoint;
  readonly access: Access;
}

/** Returns the outcome of a delivery that is not sent. */
function withheld({ owner, fault }: Access): Outcome {
  const error = `Not sent: ${owner} ${fault ?? "may no longer read this event"}.`;
  const none = { status: null, response: null, delivered: false, retryAfter: 0 };
  return { ...none, at: new Date().toISOString(), durationMs: 0, error, isWithheld: true };
}

function secretsOf(deps: DeliverDeps, endpoint: deliveryQueue.DueEndpoint): readonly string[] {
  const { secret, old_secret: old, old_secret_until: until } = endpoint;
  const isLive = old !== null && until !== null && until > new Date().toISOString();
  return [secret, ...(isLive ? [old] : [])].map((sealed) => deps.secrets.open(sealed));
}
