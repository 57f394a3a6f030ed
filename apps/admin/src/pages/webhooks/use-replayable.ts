import { useQuery } from "@tanstack/react-query";
import { api, type Inputs } from "../../api.ts";
import { useProjectId } from "../../shell/use-project.ts";
import type { Endpoint } from "./use-endpoints.ts";

/** Deliveries that are counted exactly. */
const MAX_COUNTED = 100;

/** The deliveries that can be replayed all at once. */
export type Replayable = "failed" | "retrying";

export interface ReplayableCount {
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
export function useReplayable(
  status: Replayable,
  filter: Omit<Inputs["webhooks"]["deliveries"]["list"], "projectId" | "status" | "limit">,
  endpoints: readonly Endpoint[] | undefined,
): ReplayableCount | undefined {
  const { data } = useQuery(
    api.webhooks.deliveries.list.queryOptions({
      ...{ projectId: useProjectId(), status, limit: MAX_COUNTED },
      ...filter,
    }),
  );
  if (data === undefined || endpoints === undefined) return undefined;
  const enabled = new Set(endpoints.flatMap(({ id, enabled }) => (enabled ? [id] : [])));
  const { endpointId } = filter;
  if (endpointId !== undefined && !enabled.has(endpointId)) return { count: 0, hasMore: false };
  const { length } = data.deliveries.filter((one) => enabled.has(one.endpointId));
  return { count: length, hasMore: data.nextCursor !== null };
}
