import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { api } from "../../api.ts";
import { useMay } from "../../session.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { Loaded } from "../../ui/pages/loaded.tsx";
import { Page } from "../../ui/pages/page.tsx";
import { Panel } from "../../ui/pages/panel.tsx";
import { CodeBlock, CopyText, prettyJson } from "../../ui/values/code-block.tsx";
import { Attempts } from "./attempts.tsx";
import { DeliveryFacts } from "./delivery-facts.tsx";
import { Replay } from "./replay.tsx";
import type { DeliveryDetails } from "./use-deliveries.ts";

/** The page of a delivery: request, attempts and responses. */
export function Delivery() {
  const projectId = useProjectId();
  const { deliveryId } = useParams({
    from: "/signed-in/p/$projectId/webhooks/deliveries/$deliveryId",
  });
  const mayReplay = useMay("admin");
  const query = useQuery(
    api.webhooks.deliveries.read.queryOptions({ projectId, id: Number(deliveryId) }),
  );
  const delivery = query.data;
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
