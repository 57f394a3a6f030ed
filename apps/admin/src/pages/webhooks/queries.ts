import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { NEXT_PAGE, type Outputs } from "../../api.ts";
import { useProject } from "../../shell/use-project.ts";
import type { DeliveriesSearch } from "./search.ts";

export type Endpoint = Outputs["webhooks"]["endpoints"]["list"][number];

/** Fetches the project's endpoints. */
export function useEndpoints() {
  const project = useProject();
  return useQuery(project.webhooks.endpoints.list.queryOptions());
}

/** Returns the text that an admin types to confirm an action. The full URL is too long to type. */
export function endpointHost(url: string): string {
  return URL.parse(url)?.host ?? url;
}

export type Delivery = Outputs["webhooks"]["deliveries"]["list"]["deliveries"][number];
export type DeliveryDetails = Outputs["webhooks"]["deliveries"]["read"];

/** Fetches the deliveries that match the filters, newest first. */
export function useDeliveries({ endpoint, event, ...search }: DeliveriesSearch) {
  const input = { endpointId: endpoint, eventType: event, ...search };
  return useInfiniteQuery(
    useProject().webhooks.deliveries.list.infiniteQueryOptions(input, NEXT_PAGE),
  );
}
