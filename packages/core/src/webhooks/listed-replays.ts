import { deliveries } from "@rapport/db";
import type { Call } from "../call.ts";
import { replayDelivery, replayFailed, replayMany } from "./deliveries.ts";
import {
  columnFilter,
  findDelivery,
  type ListFilter,
  MIN_TIME,
  newestRows,
} from "./delivery-views.ts";
import type { WebhookDeps } from "./endpoint.ts";
import { listEndpoints } from "./endpoints.ts";

/**
 * Replays a delivery to any endpoint of the project; see `replayDelivery`.
 *
 * @throws CrmError NOT_FOUND if the delivery does not exist or its endpoint is deleted; CONFLICT if the endpoint
 *   is disabled
 */
export async function replayOfProject(call: Call<WebhookDeps>, id: number): Promise<void> {
  const { endpoint_id: endpoint } = await findDelivery(call, id);
  await replayDelivery(call, endpoint, id);
}

/**
 * Replays the failed deliveries to the project's enabled endpoints; see `replayFailed`.
 *
 * @param since ISO 8601 time
 * @returns number of replayed deliveries
 */
export async function replayFailedOfProject(
  call: Call<WebhookDeps>,
  since: string,
): Promise<number> {
  let replayed = 0;
  for (const { id, enabled } of await listEndpoints(call)) {
    if (enabled) replayed += await replayFailed(call, Number(id), since);
  }
  return replayed;
}

/** Deliveries per transaction of `replayListed`. */
const REPLAYED_AT_ONCE = 5_000;

/**
 * Replays the deliveries to enabled endpoints that a list of failed or retrying deliveries shows. One that fails again
 * meanwhile is replayed only once.
 *
 * @returns number of replayed deliveries
 */
export async function replayListed(
  call: Call<WebhookDeps>,
  filter: ListFilter & { readonly status: "failed" | "retrying" },
): Promise<number> {
  const enabled = (await listEndpoints(call))
    .filter((one) => one.enabled && Number(one.id) === (filter.endpointId ?? Number(one.id)))
    .map(({ id }) => Number(id));
  if (filter.status === "failed") return replayListedFailed(call, filter, enabled);
  let replayed = 0;
  for (const endpoint of enabled) {
    replayed += await replayRetrying(call, filter, endpoint);
  }
  return replayed;
}

async function replayListedFailed(
  call: Call<WebhookDeps>,
  filter: ListFilter,
  enabled: readonly number[],
): Promise<number> {
  let replayed = 0;
  for (let before: number | null = 0; before !== null; ) {
    const page = { before, limit: REPLAYED_AT_ONCE };
    const { shown, next } = await newestRows(call, filter, page);
    for (const [endpoint, rows] of Map.groupBy(shown, (row) => row.endpoint_id)) {
      if (!enabled.includes(endpoint)) continue;
      const ids = rows.map(({ id }) => id);
      replayed += await replayMany(call, endpoint, ids);
    }
    before = next;
  }
  return replayed;
}

/** The list of pending deliveries reads all of them for each page, so this follows the order of their next attempts. */
async function replayRetrying(
  { deps, principal }: Call<WebhookDeps>,
  filter: ListFilter,
  endpoint: number,
): Promise<number> {
  const args = {
    ...{ project: principal.projectId, endpoint, limit: REPLAYED_AT_ONCE },
    ...columnFilter(filter),
    since: new Date().toISOString(),
  };
  let replayed = 0;
  let last = { id: 0, next_at: MIN_TIME };
  for (;;) {
    const after = { afterAt: last.next_at, afterId: last.id };
    const rows = await deliveries.listRetrying.all(deps.db, { ...args, ...after });
    const ids = rows.map(({ id }) => id);
    replayed += await replayMany({ deps, principal }, endpoint, ids);
    if (rows.length < REPLAYED_AT_ONCE) return replayed;
    last = rows.at(-1) ?? last;
  }
}
