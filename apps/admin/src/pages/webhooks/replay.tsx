import { Button, type ButtonProps } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { api } from "../../api.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { useChange } from "../../ui/forms/use-change.ts";
import { INVALIDATED_BY_WEBHOOKS } from "./use-endpoints.ts";

interface ReplayProps extends Pick<ButtonProps, "size"> {
  readonly delivery: { readonly id: number; readonly eventType: string };
}

/** The button that replays a delivery with a new series of attempts. */
export function Replay({ delivery: { id, eventType }, size }: ReplayProps) {
  const projectId = useProjectId();
  const replay = useChange(api.webhooks.deliveries.replay.mutationOptions(), {
    invalidates: INVALIDATED_BY_WEBHOOKS,
    done: "Delivery queued for replay.",
  });
  return (
    <Button
      {...(size === undefined ? {} : { size })}
      variant="default"
      leftSection={<IconRefresh size={15} aria-hidden />}
      loading={replay.isPending}
      onClick={() => replay.mutate({ projectId, id })}
      aria-label={`Replay delivery ${id}, ${eventType}`}
    >
      Replay
    </Button>
  );
}
