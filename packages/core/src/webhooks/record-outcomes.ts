import {
  type Db,
  deliveries,
  deliveryProjects,
  deliveryQueue,
  endpoints,
  liveRevisions,
  together,
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
const BATCH_OUTCOMES = 256;
/** Time that an outcome waits for others, so that a transaction records several. */
const GATHER_MS = 10;
/** Outcomes that share a transaction at once, without waiting for others. */
const FULL_BATCH = 64;
const GONE = 410;

type Scope = Pick<Principal, "projectId">;

interface Finished {
  readonly projectId: number;
  readonly endpointId: number;
  readonly leased: Pick<deliveryQueue.LeasedDelivery, "id" | "attempt_count">;
  readonly outcome: Outcome;
}

export interface OutcomeRecorder {
  /** Resolves once the outcome is durably recorded, or its recording has failed. */
  record(finished: Finished): Promise<void>;
  /** Number of outcomes that are not recorded yet. */
  waiting(): number;
}

/**
 * Creates a recorder of attempt outcomes, which records them in groups.
 *
 * @param lease id of this worker; the outcome of a delivery that another worker took over is not recorded
 * @param onError receives the error of a group that could not be recorded. Its deliveries are sent again once their leases
 *   expire
 */
export function outcomeRecorder(
  deps: Pick<Deps, "db">,
  lease: string,
  onError: (error: unknown) => void,
): OutcomeRecorder {
  // Bounded by the caller, which begins no attempt while too many wait.
  const waiting: (Finished & { end(): void })[] = [];
  let unrecorded = 0;
  let isBusy = false;
  let timer: NodeJS.Timeout | undefined;

  async function drain(): Promise<void> {
    timer = undefined;
    isBusy = true;
    do {
      const batch = waiting.splice(0, BATCH_OUTCOMES);
      try {
        await deps.db.transaction((tx) => recordBatch(tx, lease, batch));
      } catch (error) {
        onError(error);
      }
      unrecorded -= batch.length;
      for (const one of batch) one.end();
    } while (waiting.length >= FULL_BATCH);
    isBusy = false;
    if (waiting.length > 0) schedule();
  }

  function schedule(): void {
    if (isBusy) return;
    if (waiting.length >= FULL_BATCH) {
      clearTimeout(timer);
      void drain();
    } else {
      timer ??= setTimeout(drain, GATHER_MS);
    }
  }

  return {
    record: (finished) =>
      new Promise((end) => {
        unrecorded++;
        waiting.push({ ...finished, end });
        schedule();
      }),
    waiting: () => unrecorded,
  };
}

async function recordBatch(tx: Db, lease: string, batch: readonly Finished[]): Promise<void> {
  // In the order of the projects, so that two workers do not deadlock.
  const byProject = [...Map.groupBy(batch, ({ projectId }) => projectId)].sort(([a], [b]) => a - b);
  const record = ([projectId, own]: (typeof byProject)[number]) =>
    recordProject(tx, { projectId }, lease, own);
  if (batch.every(({ outcome }) => outcome.delivered)) return together(byProject.map(record));
  // A failure may wait for a lock. Record one project after the other, so that all workers take locks in the same order.
  for (const one of byProject) await record(one);
}

async function recordProject(
  tx: Db,
  scope: Scope,
  lease: string,
  batch: readonly Finished[],
): Promise<void> {
  const now = Date.now();
  const at = new Date(now).toISOString();
  const delivered = batch.filter(({ outcome }) => outcome.delivered);
  const failed = batch.filter(({ outcome }) => !outcome.delivered);
  const retries = failed.map((one) => ({ id: one.leased.id, nextAt: nextAttempt(one, now) }));
  // If the lease expired, another worker has the delivery and records its outcome.
  const recorded = new Set<number>();
  const note = async (ids: Promise<ReadonlySet<number>>) => {
    for (const id of await ids) recorded.add(id);
  };
  const ended = { lease, at };
  await together([
    ...(delivered.length === 0
      ? []
      : [note(deliveryQueue.finishDelivered(tx, scope, finishedIds(delivered), ended))]),
    ...(failed.length === 0 ? [] : [note(deliveryQueue.finishFailed(tx, scope, retries, ended))]),
  ]);
  const own = batch.filter(({ leased }) => recorded.has(leased.id));
  const attempts = deliveries.insertAttempts(tx, own.map(attemptRow));
  const states = noteStates(tx, scope, own, now);
  // The statements below lock rows that other workers need. Record failures before them, because a failure may have to wait
  // for a lock.
  if (failed.length > 0) await together([attempts, states]);
  const [next] = retries
    .flatMap(({ id, nextAt }) => (nextAt !== null && recorded.has(id) ? [nextAt] : []))
    .sort();
  await together([
    attempts,
    states,
    ...(next === undefined ? [] : [deliveryProjects.enqueue.all(tx, scope, { at: next })]),
    liveRevisions.noteRevision(tx, scope, "deliveries"),
  ]);
}

function finishedIds(batch: readonly Finished[]): readonly number[] {
  return batch.map(({ leased }) => leased.id);
}

/** Returns when the next attempt of a failed delivery is due; null if there is none. */
function nextAttempt({ leased, outcome }: Finished, now: number): string | null {
  if (outcome.status === GONE || outcome.isWithheld === true) return null;
  const delay = retryDelay(leased.attempt_count + 1, outcome.retryAfter);
  return delay === null ? null : new Date(now + delay).toISOString();
}

/** Notes how the endpoints of some outcomes are, in the order of the outcomes. */
async function noteStates(
  tx: Db,
  scope: Scope,
  batch: readonly Finished[],
  now: number,
): Promise<void> {
  const at = new Date(now).toISOString();
  const before = new Date(now - LAST_SUCCESS_PRECISION_MS).toISOString();
  const tried = batch.filter(({ outcome }) => !outcome.isWithheld);
  // In the order of ids, so that two workers do not deadlock.
  const byEndpoint = [...Map.groupBy(tried, ({ endpointId }) => endpointId)].sort(
    ([a], [b]) => a - b,
  );
  const markWorking = async (ids: readonly number[]) => {
    if (ids.length === 0) return;
    await endpoints.markWorking.all(tx, { ids: JSON.stringify(ids), at, before });
  };
  const idsWhere = (is: (own: readonly Finished[]) => boolean) =>
    byEndpoint.flatMap(([id, own]) => (is(own) ? [id] : []));
  const hasFailed = (own: readonly Finished[]) => own.some(({ outcome }) => !outcome.delivered);

  await markWorking(idsWhere((own) => own.some(({ outcome }) => outcome.delivered)));
  for (const [id, own] of byEndpoint) {
    const isGone = own.some(({ outcome }) => outcome.status === GONE);
    if (hasFailed(own)) await noteFailure(tx, scope, { id, isGone }, now);
  }
  await markWorking(idsWhere((own) => hasFailed(own) && own.at(-1)?.outcome.delivered === true));
}

function attemptRow({ projectId, leased, outcome }: Finished): readonly unknown[] {
  const { at, status, error, durationMs, response } = outcome;
  return [projectId, leased.id, at, status, error, durationMs, response];
}

/** Marks an endpoint as failing. After 410 Gone or 5 days, disables it and fails its pending deliveries. */
async function noteFailure(
  tx: Db,
  scope: Scope,
  { id, isGone }: { readonly id: number; readonly isGone: boolean },
  now: number,
): Promise<void> {
  const at = new Date(now).toISOString();
  const failing = await endpoints.markFailing.first(tx, { id, at });
  const since = Date.parse(failing?.failing_since ?? at);
  const reason = isGone
    ? "The receiver answered 410 Gone."
    : now - since >= DELINQUENT_AFTER_MS
      ? "Every delivery has failed for 5 days."
      : undefined;
  if (reason === undefined) return;
  const disabled = await endpoints.disableEndpoint.first(tx, { id, reason, at });
  if (disabled !== undefined) await failPending(tx, scope, id, at);
}
