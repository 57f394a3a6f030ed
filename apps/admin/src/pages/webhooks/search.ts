import type { Inputs } from "../../api.ts";
import { idIn, momentIn, oneOf, textIn, withoutUndefined } from "../../search-values.ts";

export type DeliveryStatus = NonNullable<Inputs["webhooks"]["deliveries"]["list"]["status"]>;

export const STATUSES: Readonly<Record<DeliveryStatus, string>> = {
  pending: "Waiting",
  delivered: "Delivered",
  failed: "Failed",
};

/** What the address of the endpoints says. */
export interface EndpointsSearch {
  /** Whose form is open: a new endpoint's, or the one with this id. */
  readonly open?: "new" | number | undefined;
}

export function endpointsSearch(search: Record<string, unknown>): EndpointsSearch {
  return withoutUndefined({ open: oneOf(["new"], search.open) ?? idIn(search.open) });
}

/** What the address of the deliveries says: which are shown. */
export interface DeliveriesSearch {
  readonly endpoint?: number | undefined;
  readonly status?: DeliveryStatus | undefined;
  readonly event?: string | undefined;
  /** Moments in ISO 8601. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export function deliveriesSearch(search: Record<string, unknown>): DeliveriesSearch {
  return withoutUndefined({
    endpoint: idIn(search.endpoint),
    status: oneOf(Object.keys(STATUSES) as DeliveryStatus[], search.status),
    event: textIn(search.event),
    from: momentIn(search.from),
    to: momentIn(search.to),
  });
}
