import { ActionIcon, Anchor, Button, Group, Menu, Text } from "@mantine/core";
import {
  IconDots,
  IconKey,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  IconTrash,
  IconUserShield,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { useProject } from "../../shell/use-project.ts";
import { Ask } from "../../ui/dialogs/ask.tsx";
import { useChange } from "../../ui/forms/use-change.ts";
import { formatNumber } from "../../ui/values/format.ts";
import type { NewSecret } from "./show-secret.tsx";
import { type Endpoint, hostOf } from "./use-endpoints.ts";

interface EndpointActionsProps {
  readonly endpoint: Endpoint;
  readonly onEdit: () => void;
  readonly onSecret: (secret: NewSecret) => void;
}

type Asked = "rotate" | "takeOver" | "disable" | "delete";

/** The actions of an endpoint. */
export function EndpointActions({ endpoint, onEdit, onSecret }: EndpointActionsProps) {
  const { endpoints } = useProject().webhooks;
  const one = { endpointId: endpoint.id };
  const [asked, setAsked] = useState<Asked | null>(null);
  const target = useRef<HTMLButtonElement>(null);
  // A dialog returns the focus to the element that had it, which must not be an item of a closed menu.
  const afterFocus = (action: () => void) => () => {
    target.current?.focus();
    action();
  };
  const enable = useChange(endpoints.enable, {
    done: "Endpoint enabled. You can replay what it missed on the Deliveries page.",
  });
  return (
    <Group gap="xs" wrap="nowrap">
      {endpoint.enabled ? (
        <SendTest endpoint={endpoint} />
      ) : (
        <Button size="xs" loading={enable.isPending} onClick={() => enable.mutate(one)}>
          Enable
        </Button>
      )}
      <Menu position="bottom-end" width={190}>
        <Menu.Target>
          <ActionIcon
            ref={target}
            variant="default"
            size={30}
            aria-label={`Actions for the endpoint ${endpoint.url}`}
          >
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={afterFocus(onEdit)}
          >
            Edit
          </Menu.Item>
          <Menu.Item
            leftSection={<IconKey size={16} aria-hidden />}
            onClick={afterFocus(() => setAsked("rotate"))}
          >
            Rotate secret
          </Menu.Item>
          {!endpoint.hasAdminAccess && (
            <Menu.Item
              leftSection={<IconUserShield size={16} aria-hidden />}
              onClick={afterFocus(() => setAsked("takeOver"))}
            >
              Take over
            </Menu.Item>
          )}
          {endpoint.enabled ? (
            <Menu.Item
              leftSection={<IconPlayerPause size={16} aria-hidden />}
              onClick={afterFocus(() => setAsked("disable"))}
            >
              Disable
            </Menu.Item>
          ) : (
            <Menu.Item
              leftSection={<IconPlayerPlay size={16} aria-hidden />}
              onClick={() => enable.mutate(one)}
            >
              Enable
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={afterFocus(() => setAsked("delete"))}
          >
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <EndpointQuestions
        endpoint={endpoint}
        asked={asked}
        onClose={() => setAsked(null)}
        onSecret={onSecret}
      />
    </Group>
  );
}

/** The button that sends a test event, with a link to its delivery. */
function SendTest({ endpoint }: { readonly endpoint: Endpoint }) {
  const test = useChange(useProject().webhooks.endpoints.sendTest);
  return (
    <Group gap={0} justify="flex-end">
      <Text role="status" fz="xs" mr={test.data ? "xs" : 0}>
        {test.data && (
          <Anchor
            inherit
            renderRoot={(props) => (
              <Link
                {...props}
                from="/p/$projectId/webhooks"
                to="/p/$projectId/webhooks/deliveries/$deliveryId"
                params={(before) => ({ ...before, deliveryId: String(test.data.deliveryId) })}
              />
            )}
          >
            Show the test delivery
          </Anchor>
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

interface EndpointQuestionsProps {
  readonly endpoint: Endpoint;
  /** The open dialog; null for none. */
  readonly asked: Asked | null;
  readonly onClose: () => void;
  readonly onSecret: (secret: NewSecret) => void;
}

/** The dialogs that confirm a rotation, a take-over, disabling or deletion. */
function EndpointQuestions({ endpoint, asked, onClose, onSecret }: EndpointQuestionsProps) {
  const { endpoints } = useProject().webhooks;
  const { url, pending } = endpoint;
  const of = (question: Asked) => ({
    ...{ input: { endpointId: endpoint.id }, opened: asked === question, onClose },
  });
  return (
    <>
      <Ask
        {...of("rotate")}
        title="Rotate the signing secret?"
        action="Rotate secret"
        of={endpoints.rotateSecret}
        onDone={({ signingSecret: value, oldSecretUntil }) =>
          onSecret({ title: "New signing secret", value, oldSecretUntil })
        }
      >
        The endpoint gets a new secret. For 24 hours requests are signed with both secrets, so that
        you can update your program.
      </Ask>
      <Ask
        {...of("takeOver")}
        title="Take the endpoint over?"
        action="Take over"
        of={endpoints.takeOver}
        done="Endpoint taken over. It gets every event from now on."
      >
        An API key set {url} up, so it gets only what the key may read. From now on it gets every
        event that it subscribes to, whatever becomes of the key.
      </Ask>
      <Ask
        {...of("disable")}
        title="Disable the endpoint?"
        action="Disable"
        of={endpoints.disable}
        done="Endpoint disabled."
      >
        {url} gets no events until it is enabled again. {waiting(pending)}
      </Ask>
      <Ask
        {...of("delete")}
        title="Delete the endpoint?"
        name={hostOf(url)}
        action="Delete endpoint"
        of={endpoints.delete}
        done="Endpoint deleted."
      >
        <Text span inherit style={{ overflowWrap: "anywhere" }}>
          {url} gets no more events, and its deliveries cannot be replayed. This cannot be undone.{" "}
          {waiting(pending)}
        </Text>
      </Ask>
    </>
  );
}

function waiting(pending: number): string {
  if (pending === 0) return "";
  return pending === 1
    ? "Its pending delivery is marked as failed."
    : `Its ${formatNumber(pending)} pending deliveries are marked as failed.`;
}
