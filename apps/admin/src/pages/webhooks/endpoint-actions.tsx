import { Button, Group, Text } from "@mantine/core";
import {
  IconKey,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  IconTrash,
  IconUserShield,
} from "@tabler/icons-react";
import { useProject } from "../../shell/use-project.ts";
import { ActionMenu } from "../../ui/dialogs/action-menu.tsx";
import { Ask } from "../../ui/dialogs/ask.tsx";
import { useChange } from "../../ui/forms/use-change.ts";
import { AnchorLink } from "../../ui/links.tsx";
import { formatNumber } from "../../ui/values/format.ts";
import type { NewSecret } from "./endpoint-forms.tsx";
import { type Endpoint, endpointHost } from "./queries.ts";

interface EndpointActionsProps {
  readonly endpoint: Endpoint;
  readonly onEdit: () => void;
  readonly onSecret: (secret: NewSecret) => void;
}

/** The actions of an endpoint. */
export function EndpointActions({ endpoint, onEdit, onSecret }: EndpointActionsProps) {
  const { endpoints } = useProject().webhooks;
  const { url, pending } = endpoint;
  const input = { endpointId: endpoint.id };
  const enable = useChange(endpoints.enable, {
    failed: `${url} was not enabled`,
    done: "Endpoint enabled. You can replay what it missed on the Deliveries page.",
  });
  return (
    <Group gap="xs" wrap="nowrap">
      {endpoint.enabled ? (
        <SendTest endpoint={endpoint} />
      ) : (
        <Button
          size="xs"
          variant="default"
          loading={enable.isPending}
          onClick={() => enable.mutate(input)}
        >
          Enable
        </Button>
      )}
      <ActionMenu
        label={`Actions for the endpoint ${url}`}
        variant="default"
        size={30}
        width={190}
        actions={[
          { label: "Edit", icon: IconPencil, run: onEdit },
          {
            label: "Rotate secret",
            icon: IconKey,
            opens: (onClose) => (
              <Ask
                title="Rotate the signing secret?"
                action="Rotate secret"
                isHarmless
                {...{ of: endpoints.rotateSecret, input, onClose }}
                onDone={({ signingSecret: value, oldSecretUntil }) =>
                  onSecret({ title: "New signing secret", value, oldSecretUntil })
                }
              >
                The endpoint gets a new secret. For 24 hours requests are signed with both secrets,
                so that you can update your program. Another rotation in that time ends the older
                one at once.
              </Ask>
            ),
          },
          !endpoint.hasAdminAccess && {
            label: "Take over",
            icon: IconUserShield,
            opens: (onClose) => (
              <Ask
                title="Take the endpoint over?"
                action="Take over"
                {...{ of: endpoints.takeOver, input, onClose }}
                done="Endpoint taken over. It gets every event from now on."
              >
                An API key set {url} up, so it gets only what the key may read. From now on it gets
                every event that it subscribes to, whatever becomes of the key.
              </Ask>
            ),
          },
          endpoint.enabled && {
            label: "Disable",
            icon: IconPlayerPause,
            opens: (onClose) => (
              <Ask
                title="Disable the endpoint?"
                action="Disable"
                {...{ of: endpoints.disable, input, onClose }}
                done="Endpoint disabled."
              >
                {url} gets no events until it is enabled again. {waiting(pending)}
              </Ask>
            ),
          },
          !endpoint.enabled && {
            label: "Enable",
            icon: IconPlayerPlay,
            run: () => enable.mutate(input),
          },
          "divider",
          {
            label: "Delete",
            icon: IconTrash,
            isDanger: true,
            opens: (onClose) => (
              <Ask
                title="Delete the endpoint?"
                name={endpointHost(url)}
                action="Delete endpoint"
                {...{ of: endpoints.delete, input, onClose }}
                done="Endpoint deleted."
              >
                <Text span inherit style={{ overflowWrap: "anywhere" }}>
                  {url} gets no more events, and its deliveries cannot be replayed. This cannot be
                  undone. {waiting(pending)}
                </Text>
              </Ask>
            ),
          },
        ]}
      />
    </Group>
  );
}

/** The button that sends a test event, with a link to its delivery. */
function SendTest({ endpoint }: { readonly endpoint: Endpoint }) {
  const test = useChange(useProject().webhooks.endpoints.sendTest, {
    failed: `No test event was sent to ${endpoint.url}`,
  });
  return (
    <Group gap={0} justify="flex-end">
      <Text role="status" fz="xs" mr={test.data ? "xs" : 0}>
        {test.data && (
          <AnchorLink
            inherit
            from="/p/$projectId/webhooks"
            to="/p/$projectId/webhooks/deliveries/$deliveryId"
            params={(before) => ({ ...before, deliveryId: String(test.data.deliveryId) })}
          >
            Show the test delivery
          </AnchorLink>
        )}
      </Text>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconSend size={15} aria-hidden />}
        loading={test.isPending}
        onClick={() => test.mutate({ endpointId: endpoint.id })}
        aria-label={`Send test to ${endpoint.url}`}
      >
        Send test
      </Button>
    </Group>
  );
}

function waiting(pending: number): string {
  if (pending === 0) return "";
  return pending === 1
    ? "Its pending delivery is marked as failed."
    : `Its ${formatNumber(pending)} pending deliveries are marked as failed.`;
}
