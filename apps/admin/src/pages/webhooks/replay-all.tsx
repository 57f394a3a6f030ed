import { IconRefresh } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { Inputs } from "../../api.ts";
import { useProject } from "../../shell/use-project.ts";
import { ChangeButton } from "../../ui/dialogs/ask.tsx";
import { formatNumber } from "../../ui/values/format.ts";
import type { DeliveriesSearch } from "./search.ts";
import type { Endpoint } from "./use-endpoints.ts";

interface ReplayAllProps {
  readonly status: Replayable;
  /** The filters of the list. Its status does not matter. */
  readonly search: DeliveriesSearch;
  /** Undefined while loading. */
  readonly endpoints: readonly Endpoint[] | undefined;
}

/** The button that replays all failed or all retrying deliveries, if there are any. */
export function ReplayAll({ status, search, endpoints }: ReplayAllProps) {
  const { endpoint: endpointId, event: eventType, from, to } = search;
  const filter = { endpointId, eventType, from, to };
  const isFiltered = [eventType, from, to].some((value) => value !== undefined);
  const found = useReplayable(status, filter, endpoints);
  const { replayFailed, replayRetrying } = useProject().webhooks.deliveries;
  if (found === undefined || (found.count === 0 && !found.hasMore)) return null;
  const endpoint = endpoints?.find(({ id }) => id === endpointId);
  return (
    <ChangeButton
      leftSection={<IconRefresh size={16} aria-hidden />}
      of={status === "failed" ? replayFailed : replayRetrying}
      input={filter}
      done={({ replayed }) => summaryOf(status, replayed)}
      asks={{
        title: `Replay all ${status} deliveries?`,
        action: `Replay all ${status}`,
        children: `This sends ${countText(status, found, isFiltered)} to ${endpoint?.url ?? "the project’s enabled endpoints"} again${status === "retrying" ? " now, instead of at the next attempt" : ""}. Receivers recognize repeated events by their webhook-id.`,
      }}
    >
      Replay all {status}
    </ChangeButton>
  );
}

function countText(
  status: Replayable,
  { count, hasMore }: ReplayableCount,
  isFiltered: boolean,
): string {
  if (hasMore) return `every ${status} delivery${isFiltered ? " that meets the filters" : ""}`;
  return count === 1 ? `1 ${status} delivery` : `${formatNumber(count)} ${status} deliveries`;
}

function summaryOf(status: Replayable, replayed: number): string {
  if (replayed === 0) return `No ${status} deliveries to replay.`;
  return replayed === 1
    ? "1 delivery queued for replay."
    : `${formatNumber(replayed)} deliveries queued for replay.`;
}

/** Deliveries that are counted exactly. */
const MAX_COUNTED = 100;

/** The deliveries that can be replayed all at once. */
type Replayable = "failed" | "retrying";

interface ReplayableCount {
  readonly count: number;
  /** Whether there may be more. */
  readonly hasMore: boolean;
}

/**
 * Returns how many deliveries "Replay all failed" or "Replay all retrying" would send again: those to enabled endpoints.
 * Undefined while it is not known.
 *
 * @param filter counts only deliveries that meet it
 * @param endpoints undefined while loading
 */
function useReplayable(
  status: Replayable,
  filter: Omit<Inputs["webhooks"]["deliveries"]["replayFailed"], "projectId">,
  endpoints: readonly Endpoint[] | undefined,
): ReplayableCount | undefined {
  const { data } = useQuery(
    useProject().webhooks.deliveries.list.queryOptions({ status, limit: MAX_COUNTED, ...filter }),
  );
  if (data === undefined || endpoints === undefined) return undefined;
  const enabled = new Set(endpoints.flatMap(({ id, enabled }) => (enabled ? [id] : [])));
  const { endpointId } = filter;
  if (endpointId !== undefined && !enabled.has(endpointId)) return { count: 0, hasMore: false };
  const { length } = data.deliveries.filter((one) => enabled.has(one.endpointId));
  return { count: length, hasMore: data.nextCursor !== null };
}
