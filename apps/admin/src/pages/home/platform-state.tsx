import { Anchor, Text, Title } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Outputs } from "../../api.ts";
import { useProject, useProjectId } from "../../shell/use-project.ts";
import { formatNumber, labelFromName } from "../../ui/values/format.ts";
import { Moment } from "../../ui/values/moment.tsx";
import classes from "./home.module.css";

/** A line with the state of a part of the platform. */
function PlatformState({
  title,
  isBad = false,
  children,
}: {
  readonly title: string;
  /** True if it needs attention. */
  readonly isBad?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <section aria-label={title} className={classes.state}>
      {isBad && (
        <IconAlertTriangle
          size={16}
          role="img"
          aria-label="Needs attention"
          className={classes.alertIcon}
        />
      )}
      <Title order={2} fz="inherit">
        {title}
      </Title>
      {children}
    </section>
  );
}

interface FigureProps {
  readonly to: string;
  /** Filters of the list. */
  readonly search?: Readonly<Record<string, string | number>>;
  readonly count: number;
  readonly label: string;
  /** True if a count above 0 needs attention. */
  readonly isBad?: boolean;
}

/** A number with its label, linked to the list. */
function Figure({ count, label, isBad = false, ...link }: FigureProps) {
  return (
    <Link {...(link as LinkProps)} className={classes.figure}>
      <strong className={isBad && count > 0 ? classes.bad : undefined}>
        {formatNumber(count)}
      </strong>
      <span className={classes.what}>{label}</span>
    </Link>
  );
}

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

type States = Outputs["home"]["templates"];

/** The states of the tenant's templates, and of the messaging account, in a line. */
export function TemplateStates() {
  const projectId = useProjectId();
  const { data } = useQuery(useProject().home.templates.queryOptions());
  const list = `/p/${projectId}/templates`;
  return (
    <PlatformState title="Templates">
      {data?.byStatus.map(({ status, count }) => (
        <Figure
          key={status}
          to={list}
          search={{ status }}
          count={count}
          label={labelFromName(status).toLowerCase()}
          isBad={status === "REJECTED"}
        />
      ))}
      {data && <Account account={data.account} list={list} />}
    </PlatformState>
  );
}

function Account({
  account,
  list,
}: {
  readonly account: States["account"];
  readonly list: string;
}) {
  if (account === null) {
    return (
      <Text fz="inherit" c="dimmed">
        No messaging account is connected.{" "}
        <Anchor component={Link} to={list} inherit underline="always">
          Connect one
        </Anchor>{" "}
        to sync templates.
      </Text>
    );
  }
  if (account.tokenInvalidAt !== null) {
    return (
      <Text fz="inherit" className={classes.bad}>
        The platform has refused the access token since <Moment at={account.tokenInvalidAt} />.{" "}
        <Anchor component={Link} to={list} inherit underline="always">
          Set a new one
        </Anchor>
      </Text>
    );
  }
  return (
    <Text fz="inherit" c="dimmed">
      Last synced: <Moment at={account.syncedAt} never="Never" />
    </Text>
  );
}
