import { Anchor, Paper } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { formatMoment } from "../../ui/format.ts";
import { Mark } from "../../ui/mark.tsx";
import classes from "./delivery.module.css";
import { Due } from "./due.tsx";
import type { DeliveryDetails } from "./use-deliveries.ts";
import { stateOf } from "./words.ts";

/** A delivery's status, endpoint and times. */
export function DeliveryFacts({ delivery }: { readonly delivery: DeliveryDetails }) {
  const { tone, words } = stateOf(delivery);
  const { endpoint, endpointId, status, messageId, createdAt, finishedAt } = delivery;
  return (
    <Paper withBorder p="md">
      <dl className={classes.facts}>
        <Fact label="Status">
          <Mark tone={tone}>{words}</Mark>
        </Fact>
        {status === "pending" && (
          <Fact label="Next attempt">
            <Due at={delivery.nextAttemptAt} />
          </Fact>
        )}
        <Fact label="Endpoint">
          {endpoint.isDeleted ? (
            `${endpoint.url} (deleted)`
          ) : (
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
          )}
        </Fact>
        <Fact label="webhook-id">{messageId}</Fact>
        <Fact label="Created">{formatMoment(createdAt)}</Fact>
        {finishedAt && <Fact label="Finished">{formatMoment(finishedAt)}</Fact>}
      </dl>
    </Paper>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
