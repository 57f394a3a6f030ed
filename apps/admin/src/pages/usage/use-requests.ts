import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { api, type Outputs } from "../../api.ts";
import { useProjectId } from "../../shell/use-project.ts";
import type { RequestsSearch } from "./search.ts";

export type LoggedRequest = Outputs["usage"]["requests"]["requests"][number];

const LIVE_INTERVAL_MS = 2_000;

/**
 * Fetches the logged requests that match the filters, newest first.
 *
 * @param isLive whether to fetch new ones every two seconds
 */
export function useRequests({ open: _, ...filters }: RequestsSearch, isLive: boolean) {
  const input = { projectId: useProjectId(), ...filters };
  return useInfiniteQuery({
    ...api.usage.requests.infiniteQueryOptions(input, {
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    }),
    placeholderData: keepPreviousData,
    refetchInterval: isLive ? LIVE_INTERVAL_MS : false,
  });
}
