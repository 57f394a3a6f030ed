import {
  createTRPCClient,
  httpBatchLink,
  httpLink,
  splitLink,
  type TRPCClient,
} from "@trpc/client";
import type { AppRouter } from "./app-router.ts";
import { apiKeyCredentials, type ClientCredentials, tokenCredentials } from "./credentials.ts";
import { createTransport, type TransportOptions } from "./transport.ts";

export interface TrpcClientOptions extends TransportOptions {
  /** An OAuth client or an API key. Each gives access to different procedures. */
  readonly credentials: ClientCredentials | { readonly apiKey: string };
}

/** Maximum number of calls that the server accepts in one batch. */
const MAX_BATCH_CALLS = 100;

/** Longest URL of a query. A longer batch is split. */
const MAX_URL_CHARACTERS = 8_000;
/** A query whose input is longer in a URL is sent by POST, so that it fits beside the address and the path. */
const MAX_INPUT_CHARACTERS = 6_000;

/**
 * Creates a typed tRPC client for internal programs. Sends calls made at the same time as one batch. Retries queries
 * like a GET, and mutations only after 429 and 503.
 *
 * @throws RapportError INVALID_OPTIONS; its procedures throw `TRPCClientError`, whose cause is a
 *   RapportError if there was no response
 */
export function createTrpcClient(options: TrpcClientOptions): TRPCClient<AppRouter> {
  const transport = createTransport(options);
  const credentials =
    "apiKey" in options.credentials
      ? apiKeyCredentials(options.credentials.apiKey)
      : tokenCredentials(transport, options.credentials, options.allowInsecure ?? false);
  const url = `${transport.baseUrl}/trpc`;
  const fetchWith =
    (isQuery: boolean): NonNullable<Parameters<typeof httpLink>[0]["fetch"]> =>
    async (address, init) => {
      const method = init?.method ?? "GET";
      const request = {
        method,
        url: String(address),
        headers: Object.fromEntries(new Headers(init?.headers as Record<string, string>)),
        body: init?.body === undefined || init.body === null ? undefined : String(init.body),
        repeatable: isQuery || method === "GET",
      };
      const call = { signal: init?.signal ?? undefined };
      const { status, headers, text } = await transport.send(request, credentials, call);
      return new Response(text, { status, headers });
    };
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: ({ type, input }) => type === "query" && isLong(input),
        true: httpLink({ url, methodOverride: "POST", fetch: fetchWith(true) }),
        false: httpBatchLink({
          url,
          maxItems: MAX_BATCH_CALLS,
          maxURLLength: MAX_URL_CHARACTERS,
          fetch: fetchWith(false),
        }),
      }),
    ],
  });
}

function isLong(input: unknown): boolean {
  const text = JSON.stringify(input) ?? "";
  return (
    text.length > MAX_INPUT_CHARACTERS || encodeURIComponent(text).length > MAX_INPUT_CHARACTERS
  );
}
