import { deliveries, endpoints } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { retryDelay } from "./schedule.ts";
import type { Outcome, Sender } from "./send.ts";

type DeliverDeps = Pick<Deps, "db" | "secrets">;

/** Longer than any attempt: a crashed worker's deliveries are taken over after this, in milliseconds. */
const LEASE = 60_000;
/** An endpoint that has failed for so long is disabled, in milliseconds. */
const DELINQUENT_AFTER = 5 * 24 * 60 * 60 * 1000;
const GONE = 410;

export type Claimed = deliveries.ClaimedDelivery;

/** Leases what is due for an endpoint, and commits that before anything is sent. */
export function claimDeliveries(
  deps: DeliverDeps,
  endpoint: deliveries.DueEndpoint,
  lease: string,
  limit: number,
): Promise<readonly Claimed[]> {
  const now = Date.now();
  return deps.db.transaction((tx) =>
    deliveries.claim(tx, {
      endpoint: endpoint.id,
      now: new Date(now).toISOString(),
      lease,
      until: new Date(now + LEASE).toISOString(),
      limit,
    }),
  );
}

/** Makes one attempt of a leased delivery and records what came of it. */
export async function deliver(
  deps: DeliverDeps,
  sender: Sender,
  endpoint: deliveries.DueEndpoint,
  claimed: Claimed,
  lease: string,
): Promise<Outcome> {
  const message = await deliveries.findMessage.first(deps.db, { event: claimed.event_id });
  if (message === undefined) throw new Error(`delivery ${claimed.id} has no event`);
  const outcome = await sender.send({
    url: endpoint.url,
    id: message.message_id,
    body: message.payload,
    secrets: secretsOf(deps, endpoint),
  });
  await record(deps, endpoint, claimed, lease, outcome);
  return outcome;
}

function secretsOf(deps: DeliverDeps, endpoint: deliveries.DueEndpoint): readonly string[] {
  const { secret, old_secret: old, old_secret_until: until } = endpoint;
  const isLive = old !== null && until !== null && until > new Date().toISOString();
  return [secret, ...(isLive ? [old] : [])].map((sealed) => deps.secrets.open(sealed));
}

async function record(
  deps: DeliverDeps,
  endpoint: deliveries.DueEndpoint,
  claimed: Claimed,
  lease: string,
  outcome: Outcome,
): Promise<void> {
  const now = Date.now();
  const at = new Date(now).toISOString();
  const delay = outcome.delivered
    ? null
    : retryDelay(claimed.attempt_count + 1, outcome.retryAfter);
  const isFinished = outcome.delivered || delay === null || outcome.status === GONE;
  const status = outcome.delivered ? "delivered" : isFinished ? "failed" : "pending";

  await deps.db.transaction(async (tx) => {
    const finished = await deliveries.finishAttempt.first(tx, {
      id: claimed.id,
      lease,
      status,
      nextAt: new Date(now + (delay ?? 0)).toISOString(),
      finishedAt: isFinished ? at : null,
    });
    // The lease ran out and another worker has the delivery: its record counts.
    if (finished === undefined) return;
    await deliveries.insertAttempts(tx, [
      [claimed.id, outcome.at, outcome.status, outcome.error, outcome.durationMs, outcome.response],
    ]);
    if (outcome.delivered) {
      await endpoints.markWorking.all(tx, { id: endpoint.id });
      return;
    }
    const failing = await endpoints.markFailing.first(tx, { id: endpoint.id, at });
    const since = Date.parse(failing?.failing_since ?? at);
    const reason =
      outcome.status === GONE
        ? "The receiver answered 410 Gone."
        : now - since >= DELINQUENT_AFTER
          ? "Every delivery has failed for 5 days."
          : undefined;
    if (reason === undefined) return;
    const disabled = await endpoints.disableEndpoint.first(tx, { id: endpoint.id, reason, at });
    if (disabled !== undefined) await deliveries.failPending.all(tx, { endpoint: endpoint.id, at });
  });
}
