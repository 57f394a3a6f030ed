import { useInfiniteQuery } from "@tanstack/react-query";
import { NEXT_PAGE, type Outputs } from "../../api.ts";
import { useProject } from "../../shell/use-project.ts";
import type { DeliveriesSearch } from "./search.ts";

export type Delivery = Outputs["webhooks"]["deliveries"]["list"]["deliveries"][number];
export type DeliveryDetails = Outputs["webhooks"]["deliveries"]["read"];

/** Fetches the deliveries that match the filters, newest first. */
export function useDeliveries({ endpoint, event, ...search }: DeliveriesSearch) {
  const input = { endpointId: endpoint, eventType: event, ...search };
  return useInfiniteQuery(
    useProject().webhooks.deliveries.list.infiniteQueryOptions(input, NEXT_PAGE),
  );
}
