import { Anchor, Badge, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useMay } from "../../session.ts";
import { formatMoment, formatNumber } from "../../ui/format.ts";
import { Moment } from "../../ui/moment.tsx";
import { EndpointActions } from "./endpoint-actions.tsx";
import { EndpointState } from "./endpoint-state.tsx";
import classes from "./endpoints.module.css";
import type { NewSecret } from "./show-secret.tsx";
import type { Endpoint } from "./use-endpoints.ts";

interface EndpointCardProps {
  readonly endpoint: Endpoint;
  readonly onEdit: () => void;
  readonly onSecret: (secret: NewSecret) => void;
}

/** An endpoint: address, events and state. */
export function EndpointCard({ endpoint, onEdit, onSecret }: EndpointCardProps) {
  const mayChange = useMay("admin");
  return (
    <Paper component="li" withBorder p="md">
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="sm">
          <Stack gap={2} miw={0} className={classes.head}>
            <Title order={2} className={classes.url}>
              {endpoint.url}
            </Title>
            {endpoint.description && <Text c="dimmed">{endpoint.description}</Text>}
          </Stack>
          {mayChange && <EndpointActions endpoint={endpoint} onEdit={onEdit} onSecret={onSecret} />}
        </Group>
        <Facts endpoint={endpoint} />
        <div className={classes.events}>
          {endpoint.events.map((pattern) => (
            <Badge key={pattern} variant="default" size="sm" tt="none" fw={500} radius="sm">
              {pattern === "*" ? "All events" : pattern}
            </Badge>
          ))}
        </div>
      </Stack>
    </Paper>
  );
}

function Facts({ endpoint }: { readonly endpoint: Endpoint }) {
  const { disabledReason, lastSuccessAt, lastFailureAt, pending, oldSecretUntil } = endpoint;
  return (
    <dl className={classes.facts}>
      <Fact label="State">
        <EndpointState endpoint={endpoint} />
        {disabledReason && (
          <Text c="dimmed" fz="xs">
            {disabledReason}
          </Text>
        )}
      </Fact>
      <Fact label="Last success">
        <Moment at={lastSuccessAt} />
      </Fact>
      <Fact label="Last failure">
        <Moment at={lastFailureAt} />
      </Fact>
      <Fact label="Pending">{formatNumber(pending)}</Fact>
      {oldSecretUntil && <Fact label="Old secret valid until">{formatMoment(oldSecretUntil)}</Fact>}
      <Fact label="Deliveries">
        <Anchor
          inherit
          renderRoot={(props) => (
            <Link
              {...props}
              from="/p/$projectId/webhooks"
              to="/p/$projectId/webhooks/deliveries"
              search={{ endpoint: endpoint.id }}
              aria-label={`Show deliveries to ${endpoint.url}`}
            />
          )}
        >
          Show
        </Anchor>
      </Fact>
    </dl>
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
