import type { Inputs } from "../../api.ts";
import { idIn, momentIn, pickAllowed, textIn, withoutUndefined } from "../../search-values.ts";

export type DeliveryStatus = NonNullable<Inputs["webhooks"]["deliveries"]["list"]["status"]>;

export const STATUSES: Readonly<Record<DeliveryStatus, string>> = {
  pending: "Pending or retrying",
  retrying: "Retrying",
  failed: "Failed",
  delivered: "Delivered",
};

/** Query parameters of the endpoints. */
export interface EndpointsSearch {
  /** The open form: for a new endpoint, or for the endpoint with this id. */
  readonly open?: "new" | number | undefined;
}

export function endpointsSearch(search: Record<string, unknown>): EndpointsSearch {
  return withoutUndefined({ open: pickAllowed(["new"], search.open) ?? idIn(search.open) });
}

/** Query parameters of the deliveries. */
export interface DeliveriesSearch {
  readonly endpoint?: number | undefined;
  readonly status?: DeliveryStatus | undefined;
  readonly event?: string | undefined;
  /** Times in ISO 8601. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export function deliveriesSearch(search: Record<string, unknown>): DeliveriesSearch {
  return withoutUndefined({
    endpoint: idIn(search.endpoint),
    status: pickAllowed(Object.keys(STATUSES) as DeliveryStatus[], search.status),
    event: textIn(search.event),
    from: momentIn(search.from),
    to: momentIn(search.to),
  });
}
