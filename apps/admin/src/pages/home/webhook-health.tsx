import { Anchor, Group, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Outputs } from "../../api.ts";
import { useProject, useProjectId } from "../../shell/use-project.ts";
import { Loaded } from "../../ui/pages/loaded.tsx";
import { Panel } from "../../ui/pages/panel.tsx";
import { counted } from "../../ui/values/format.ts";
import { Moment } from "../../ui/values/moment.tsx";
import { Figure } from "./figure.tsx";
import classes from "./home.module.css";

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

/** Fetches the states of webhook endpoints and deliveries. */
export function useWebhookHealth() {
  return useQuery(useProject().home.webhooks.queryOptions());
}

/** A line at the top of Home while deliveries fail; the figures are further down. */
export function WebhookAlert() {
  const { data } = useWebhookHealth();
  const params = { projectId: String(useProjectId()) };
  if (data === undefined) return null;
  const { endpoints, deliveries } = data;
  if (endpoints.failing === 0 && deliveries.failed === 0) return null;
  const to = { to: "/p/$projectId/webhooks/deliveries", params } as const;
  return (
    <Text component="section" aria-label="Webhook problems" fz="sm" className={classes.alert}>
      <IconAlertTriangle size={16} aria-hidden className={classes.alertIcon} />
      <span className={classes.alertParts}>
        {endpoints.failing > 0 && (
          <span>
            {counted(endpoints.failing, "webhook endpoint is", "webhook endpoints are")} failing.{" "}
            <Anchor
              inherit
              underline="always"
              renderRoot={(props) => <Link {...props} {...to} search={{ status: "retrying" }} />}
            >
              Show retrying deliveries
            </Anchor>
          </span>
        )}
        {deliveries.failed > 0 && (
          <span>
            {counted(deliveries.failed, "webhook delivery", "webhook deliveries")} failed in the
            last 24 hours.{" "}
            <Anchor
              inherit
              underline="always"
              renderRoot={(props) => <Link {...props} {...to} search={{ status: "failed" }} />}
            >
              Show failed deliveries
            </Anchor>
          </span>
        )}
      </span>
    </Text>
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
