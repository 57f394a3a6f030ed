import type { AppRouter } from "@rapport/core/routers";
import {
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
  skipToken,
} from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink, splitLink, TRPCClientError } from "@trpc/client";
import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";

export type Inputs = inferRouterInputs<AppRouter>["admin"];
export type Outputs = inferRouterOutputs<AppRouter>["admin"];

/** The procedures of the admin branch, as types. */
export interface AdminProcedures {
  readonly root: AppRouter["_def"]["_config"]["$types"];
  readonly record: AppRouter["_def"]["record"]["admin"];
}

/** Sent with every request; another site's form cannot add it (server/app.ts). */
export const OWN_PAGE = { "x-rapport-admin": "1" };

/** A response is reused for this long without a refetch. */
const STALE_AFTER_MS = 10_000;

/** Pages recover by themselves once the server can be reached again. */
export const UNREACHABLE_RETRY_MS = 5_000;

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noteSessionEnd }),
  mutationCache: new MutationCache({ onError: noteRefused }),
  defaultOptions: {
    queries: {
      staleTime: STALE_AFTER_MS,
      // The admin may just have changed it in another window.
      refetchOnWindowFocus: "always",
      retry: (count, error) => count < 2 && !isRefusal(error),
      refetchInterval: ({ state }) => (isUnreachable(state.error) ? UNREACHABLE_RETRY_MS : false),
    },
  },
});

const MAX_URL_CHARACTERS = 8_000;
/** Of a URL with one call: the longest input, encoded. The rest is for the address and the name of the procedure. */
const MAX_INPUT_CHARACTERS = MAX_URL_CHARACTERS - 500;
const endpoint = { url: "/trpc", headers: OWN_PAGE, maxItems: 100 };

const client = createTRPCClient<AppRouter>({
  links: [
    splitLink({
      condition: ({ type, input }) => type === "query" && isTooLongForUrl(input),
      true: httpBatchLink({ ...endpoint, methodOverride: "POST" }),
      false: httpBatchLink({ ...endpoint, maxURLLength: MAX_URL_CHARACTERS }),
    }),
  ],
});

function isTooLongForUrl(input: unknown): boolean {
  const text = JSON.stringify(input) ?? "";
  return encodeURIComponent(text).length > MAX_INPUT_CHARACTERS;
}

/** The procedures of the admin branch, for calls that one mutation makes several of. */
export const calls = client.admin;

const proxy = createTRPCOptionsProxy<AppRouter>({ client, queryClient });

/** The procedures of the admin branch, as options for `useQuery`, `useInfiniteQuery` and `useMutation`. */
export const api = proxy.admin;

/** The options of a list that is fetched page by page. */
export const NEXT_PAGE = {
  getNextPageParam: <Cursor>({ nextCursor }: { readonly nextCursor: Cursor | null }) =>
    nextCursor ?? undefined,
};

/** True if the server refused the request, so that a retry changes nothing. */
export function isRefusal(error: unknown): boolean {
  const status = failureStatus(error);
  return status !== undefined && status >= 400 && status < 500;
}

/** True if the server did not answer: it is down, or a proxy in front of it says so. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof TRPCClientError && error.data == null;
}

/** Returns the HTTP status of a failed call; undefined if the server was not reached. */
export function failureStatus(error: unknown): number | undefined {
  return error instanceof TRPCClientError ? error.data?.httpStatus : undefined;
}

/** True once the server has answered that the session is over; read with `useQuery`. */
export const sessionEnd = queryOptions({
  queryKey: ["session", "ended"],
  queryFn: skipToken,
  initialData: false,
  staleTime: Number.POSITIVE_INFINITY,
});

/**
 * A session may end at any time, and owners may require a second factor. The page keeps its content until the admin has
 * signed in again, or has set one up.
 */
function noteSessionEnd(error: unknown): void {
  if (failureStatus(error) === 401) queryClient.setQueryData(sessionEnd.queryKey, true);
  if (isFactorNeeded(error)) void queryClient.invalidateQueries(api.me.queryFilter());
}

/** The role may have been lowered since the page was opened. Then it hides what the server refuses. */
function noteRefused(error: unknown): void {
  noteSessionEnd(error);
  if (failureStatus(error) !== 403) return;
  for (const queryKey of [api.me.pathKey(), api.tenants.pathKey()]) {
    void queryClient.invalidateQueries({ queryKey });
  }
}

/** True if the server refuses everything until the admin has set a second factor up. */
export function isFactorNeeded(error: unknown): boolean {
  if (!(error instanceof TRPCClientError)) return false;
  const issues: readonly { readonly code?: unknown }[] = error.data?.issues ?? [];
  return issues.some(({ code }) => code === "second_factor_setup_required");
}
