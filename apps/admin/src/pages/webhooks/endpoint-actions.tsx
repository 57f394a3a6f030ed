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
import { api } from "../../api.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { useChange } from "../../ui/forms/use-change.ts";
import { type Asked, EndpointQuestions } from "./endpoint-questions.tsx";
import type { NewSecret } from "./show-secret.tsx";
import { type Endpoint, INVALIDATED_BY_WEBHOOKS } from "./use-endpoints.ts";

interface EndpointActionsProps {
  readonly endpoint: Endpoint;
  readonly onEdit: () => void;
  readonly onSecret: (secret: NewSecret) => void;
}

/** The actions of an endpoint. */
export function EndpointActions({ endpoint, onEdit, onSecret }: EndpointActionsProps) {
  const one = { projectId: useProjectId(), endpointId: endpoint.id };
  const [asked, setAsked] = useState<Asked | null>(null);
  const target = useRef<HTMLButtonElement>(null);
  // A dialog returns the focus to the element that had it, which must not be an item of a closed menu.
  const afterFocus = (action: () => void) => () => {
    target.current?.focus();
    action();
  };
  const enable = useChange(api.webhooks.endpoints.enable.mutationOptions(), {
    invalidates: INVALIDATED_BY_WEBHOOKS,
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
  const one = { projectId: useProjectId(), endpointId: endpoint.id };
  const test = useChange(api.webhooks.endpoints.sendTest.mutationOptions(), {
    invalidates: INVALIDATED_BY_WEBHOOKS,
  });
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
        onClick={() => test.mutate(one)}
        aria-label={`Send test to ${endpoint.url}`}
      >
        Send test
      </Button>
    </Group>
  );
}
