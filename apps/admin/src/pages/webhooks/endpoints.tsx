import { Badge, Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { IconPlus, IconWebhook } from "@tabler/icons-react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useMay } from "../../session.ts";
import { AnchorLink } from "../../ui/links.tsx";
import { Empty } from "../../ui/pages/empty.tsx";
import { Loaded } from "../../ui/pages/loaded.tsx";
import { SidePanel } from "../../ui/pages/panel.tsx";
import { Address } from "../../ui/values/address.tsx";
import { Facts } from "../../ui/values/facts.tsx";
import { formatMoment, formatNumber } from "../../ui/values/format.ts";
import { Mark } from "../../ui/values/mark.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import { EndpointActions } from "./endpoint-actions.tsx";
import { CreateEndpoint, EditEndpoint, type NewSecret, ShowSecret } from "./endpoint-forms.tsx";
import classes from "./endpoints.module.css";
import { type Endpoint, useEndpoints } from "./queries.ts";
import { WebhooksPage } from "./webhooks-page.tsx";

/** The list of webhook endpoints. */
export function Endpoints() {
  const endpoints = useEndpoints();
  const { open } = useSearch({ from: "/signed-in/p/$projectId/webhooks" });
  const navigate = useNavigate({ from: "/p/$projectId/webhooks" });
  const [secret, setSecret] = useState<NewSecret | null>(null);
  const mayChange = useMay("admin");
  const show = (open: Endpoint["id"] | "new") => void navigate({ search: { open } });
  const close = () => void navigate({ search: {} });
  const create = mayChange && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => show("new")}>
      Create endpoint
    </Button>
  );
  const edited = mayChange ? endpoints.data?.find(({ id }) => id === open) : undefined;
  return (
    <WebhooksPage
      title="Webhooks"
      lead="Rapport sends a signed request to these addresses when something changes."
      actions={create}
    >
      <Loaded query={endpoints}>
        {(all) =>
          all.length === 0 ? (
            <NoEndpoints action={create} />
          ) : (
            <ul className={classes.list}>
              {all.map((one) => (
                <EndpointCard
                  key={one.id}
                  endpoint={one}
                  onEdit={() => show(one.id)}
                  onSecret={setSecret}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      <SidePanel title="Create an endpoint" opened={mayChange && open === "new"} onClose={close}>
        <CreateEndpoint onClose={close} onSecret={setSecret} />
      </SidePanel>
      <SidePanel title="Edit the endpoint" opened={edited !== undefined} onClose={close}>
        {edited && <EditEndpoint endpoint={edited} onClose={close} />}
      </SidePanel>
      <ShowSecret secret={secret} onClose={() => setSecret(null)} />
    </WebhooksPage>
  );
}

interface EndpointCardProps {
  readonly endpoint: Endpoint;
  readonly onEdit: () => void;
  readonly onSecret: (secret: NewSecret) => void;
}

/** An endpoint: address, events and state. */
function EndpointCard({ endpoint, onEdit, onSecret }: EndpointCardProps) {
  const mayChange = useMay("admin");
  return (
    <Paper component="li" withBorder p="md">
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="sm">
          <Stack gap={2} miw={0} className={classes.head}>
            <Title order={2} className={classes.url}>
              <Address>{endpoint.url}</Address>
            </Title>
            {endpoint.description && <Text c="dimmed">{endpoint.description}</Text>}
          </Stack>
          {mayChange && <EndpointActions endpoint={endpoint} onEdit={onEdit} onSecret={onSecret} />}
        </Group>
        <EndpointFacts endpoint={endpoint} />
        {endpoint.notSent && <NotSent {...endpoint.notSent} />}
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
  const { lastSuccessAt, lastFailureAt, payload, pending, oldSecretUntil } = endpoint;
  return (
    <Facts
      columnPx={120}
      facts={[
        ["State", <State key="state" endpoint={endpoint} />],
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

/** The state of an endpoint: enabled, failing or disabled, and why. */
function State({ endpoint }: { readonly endpoint: Endpoint }) {
  const { disabledReason: reason } = endpoint;
  if (!endpoint.enabled) {
    if (reason?.startsWith("Disabled by")) return <Mark tone="idle">{reason}</Mark>;
    return (
      <>
        <Mark tone="bad">Disabled</Mark>
        {reason && (
          <Text c="dimmed" fz="xs">
            {reason}
          </Text>
        )}
      </>
    );
  }
  if (endpoint.failingSince === null) return <Mark tone="good">Enabled</Mark>;
  return (
    <Mark tone="warn">
      Failing, first failure <Moment at={endpoint.failingSince} />
    </Mark>
  );
}

function NotSent({ events, reason }: NonNullable<Endpoint["notSent"]>) {
  return (
    <div className={classes.notSent}>
      <Mark tone="warn">Not sent: {events.join(", ")}</Mark>
      <Text c="dimmed" fz="xs">
        {reason}
      </Text>
    </div>
  );
}

function DeliveriesLink({ endpoint }: { readonly endpoint: Endpoint }) {
  return (
    <AnchorLink
      inherit
      from="/p/$projectId/webhooks"
      to="/p/$projectId/webhooks/deliveries"
      search={{ endpoint: endpoint.id }}
      aria-label={`Show deliveries to ${endpoint.url}`}
    >
      Show
    </AnchorLink>
  );
}

function NoEndpoints({ action }: { readonly action: ReactNode }) {
  return (
    <Empty icon={IconWebhook} title="No endpoints yet" action={action}>
      {action
        ? "Create one with the address of your program and the events that it receives."
        : "An admin can create one with the address of a program and the events that it receives."}
    </Empty>
  );
}
