import {
  type Db,
  deliveries,
  deliveryProjects,
  deliveryQueue,
  endpoints,
  liveRevisions,
} from "@rapport/db";
import type { Deps } from "../deps.ts";
import type { Principal } from "../principal.ts";
import { failPending } from "./endpoint.ts";
import { retryDelay } from "./schedule.ts";
import type { Outcome } from "./send.ts";

/** An endpoint is disabled after failing for this long. */
const DELINQUENT_AFTER_MS = 5 * 24 * 60 * 60 * 1000;
/** An endpoint's last success is written at most once per this interval. */
const LAST_SUCCESS_PRECISION_MS = 60_000;
/** Outcomes per transaction, and so per flush to disk. */
const BATCH_OUTCOMES = 64;
const GONE = 410;

type Scope = Pick<Principal, "projectId">;

interface Finished {
  readonly projectId: number;
  readonly endpointId: number;
  readonly leased: deliveryQueue.LeasedDelivery;
  readonly outcome: Outcome;
}

/** Resolves once the outcome is durably recorded. */
export type OutcomeRecorder = (finished: Finished) => Promise<void>;

/**
 * Creates a recorder of attempt outcomes. Outcomes that arrive during a transaction share the next one.
 *
 * @param lease id of this worker; the outcome of a delivery that another worker took over is not recorded
 */
export function outcomeRecorder(deps: Pick<Deps, "db">, lease: string): OutcomeRecorder {
  // Bounded by the concurrent attempts, because an attempt ends only after its outcome is recorded.
  const waiting: (Finished & { succeed(): void; fail(error: unknown): void })[] = [];
  let isBusy = false;

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, BATCH_OUTCOMES);
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
  // In the order of the projects, so that two workers do not deadlock.
  const byProject = [...Map.groupBy(batch, ({ projectId }) => projectId)].sort(([a], [b]) => a - b);
  for (const [projectId, own] of byProject) await recordProject(tx, { projectId }, lease, own);
}

async function recordProject(
  tx: Db,
  scope: Scope,
  lease: string,
  batch: readonly Finished[],
): Promise<void> {
  const delivered = batch.filter(({ outcome }) => outcome.delivered);
  if (delivered.length > 0) await recordDelivered(tx, scope, lease, delivered);
  const retries: string[] = [];
  for (const one of batch) {
    if (one.outcome.delivered) continue;
    const retryAt = await recordFailure(tx, lease, one);
    if (retryAt !== null) retries.push(retryAt);
  }
  const [next] = retries.sort();
  if (next !== undefined) await deliveryProjects.enqueue.all(tx, scope, { at: next });
  await liveRevisions.noteRevision(tx, scope, "deliveries");
}

async function recordDelivered(
  tx: Db,
  scope: Scope,
  lease: string,
  delivered: readonly Finished[],
): Promise<void> {
  const now = Date.now();
  const at = new Date(now).toISOString();
  const ids = delivered.map(({ leased }) => leased.id);
  // If the lease expired, another worker has the delivery and records its outcome.
  const own = await deliveryQueue.finishDelivered(tx, scope, ids, { lease, at });
  const kept = delivered.filter(({ leased }) => own.has(leased.id));
  await deliveries.insertAttempts(tx, kept.map(attemptRow));
  const working = new Set(kept.map(({ endpointId }) => endpointId));
  // Update in order of id, so that two workers do not deadlock.
  const before = new Date(now - LAST_SUCCESS_PRECISION_MS).toISOString();
  for (const id of [...working].sort((a, b) => a - b)) {
    await endpoints.markWorking.all(tx, { id, at, before });
  }
}

/** @returns when the next attempt is due; null if there is none */
async function recordFailure(tx: Db, lease: string, failed: Finished): Promise<string | null> {
  const { leased, outcome } = failed;
  const now = Date.now();
  const at = new Date(now).toISOString();
  const delay = retryDelay(leased.attempt_count + 1, outcome.retryAfter);
  const isFinished = delay === null || outcome.status === GONE || outcome.isWithheld === true;
  const nextAt = new Date(now + (delay ?? 0)).toISOString();
  const finished = await deliveryQueue.finishAttempt.first(tx, {
    project: failed.projectId,
    id: leased.id,
    lease,
    status: isFinished ? "failed" : "pending",
    nextAt,
    finishedAt: isFinished ? at : null,
  });
  if (finished === undefined) return null;
  await deliveries.insertAttempts(tx, [attemptRow(failed)]);
  if (!outcome.isWithheld) await noteFailure(tx, failed, now);
  return isFinished ? null : nextAt;
}

function attemptRow({ projectId, leased, outcome }: Finished): readonly unknown[] {
  const { at, status, error, durationMs, response } = outcome;
  return [projectId, leased.id, at, status, error, durationMs, response];
}

/** Marks an endpoint as failing. After 410 Gone or 5 days, disables it and fails its pending deliveries. */
async function noteFailure(tx: Db, failed: Finished, now: number): Promise<void> {
  const { endpointId: endpoint, outcome } = failed;
  const at = new Date(now).toISOString();
  const failing = await endpoints.markFailing.first(tx, { id: endpoint, at });
  const since = Date.parse(failing?.failing_since ?? at);
  const reason =
    outcome.status === GONE
      ? "The receiver answered 410 Gone."
      : now - since >= DELINQUENT_AFTER_MS
        ? "Every delivery has failed for 5 days."
        : undefined;
  if (reason === undefined) return;
  const disabled = await endpoints.disableEndpoint.first(tx, { id: endpoint, reason, at });
  if (disabled !== undefined) await failPending(tx, failed, endpoint, at);
}
