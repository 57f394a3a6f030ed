import { Anchor, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api, type Outputs } from "../../api.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { Moment } from "../../ui/moment.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Figure } from "./figure.tsx";

type Health = Outputs["home"]["webhooks"];

/** Whether events reach the programs that wait for them. */
export function WebhookHealth() {
  const projectId = useProjectId();
  const query = useQuery(api.home.webhooks.queryOptions({ projectId }));
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
  /** Address of the list of endpoints. */
  readonly list: string;
}

function Health({ health: { endpoints, deliveries, ...health }, list }: HealthProps) {
  if (endpoints.active + endpoints.failing + endpoints.disabled === 0) {
    return (
      <Text c="dimmed">
        No program is told of changes yet.{" "}
        <Anchor component={Link} to={list} inherit underline="always">
          Add an endpoint
        </Anchor>{" "}
        to send events to a program of your own.
      </Text>
    );
  }
  const log = `${list}/deliveries`;
  return (
    <Stack gap="sm">
      <Group gap="lg">
        <Figure to={list} count={endpoints.active} label="active" />
        <Figure to={list} count={endpoints.failing} label="failing" isBad />
        <Figure to={list} count={endpoints.disabled} label="disabled" isBad />
      </Group>
      <Text fz="xs" c="dimmed">
        Deliveries of the last 24 hours
      </Text>
      <Group gap="lg">
        <Figure
          to={log}
          search={{ status: "delivered" }}
          count={deliveries.succeeded}
          label="delivered"
        />
        <Figure
          to={log}
          search={{ status: "failed" }}
          count={deliveries.failed}
          label="failed"
          isBad
        />
        <Figure
          to={log}
          search={{ status: "pending" }}
          count={deliveries.pending}
          label="waiting"
        />
      </Group>
      {health.oldestPending !== null && (
        <Text fz="xs" c="dimmed">
          The oldest that waits was made <Moment at={health.oldestPending} />.
        </Text>
      )}
      {health.disabledEndpoints.slice(0, SHOWN).map(({ id, url, reason }) => (
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

const SHOWN = 3;
