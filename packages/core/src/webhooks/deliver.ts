import { deliveryQueue } from "@rapport/db";
import type { Deps } from "../deps.ts";
import type { OutcomeRecorder } from "./record-outcomes.ts";
import type { Outcome, Sender } from "./send.ts";

type DeliverDeps = Pick<Deps, "db" | "secrets">;

/** Longer than any attempt: a crashed worker's deliveries are taken over after this, in milliseconds. */
const LEASE = 60_000;
/** A leased delivery with what it says. */
export interface Claimed extends deliveryQueue.ClaimedDelivery {
  readonly message: deliveryQueue.Message;
}

/** Leases what is due for an endpoint, and commits that before anything is sent. */
export function claimDeliveries(
  deps: DeliverDeps,
  endpoint: deliveryQueue.DueEndpoint,
  lease: string,
  limit: number,
): Promise<readonly Claimed[]> {
  const now = Date.now();
  return deps.db.transaction(async (tx) => {
    const claimed = await deliveryQueue.claim(tx, {
      endpoint: endpoint.id,
      now: new Date(now).toISOString(),
      lease,
      until: new Date(now + LEASE).toISOString(),
      limit,
    });
    const events = [...new Set(claimed.map((one) => one.event_id))];
    const messages = await deliveryQueue.findMessages(tx, events);
    return claimed.flatMap((one) => {
      const message = messages.get(one.event_id);
      return message === undefined ? [] : [{ ...one, message }];
    });
  });
}

/**
 * Makes one attempt of a leased delivery and records what came of it.
 *
 * @param record as `outcomeRecorder` makes it
 */
export async function deliver(
  deps: DeliverDeps,
  sender: Sender,
  record: OutcomeRecorder,
  endpoint: deliveryQueue.DueEndpoint,
  claimed: Claimed,
): Promise<Outcome> {
  const { message } = claimed;
  const outcome = await sender.send({
    url: endpoint.url,
    id: message.message_id,
    body: message.payload,
    secrets: secretsOf(deps, endpoint),
  });
  await record({ endpointId: endpoint.id, claimed, outcome });
  return outcome;
}

function secretsOf(deps: DeliverDeps, endpoint: deliveryQueue.DueEndpoint): readonly string[] {
  const { secret, old_secret: old, old_secret_until: until } = endpoint;
  const isLive = old !== null && until !== null && until > new Date().toISOString();
  return [secret, ...(isLive ? [old] : [])].map((sealed) => deps.secrets.open(sealed));
}
