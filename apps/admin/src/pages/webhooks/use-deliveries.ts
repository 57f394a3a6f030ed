import { useInfiniteQuery } from "@tanstack/react-query";
import { api, type Outputs } from "../../api.ts";
import { useProjectId } from "../../shell/use-project.ts";
import type { DeliveriesSearch } from "./search.ts";

export type Delivery = Outputs["webhooks"]["deliveries"]["list"]["deliveries"][number];
export type DeliveryDetails = Outputs["webhooks"]["deliveries"]["read"];

const SOON = 60_000;
/** Milliseconds between two looks, while an attempt is near and while it is far. */
const [OFTEN, SELDOM] = [2_000, 30_000];

/** The deliveries that the address asks for, newest first; read again while one of them waits. */
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

/** Milliseconds until these are to be looked at again; false when nothing will happen to them. */
export function intervalFor(
  deliveries: readonly Pick<Delivery, "nextAttemptAt">[],
): number | false {
  const times = deliveries.flatMap(({ nextAttemptAt: at }) =>
    at === null ? [] : [Date.parse(at)],
  );
  if (times.length === 0) return false;
  return Math.min(...times) < Date.now() + SOON ? OFTEN : SELDOM;
}
