import { Anchor, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Outputs } from "../../api.ts";
import { useProject, useProjectId } from "../../shell/use-project.ts";
import { Figure, PlatformState } from "./platform-state.tsx";

type Health = Outputs["home"]["webhooks"];

/** The states of webhook endpoints and deliveries, in a line. */
export function WebhookHealth() {
  const projectId = useProjectId();
  const { data } = useWebhookHealth();
  return (
    <PlatformState title="Webhooks" isBad={useWebhookProblem()}>
      {data && <Health health={data} list={`/p/${projectId}/webhooks`} />}
    </PlatformState>
  );
}

/** Fetches the states of webhook endpoints and deliveries. */
export function useWebhookHealth() {
  return useQuery(useProject().home.webhooks.queryOptions());
}

/** Returns whether deliveries fail. */
export function useWebhookProblem(): boolean {
  const { data } = useWebhookHealth();
  return data !== undefined && data.endpoints.failing + data.deliveries.failed > 0;
}

interface HealthProps {
  readonly health: Health;
  /** Path of the list of endpoints. */
  readonly list: string;
}

function Health({ health: { endpoints, deliveries }, list }: HealthProps) {
  if (endpoints.active + endpoints.failing + endpoints.disabled === 0) {
    return (
      <Text fz="inherit" c="dimmed">
        No endpoints yet.{" "}
        <Anchor component={Link} to={list} inherit underline="always">
          Create an endpoint
        </Anchor>{" "}
        to send events to your program.
      </Text>
    );
  }
  const log = `${list}/deliveries`;
  const { succeeded, failed, pending } = deliveries;
  return (
    <>
      <Figure to={list} count={endpoints.active} label="active" />
      {endpoints.failing > 0 && (
        <Figure
          to={log}
          search={{ status: "retrying" }}
          count={endpoints.failing}
          label="failing"
          isBad
        />
      )}
      {endpoints.disabled > 0 && (
        <Figure to={list} count={endpoints.disabled} label="disabled" isBad />
      )}
      <Text span fz="inherit" c="dimmed">
        In 24 hours:
      </Text>
      <Figure to={log} search={{ status: "delivered" }} count={succeeded} label="delivered" />
      <Figure to={log} search={{ status: "failed" }} count={failed} label="failed" isBad />
      {pending > 0 && (
        <Figure
          to={log}
          search={{ status: "pending" }}
          count={pending}
          label="pending or retrying"
        />
      )}
    </>
  );
}
