import { Anchor, Group, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Outputs } from "../../api.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { Loaded } from "../../ui/pages/loaded.tsx";
import { Panel } from "../../ui/pages/panel.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import { Figure } from "./figure.tsx";
import { useWebhookHealth } from "./webhook-alert.tsx";

type Health = Outputs["home"]["webhooks"];

/** The states of webhook endpoints and deliveries. */
export function WebhookHealth() {
  const projectId = useProjectId();
  const query = useWebhookHealth();
  return (
    <Panel title="Webhooks">
      <Loaded query={query}>
        {(health) => <Health health={health} list={`/p/${projectId}/webhooks`} />}
      </Loaded>
    </Panel>
  );
}

interface HealthProps {
  readonly health: Health;
  /** Path of the list of endpoints. */
  readonly list: string;
}

function Health({ health: { endpoints, deliveries, ...health }, list }: HealthProps) {
  if (endpoints.active + endpoints.failing + endpoints.disabled === 0) {
    return (
      <Text c="dimmed">
        No endpoints yet.{" "}
        <Anchor component={Link} to={list} inherit underline="always">
          Create an endpoint
        </Anchor>{" "}
        to send events to your program.
      </Text>
    );
  }
  const log = `${list}/deliveries`;
  const [failing, ...others] = health.failingEndpoints;
  const ofFailing =
    failing !== undefined && others.length === 0
      ? { to: log, search: { endpoint: failing.id } }
      : { to: list };
  return (
    <Stack gap="sm">
      <Group gap="lg">
        <Figure to={list} count={endpoints.active} label="Active" />
        <Figure {...ofFailing} count={endpoints.failing} label="Failing" isBad />
        <Figure to={list} count={endpoints.disabled} label="Disabled" isBad />
      </Group>
      <Text fz="xs" c="dimmed">
        Deliveries in the last 24 hours
      </Text>
      <Group gap="lg">
        <Figure
          to={log}
          search={{ status: "delivered" }}
          count={deliveries.succeeded}
          label="Delivered"
        />
        <Figure
          to={log}
          search={{ status: "failed" }}
          count={deliveries.failed}
          label="Failed"
          isBad
        />
        <Figure
          to={log}
          search={{ status: "pending" }}
          count={deliveries.pending}
          label="Pending or retrying"
        />
      </Group>
      {health.oldestPending !== null && (
        <Text fz="xs" c="dimmed">
          The oldest pending delivery was created <Moment at={health.oldestPending} />.
        </Text>
      )}
      {health.failingEndpoints.slice(0, MAX_ENDPOINTS_SHOWN).map(({ id, url }) => (
        <Text key={id} fz="xs" style={{ overflowWrap: "anywhere" }}>
          Failing:{" "}
          <Anchor
            renderRoot={(props) => <Link {...props} to={log} search={{ endpoint: id }} />}
            inherit
            underline="always"
          >
            {url}
          </Anchor>
        </Text>
      ))}
      {health.disabledEndpoints.slice(0, MAX_ENDPOINTS_SHOWN).map(({ id, url, reason }) => (
        <Text key={id} fz="xs" style={{ overflowWrap: "anywhere" }}>
          Disabled:{" "}
          <Anchor component={Link} to={list} inherit underline="always">
            {url}
          </Anchor>
          {reason !== null && ` (${reason})`}
        </Text>
      ))}
    </Stack>
  );
}

const MAX_ENDPOINTS_SHOWN = 3;
