import { Mark } from "../../ui/values/mark.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import type { Endpoint } from "./use-endpoints.ts";

/** The state of an endpoint: enabled, failing or disabled. */
export function EndpointState({ endpoint }: { readonly endpoint: Endpoint }) {
  if (!endpoint.enabled) return <Mark tone="bad">Disabled</Mark>;
  if (endpoint.failingSince === null) return <Mark tone="good">Enabled</Mark>;
  return (
    <Mark tone="warn">
      Failing, first failure <Moment at={endpoint.failingSince} />
    </Mark>
  );
}
