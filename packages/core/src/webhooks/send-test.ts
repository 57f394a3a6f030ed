import { deliveries, events } from "@rapport/db";
import type { Call } from "../call.ts";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { newMessageId } from "../events/events.ts";
import { lockEndpoint } from "./endpoint.ts";
import { makeDue } from "./fan-out.ts";

/**
 * Queues a `webhook.test` event for one endpoint, whatever its subscriptions.
 *
 * @returns the delivery's id and its `webhook-id` header
 * @throws CrmError NOT_FOUND; CONFLICT if the endpoint is disabled
 */
export async function sendTest(
  { deps, principal }: Call<Pick<Deps, "db">>,
  id: number,
): Promise<{ messageId: string; deliveryId: number }> {
  const at = new Date().toISOString();
  const messageId = newMessageId();
  const deliveryId = await deps.db.transaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, principal, id);
    if (endpoint.enabled === 0) {
      throw new CrmError("CONFLICT", "The endpoint is disabled. Enable it before you test it.");
    }
    const event = await events.insertUnnumbered.first(tx, {
      project: principal.projectId,
      message: messageId,
      type: "webhook.test",
      subject: "endpoint",
      payload: JSON.stringify({ object: "endpoint", id: String(id), endpointId: String(id) }),
      at,
    });
    const delivery = await deliveries.insertDelivery.first(tx, {
      project: principal.projectId,
      endpoint: id,
      event: (event as { id: number }).id,
      type: "webhook.test",
      at,
      payload: endpoint.payload,
    });
    await makeDue(tx, principal, at);
    return (delivery as { id: number }).id;
  });
  return { messageId, deliveryId };
}
