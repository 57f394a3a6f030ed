import type { AppRouter } from "@rapport/core";
import {
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
  skipToken,
} from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink, TRPCClientError } from "@trpc/client";
import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";

export type Inputs = inferRouterInputs<AppRouter>["admin"];
export type Outputs = inferRouterOutputs<AppRouter>["admin"];

/** Sent with every request: another site's form cannot add it (server/own-page.ts). */
export const OWN_PAGE = { "x-rapport-admin": "1" };

/** Milliseconds for which an answer is shown without being asked for again. */
const FRESH = 10_000;

/** Milliseconds until a server that could not be reached is asked again, so that pages mend themselves. */
const ASKS_AGAIN = 5_000;

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noteSessionEnd }),
  mutationCache: new MutationCache({ onError: noteSessionEnd }),
  defaultOptions: {
    queries: {
      staleTime: FRESH,
      // Whoever comes back may have changed it in another window a moment ago.
      refetchOnWindowFocus: "always",
      retry: (count, error) => count < 2 && !isRefusal(error),
      refetchInterval: ({ state }) => (isUnreachable(state.error) ? ASKS_AGAIN : false),
    },
  },
});

const client = createTRPCClient<AppRouter>({
  links: [httpBatchLink({ url: "/trpc", headers: OWN_PAGE, maxURLLength: 8_000 })],
});

const proxy = createTRPCOptionsProxy<AppRouter>({ client, queryClient });

/** The procedures of the admin branch, as options for `useQuery`, `useInfiniteQuery` and `useMutation`. */
export const api = proxy.admin;

/** The server understood and said no: asking again changes nothing. */
export function isRefusal(error: unknown): boolean {
  const status = statusOf(error);
  return status !== undefined && status >= 400 && status < 500;
}

/** No answer of the server's own came: it is away, or a proxy before it says so. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof TRPCClientError && error.data == null;
}

/** The HTTP status of a failed call; undefined when the server was not reached. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof TRPCClientError ? error.data?.httpStatus : undefined;
}

/** Whether the server has said that the session is over, as `useQuery` reads it. */
export const sessionEnd = queryOptions({
  queryKey: ["session", "ended"],
  queryFn: skipToken,
  initialData: false,
  staleTime: Number.POSITIVE_INFINITY,
});

/** A session may end at any time: what is on the page stays there until the admin has signed in again. */
function noteSessionEnd(error: unknown): void {
  if (statusOf(error) === 401) queryClient.setQueryData(sessionEnd.queryKey, true);
}
