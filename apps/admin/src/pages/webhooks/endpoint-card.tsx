import { Anchor, Badge, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useMay } from "../../session.ts";
import { Facts } from "../../ui/values/facts.tsx";
import { formatMoment, formatNumber } from "../../ui/values/format.ts";
import { Mark } from "../../ui/values/mark.tsx";
import { Moment } from "../../ui/values/moment.tsx";
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
        <EndpointFacts endpoint={endpoint} />
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

function EndpointFacts({ endpoint }: { readonly endpoint: Endpoint }) {
  const { lastSuccessAt, lastFailureAt, payload, pending, oldSecretUntil, notSent } = endpoint;
  return (
    <Facts
      columnPx={150}
      facts={[
        ["State", <State key="state" endpoint={endpoint} />],
        ...(notSent ? [["Not sent", <NotSent key="not-sent" {...notSent} />] as const] : []),
        ["Last success", <Moment key="success" at={lastSuccessAt} />],
        ["Last failure", <Moment key="failure" at={lastFailureAt} />],
        ["Pending or retrying", formatNumber(pending)],
        ...(payload === "full" ? [["Payload", "The whole record"] as const] : []),
        ...(oldSecretUntil
          ? [["Old secret valid until", formatMoment(oldSecretUntil)] as const]
          : []),
        ["Deliveries", <DeliveriesLink key="deliveries" endpoint={endpoint} />],
      ]}
    />
  );
}

function State({ endpoint }: { readonly endpoint: Endpoint }) {
  return (
    <>
      <EndpointState endpoint={endpoint} />
      {endpoint.disabledReason && (
        <Text c="dimmed" fz="xs">
          {endpoint.disabledReason}
        </Text>
      )}
    </>
  );
}

function NotSent({ events, reason }: NonNullable<Endpoint["notSent"]>) {
  return (
    <>
      <Mark tone="warn">{events.join(", ")}</Mark>
      <Text c="dimmed" fz="xs">
        {reason}
      </Text>
    </>
  );
}

function DeliveriesLink({ endpoint }: { readonly endpoint: Endpoint }) {
  return (
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
  );
}
