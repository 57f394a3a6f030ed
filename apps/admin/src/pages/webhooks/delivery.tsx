import { Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useMay } from "../../session.ts";
import { PageMissing } from "../../shell/page-errors.tsx";
import { useProject, useProjectId } from "../../shell/use-project.ts";
import { AnchorLink } from "../../ui/links.tsx";
import { isGone, Loaded } from "../../ui/pages/loaded.tsx";
import { Page } from "../../ui/pages/page.tsx";
import { Panel } from "../../ui/pages/panel.tsx";
import { Address } from "../../ui/values/address.tsx";
import { CodeBlock, CopyText, prettyJson } from "../../ui/values/code-block.tsx";
import { Facts } from "../../ui/values/facts.tsx";
import { formatMoment, formatNumber } from "../../ui/values/format.ts";
import { Mark } from "../../ui/values/mark.tsx";
import classes from "./delivery.module.css";
import { attemptOutcome, DeliveredRecord, deliveryState, Replay } from "./delivery-columns.tsx";
import type { DeliveryDetails } from "./queries.ts";
import { Due } from "./webhooks-page.tsx";

/** The page of a delivery: request, attempts and responses. */
export function Delivery() {
  const projectId = useProjectId();
  const project = useProject();
  const { deliveryId } = useParams({
    from: "/signed-in/p/$projectId/webhooks/deliveries/$deliveryId",
  });
  const mayReplay = useMay("admin");
  const query = useQuery(project.webhooks.deliveries.read.queryOptions({ id: Number(deliveryId) }));
  const delivery = query.data;
  if (isGone(query)) return <PageMissing />;
  const webhooks = `/p/${projectId}/webhooks`;
  return (
    <Page
      title={delivery?.eventType ?? "Delivery"}
      lead={`Delivery ${deliveryId}`}
      above={[
        { label: "Webhooks", to: webhooks },
        { label: "Deliveries", to: `${webhooks}/deliveries` },
      ]}
      actions={
        mayReplay && delivery && !delivery.endpoint.isDeleted && <Replay delivery={delivery} />
      }
    >
      <Loaded query={query}>{(delivery) => <Content delivery={delivery} />}</Loaded>
    </Page>
  );
}

function Content({ delivery }: { readonly delivery: DeliveryDetails }) {
  return (
    <Stack>
      <DeliveryFacts delivery={delivery} />
      <Attempts delivery={delivery} />
      <Panel
        title="Event"
        lead="The body of every request. The signature covers the bytes as sent, not this indented version."
        actions={<CopyText text={delivery.body} label="Copy as sent" />}
      >
        <CodeBlock label="Body of the event" text={prettyJson(delivery.body)} />
      </Panel>
      {delivery.endpoint.isDeleted && (
        <Text c="dimmed">The endpoint was deleted, so this delivery cannot be replayed.</Text>
      )}
    </Stack>
  );
}

interface DeliveryFactsProps {
  readonly delivery: DeliveryDetails;
}

/** A delivery's status, endpoint and times. */
function DeliveryFacts({ delivery }: DeliveryFactsProps) {
  const { tone, words } = deliveryState(delivery);
  const { status, messageId, createdAt, finishedAt } = delivery;
  return (
    <Paper withBorder p="md">
      <Facts
        columnPx={280}
        facts={[
          [
            "Status",
            <Mark key="status" tone={tone}>
              {words}
            </Mark>,
          ],
          ...(status === "pending"
            ? [["Next attempt", <Due key="next" at={delivery.nextAttemptAt} />] as const]
            : []),
          ...(delivery.record === null
            ? []
            : [["Record", <DeliveredRecord key="record" record={delivery.record} />] as const]),
          ["Endpoint", <EndpointLink key="endpoint" delivery={delivery} />],
          ["webhook-id", messageId],
          ["Created", formatMoment(createdAt)],
          ...(finishedAt ? [["Finished", formatMoment(finishedAt)] as const] : []),
        ]}
      />
    </Paper>
  );
}

function EndpointLink({ delivery: { endpoint, endpointId } }: DeliveryFactsProps) {
  if (endpoint.isDeleted) return <Address>{`${endpoint.url} (deleted)`}</Address>;
  return (
    <AnchorLink
      inherit
      from="/p/$projectId/webhooks/deliveries/$deliveryId"
      to="/p/$projectId/webhooks/deliveries"
      search={{ endpoint: endpointId }}
    >
      <Address>{endpoint.url}</Address>
    </AnchorLink>
  );
}

/** The attempts of a delivery, newest first. */
function Attempts({ delivery: { attempts } }: { readonly delivery: DeliveryDetails }) {
  return (
    <Panel title="Attempts">
      <div aria-live="polite">
        {attempts.length === 0 ? (
          <Text c="dimmed">Nothing has been sent yet.</Text>
        ) : (
          <ol className={classes.attempts} reversed>
            {attempts
              .map((attempt, i) => (
                <li key={attempt.at} className={classes.attempt}>
                  <AttemptDetails attempt={attempt} number={i + 1} />
                </li>
              ))
              .reverse()}
          </ol>
        )}
      </div>
    </Panel>
  );
}

type Attempt = DeliveryDetails["attempts"][number];

/** The server stores this much of a response. */
const MAX_RESPONSE_BYTES = 1024;

interface AttemptProps {
  readonly attempt: Attempt;
  readonly number: number;
}

/** An attempt of a delivery: its outcome, what was sent, and the response. */
function AttemptDetails({ attempt, number }: AttemptProps) {
  const { tone, words } = attemptOutcome(attempt);
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Group gap="sm" className={classes.outcome}>
          <Title order={3}>Attempt {number}</Title>
          <Mark tone={tone}>{words}</Mark>
        </Group>
        <Text c="dimmed" fz="xs">
          {formatMoment(attempt.at)} · took {formatNumber(attempt.durationMs)} ms
        </Text>
      </Group>
      <div className={classes.halves}>
        <Stack gap={4}>
          <Text fw={500} fz="xs">
            Request headers (webhook-signature is not stored)
          </Text>
          <CodeBlock
            label={`Request headers of attempt ${number}`}
            text={headerLines(attempt.requestHeaders)}
          />
        </Stack>
        <Stack gap={4}>
          <Text fw={500} fz="xs">
            Response
          </Text>
          <Answer attempt={attempt} number={number} />
        </Stack>
      </div>
    </Stack>
  );
}

function Answer({ attempt: { response, status }, number }: AttemptProps) {
  if (!response) {
    return (
      <Text c="dimmed">
        {status === null ? "No response." : `Status ${status} without a body.`}
      </Text>
    );
  }
  const isCut = new TextEncoder().encode(response).length >= MAX_RESPONSE_BYTES;
  return (
    <>
      <CodeBlock label={`Response to attempt ${number}`} text={response} />
      {isCut && (
        <Text c="dimmed" fz="xs">
          Only the first KiB is stored.
        </Text>
      )}
    </>
  );
}

function headerLines(headers: Attempt["requestHeaders"]): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
}
