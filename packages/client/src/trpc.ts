import { createTRPCClient, httpBatchLink, type TRPCClient } from "@trpc/client";
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
  return createTRPCClient<AppRouter>({
    links: [
      httpBatchLink({
        url: `${transport.baseUrl}/trpc`,
        maxItems: MAX_BATCH_CALLS,
        maxURLLength: MAX_URL_CHARACTERS,
        fetch: async (url, init) => {
          const method = init?.method ?? "GET";
          const request = {
            method,
            url: String(url),
            headers: Object.fromEntries(new Headers(init?.headers as Record<string, string>)),
            body: init?.body === undefined || init.body === null ? undefined : String(init.body),
            repeatable: method === "GET",
          };
          const call = { signal: init?.signal ?? undefined };
          const { status, headers, text } = await transport.send(request, credentials, call);
          return new Response(text, { status, headers });
        },
      }),
    ],
  });
}
