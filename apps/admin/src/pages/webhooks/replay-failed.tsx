import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "../../api.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { Confirm } from "../../ui/confirm.tsx";
import { formatNumber } from "../../ui/format.ts";
import { useChange } from "../../ui/use-change.ts";
import { type Endpoint, INVALIDATED_BY_WEBHOOKS } from "./use-endpoints.ts";

interface ReplayFailedProps {
  /** Whose failed deliveries; those of every endpoint that is enabled when not given. */
  readonly endpoint: Endpoint | undefined;
}

/** Sends everything that has failed again, and says how much that was. */
export function ReplayFailed({ endpoint }: ReplayFailedProps) {
  const projectId = useProjectId();
  const [isAsked, setAsked] = useState(false);
  const replay = useChange(api.webhooks.deliveries.replayFailed.mutationOptions(), {
    invalidates: INVALIDATED_BY_WEBHOOKS,
    showsError: true,
    done: ({ replayed }) => told(replayed),
    onDone: () => setAsked(false),
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden />}
        onClick={() => {
          replay.reset();
          setAsked(true);
        }}
      >
        Replay all failed
      </Button>
      <Confirm
        opened={isAsked}
        onClose={() => setAsked(false)}
        title="Replay all failed deliveries"
        action="Replay all failed"
        change={replay}
        onConfirm={() => replay.mutate({ projectId, endpointId: endpoint?.id })}
      >
        {endpoint === undefined
          ? "Every failed delivery to the project’s enabled endpoints is sent again, whatever else the list is filtered by."
          : `Every failed delivery to ${endpoint.url} is sent again, whatever else the list is filtered by.`}{" "}
        Receivers know an event that they have had by its webhook-id.
      </Confirm>
    </>
  );
}

function told(replayed: number): string {
  if (replayed === 0) return "No delivery has failed; nothing is sent again.";
  return replayed === 1
    ? "1 delivery is sent again."
    : `${formatNumber(replayed)} deliveries are sent again.`;
}
