import { Anchor, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api } from "../../api.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { counted } from "../../ui/values/format.ts";
import classes from "./home.module.css";

/** Fetches the states of webhook endpoints and deliveries. */
export function useWebhookHealth() {
  return useQuery(api.home.webhooks.queryOptions({ projectId: useProjectId() }));
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
