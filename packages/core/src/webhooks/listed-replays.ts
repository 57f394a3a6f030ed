import { deliveries } from "@rapport/db";
import type { Principal } from "../principal.ts";
import { type DeliveryDeps, replayDelivery, replayFailed, replayMany } from "./deliveries.ts";
import {
  columnFilter,
  findDelivery,
  type ListFilter,
  MIN_TIME,
  newestRows,
} from "./delivery-views.ts";
import { listEndpoints } from "./endpoints.ts";

/**
 * Replays a delivery to any endpoint of the project; see `replayDelivery`.
 *
 * @throws CrmError NOT_FOUND if the delivery does not exist or its endpoint is deleted; CONFLICT if the endpoint
 *   is disabled
 */
export async function replayOfProject(
  deps: DeliveryDeps,
  principal: Principal,
  id: number,
): Promise<void> {
  const { endpoint_id: endpoint } = await findDelivery(deps, principal, id);
  await replayDelivery(deps, principal, endpoint, id);
}

/**
 * Replays the failed deliveries to the project's enabled endpoints; see `replayFailed`.
 *
 * @param since ISO 8601 time
 * @returns number of replayed deliveries
 */
export async function replayFailedOfProject(
  deps: DeliveryDeps,
  principal: Principal,
  since: string,
): Promise<number> {
  let replayed = 0;
  for (const { id, enabled } of await listEndpoints(deps, principal)) {
    if (enabled) replayed += await replayFailed(deps, principal, Number(id), since);
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
  deps: DeliveryDeps,
  principal: Principal,
  filter: ListFilter & { readonly status: "failed" | "retrying" },
): Promise<number> {
  const enabled = (await listEndpoints(deps, principal))
    .filter((one) => one.enabled && Number(one.id) === (filter.endpointId ?? Number(one.id)))
    .map(({ id }) => Number(id));
  if (filter.status === "failed") return replayListedFailed(deps, principal, filter, enabled);
  let replayed = 0;
  for (const endpoint of enabled) {
    replayed += await replayRetrying(deps, principal, filter, endpoint);
  }
  return replayed;
}

async function replayListedFailed(
  deps: DeliveryDeps,
  principal: Principal,
  filter: ListFilter,
  enabled: readonly number[],
): Promise<number> {
  let replayed = 0;
  for (let before: number | null = 0; before !== null; ) {
    const page = { before, limit: REPLAYED_AT_ONCE };
    const { shown, next } = await newestRows(deps, principal, filter, page);
    for (const [endpoint, rows] of Map.groupBy(shown, (row) => row.endpoint_id)) {
      if (!enabled.includes(endpoint)) continue;
      const ids = rows.map(({ id }) => id);
      replayed += await replayMany(deps, principal, endpoint, ids);
    }
    before = next;
  }
  return replayed;
}

/** The list of pending deliveries reads all of them for each page, so this follows the order of their next attempts. */
async function replayRetrying(
  deps: DeliveryDeps,
  principal: Principal,
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
    replayed += await replayMany(deps, principal, endpoint, ids);
    if (rows.length < REPLAYED_AT_ONCE) return replayed;
    last = rows.at(-1) ?? last;
  }
}
