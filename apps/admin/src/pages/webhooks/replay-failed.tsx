import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "../../api.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { Confirm } from "../../ui/dialogs/confirm.tsx";
import { useChange } from "../../ui/forms/use-change.ts";
import { formatNumber } from "../../ui/values/format.ts";
import { type Endpoint, INVALIDATED_BY_WEBHOOKS } from "./use-endpoints.ts";
import type { Failed } from "./use-failed.ts";

interface ReplayFailedProps {
  /** Replays only its deliveries; undefined for every enabled endpoint. */
  readonly endpoint: Endpoint | undefined;
  readonly failed: Failed;
}

/** The button that replays all failed deliveries. */
export function ReplayFailed({ endpoint, failed }: ReplayFailedProps) {
  const projectId = useProjectId();
  const [isAsked, setAsked] = useState(false);
  const replay = useChange(api.webhooks.deliveries.replayFailed.mutationOptions(), {
    invalidates: INVALIDATED_BY_WEBHOOKS,
    showsError: true,
    done: ({ replayed }) => summaryOf(replayed),
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
        title="Replay all failed deliveries?"
        action="Replay all failed"
        change={replay}
        onConfirm={() => replay.mutate({ projectId, endpointId: endpoint?.id })}
      >
        This sends {failedText(failed)} to {endpoint?.url ?? "the project’s enabled endpoints"}{" "}
        again. Other filters are ignored. Receivers recognize repeated events by their webhook-id.
      </Confirm>
    </>
  );
}

function failedText({ count, hasMore }: Failed): string {
  if (hasMore) return "every failed delivery";
  return count === 1 ? "1 failed delivery" : `${formatNumber(count)} failed deliveries`;
}

function summaryOf(replayed: number): string {
  if (replayed === 0) return "No failed deliveries to replay.";
  return replayed === 1
    ? "1 delivery queued for replay."
    : `${formatNumber(replayed)} deliveries queued for replay.`;
}
