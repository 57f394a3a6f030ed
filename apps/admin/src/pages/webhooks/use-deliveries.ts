import { useInfiniteQuery } from "@tanstack/react-query";
import { api, type Outputs } from "../../api.ts";
import { useProjectId } from "../../shell/use-project.ts";
import type { DeliveriesSearch } from "./search.ts";

export type Delivery = Outputs["webhooks"]["deliveries"]["list"]["deliveries"][number];
export type DeliveryDetails = Outputs["webhooks"]["deliveries"]["read"];

/** Refetches often if the next attempt is less than a minute away. */
const SOON_MS = 60_000;
const SOON_INTERVAL_MS = 2_000;
const LATER_INTERVAL_MS = 30_000;

/** Fetches the deliveries that match the filters, newest first. Refetches while one is pending. */
export function useDeliveries({ endpoint, event, ...search }: DeliveriesSearch) {
  const input = { projectId: useProjectId(), endpointId: endpoint, eventType: event, ...search };
  return useInfiniteQuery({
    ...api.webhooks.deliveries.list.infiniteQueryOptions(input, {
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    }),
    refetchInterval: ({ state }) =>
      intervalFor(state.data?.pages.flatMap(({ deliveries }) => deliveries) ?? []),
  });
}

/** @returns milliseconds until the next refetch; false if no attempt is due */
export function intervalFor(
  deliveries: readonly Pick<Delivery, "nextAttemptAt">[],
): number | false {
  const times = deliveries.flatMap(({ nextAttemptAt: at }) =>
    at === null ? [] : [Date.parse(at)],
  );
  if (times.length === 0) return false;
  return Math.min(...times) < Date.now() + SOON_MS ? SOON_INTERVAL_MS : LATER_INTERVAL_MS;
}
