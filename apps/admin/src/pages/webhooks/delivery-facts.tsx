import { Anchor, Paper } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Facts } from "../../ui/values/facts.tsx";
import { formatMoment } from "../../ui/values/format.ts";
import { Mark } from "../../ui/values/mark.tsx";
import { DeliveredRecord } from "./delivered-record.tsx";
import { Due } from "./due.tsx";
import type { DeliveryDetails } from "./use-deliveries.ts";
import { stateOf } from "./words.ts";

interface DeliveryFactsProps {
  readonly delivery: DeliveryDetails;
}

/** A delivery's status, endpoint and times. */
export function DeliveryFacts({ delivery }: DeliveryFactsProps) {
  const { tone, words } = stateOf(delivery);
  const { status, messageId, createdAt, finishedAt } = delivery;
  return (
    <Paper withBorder p="md">
      <Facts
        columnPx={280}
        facts={[
          [
            "Status",
            <Mark key="status" tone={tone}>
              {words}
            </Mark>,
          ],
          ...(status === "pending"
            ? [["Next attempt", <Due key="next" at={delivery.nextAttemptAt} />] as const]
            : []),
          ...(delivery.record === null
            ? []
            : [["Record", <DeliveredRecord key="record" record={delivery.record} />] as const]),
          ["Endpoint", <EndpointLink key="endpoint" delivery={delivery} />],
          ["webhook-id", messageId],
          ["Created", formatMoment(createdAt)],
          ...(finishedAt ? [["Finished", formatMoment(finishedAt)] as const] : []),
        ]}
      />
    </Paper>
  );
}

function EndpointLink({ delivery: { endpoint, endpointId } }: DeliveryFactsProps) {
  if (endpoint.isDeleted) return `${endpoint.url} (deleted)`;
  return (
    <Anchor
      inherit
      renderRoot={(props) => (
        <Link
          {...props}
          from="/p/$projectId/webhooks/deliveries/$deliveryId"
          to="/p/$projectId/webhooks/deliveries"
          search={{ endpoint: endpointId }}
        />
      )}
    >
      {endpoint.url}
    </Anchor>
  );
}
