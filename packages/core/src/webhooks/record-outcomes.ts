import { type Db, deliveries, deliveryQueue, endpoints } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { retryDelay } from "./schedule.ts";
import type { Outcome } from "./send.ts";

/** An endpoint that has failed for so long is disabled, in milliseconds. */
const DELINQUENT_AFTER = 5 * 24 * 60 * 60 * 1000;
/** An endpoint's last success is noted no finer than this, in milliseconds. */
const GRAIN = 60_000;
/** Outcomes that share one transaction, hence one flush to disk. */
const BATCH = 64;
const GONE = 410;

interface Finished {
  readonly endpointId: number;
  readonly claimed: deliveryQueue.ClaimedDelivery;
  readonly outcome: Outcome;
}

/** Resolves once the outcome is durably recorded. */
export type OutcomeRecorder = (finished: Finished) => Promise<void>;

/**
 * Records what comes of attempts. Those that end while a transaction is under way share the next one.
 *
 * @param lease the worker's own: what another worker has taken over is not recorded
 */
export function outcomeRecorder(deps: Pick<Deps, "db">, lease: string): OutcomeRecorder {
  // No more than the attempts under way: an attempt ends only after its outcome is recorded.
  const waiting: (Finished & { succeed(): void; fail(error: unknown): void })[] = [];
  let isBusy = false;

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, BATCH);
      try {
        await deps.db.transaction((tx) => recordBatch(tx, lease, batch));
        for (const one of batch) one.succeed();
      } catch (error) {
        for (const one of batch) one.fail(error);
      }
    }
    isBusy = false;
  }

  return (finished) =>
    new Promise((succeed, fail) => {
      waiting.push({ ...finished, succeed, fail });
      if (isBusy) return;
      isBusy = true;
      setImmediate(drain);
    });
}

async function recordBatch(tx: Db, lease: string, batch: readonly Finished[]): Promise<void> {
  const delivered = batch.filter(({ outcome }) => outcome.delivered);
  if (delivered.length > 0) await recordDelivered(tx, lease, delivered);
  for (const one of batch) if (!one.outcome.delivered) await recordFailure(tx, lease, one);
}

async function recordDelivered(
  tx: Db,
  lease: string,
  delivered: readonly Finished[],
): Promise<void> {
  const now = Date.now();
  const at = new Date(now).toISOString();
  const ids = delivered.map(({ claimed }) => claimed.id);
  // Where the lease ran out, another worker has the delivery: its record counts.
  const own = await deliveryQueue.finishDelivered(tx, ids, { lease, at });
  const kept = delivered.filter(({ claimed }) => own.has(claimed.id));
  await deliveries.insertAttempts(tx, kept.map(attemptRow));
  const working = new Set(kept.map(({ endpointId }) => endpointId));
  // In one order, so that two workers never wait for each other.
  const before = new Date(now - GRAIN).toISOString();
  for (const id of [...working].sort((a, b) => a - b)) {
    await endpoints.markWorking.all(tx, { id, at, before });
  }
}

async function recordFailure(tx: Db, lease: string, failed: Finished): Promise<void> {
  const { claimed, outcome, endpointId } = failed;
  const now = Date.now();
  const at = new Date(now).toISOString();
  const delay = retryDelay(claimed.attempt_count + 1, outcome.retryAfter);
  const isFinished = delay === null || outcome.status === GONE;
  const finished = await deliveryQueue.finishAttempt.first(tx, {
    id: claimed.id,
    lease,
    status: isFinished ? "failed" : "pending",
    nextAt: new Date(now + (delay ?? 0)).toISOString(),
    finishedAt: isFinished ? at : null,
  });
  if (finished === undefined) return;
  await deliveries.insertAttempts(tx, [attemptRow(failed)]);
  await noteFailure(tx, endpointId, outcome, now);
}

function attemptRow({ claimed, outcome }: Finished): readonly unknown[] {
  const { at, status, error, durationMs, response } = outcome;
  return [claimed.id, at, status, error, durationMs, response];
}

/** An endpoint that is gone, or has failed for days, is disabled; what waits for it fails. */
async function noteFailure(tx: Db, endpoint: number, outcome: Outcome, now: number): Promise<void> {
  const at = new Date(now).toISOString();
  const failing = await endpoints.markFailing.first(tx, { id: endpoint, at });
  const since = Date.parse(failing?.failing_since ?? at);
  const reason =
    outcome.status === GONE
      ? "The receiver answered 410 Gone."
      : now - since >= DELINQUENT_AFTER
        ? "Every delivery has failed for 5 days."
        : undefined;
  if (reason === undefined) return;
  const disabled = await endpoints.disableEndpoint.first(tx, { id: endpoint, reason, at });
  if (disabled !== undefined) await deliveries.failPending.all(tx, { endpoint, at });
}
