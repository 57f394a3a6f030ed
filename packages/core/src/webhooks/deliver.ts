import { deliveryQueue } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { bodyOf } from "../events/body.ts";
import { type Access, formFor } from "./receivable.ts";
import type { OutcomeRecorder } from "./record-outcomes.ts";
import type { Outcome, Sender } from "./send.ts";

type DeliverDeps = Pick<Deps, "db" | "secrets">;

/** Time after which another worker takes over a crashed worker's deliveries. Longer than any attempt. */
const LEASE_MS = 60_000;

/** A leased delivery with its message. */
export interface LeasedMessage extends deliveryQueue.LeasedDelivery {
  readonly message: deliveryQueue.Message;
}

/**
 * Leases due deliveries of an endpoint. The lease is committed before anything is sent.
 *
 * @param lease id of this worker
 * @param limit maximum number of deliveries to lease
 */
export function leaseDeliveries(
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
export async function deliver(
  deps: DeliverDeps,
  sender: Sender,
  record: OutcomeRecorder,
  { endpoint, access }: Target,
  leased: LeasedMessage,
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
export interface Target {
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
