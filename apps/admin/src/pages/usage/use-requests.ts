import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { api, type Outputs } from "../../api.ts";
import { useProjectId } from "../../shell/use-project.ts";
import type { RequestsSearch } from "./search.ts";

export type LoggedRequest = Outputs["usage"]["requests"]["requests"][number];

/**
 * Fetches the logged requests that match the filters, newest first.
 *
 * @param isLive whether to fetch new ones as they are answered
 */
export function useRequests({ open: _, ...filters }: RequestsSearch, isLive: boolean) {
  const input = { projectId: useProjectId(), ...filters };
  return useInfiniteQuery({
    ...api.usage.requests.infiniteQueryOptions(input, {
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    }),
    placeholderData: keepPreviousData,
    meta: { isLive },
  });
}
