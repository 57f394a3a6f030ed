import { RapportError } from "./errors.ts";
import type { FullEvent } from "./events.ts";
import type { Call, Open } from "./operations.ts";
import { MAX_WAIT_MS, pause, waitBefore } from "./retry.ts";
import type { CallOptions } from "./transport.ts";

/** Milliseconds that `follow` waits at the end of the feed. */
const WAIT_MS = 500;
/** Milliseconds until a stream that ended is opened again. */
const REOPEN_MS = 1_000;

export interface EventFilter {
  /** From where to continue; the oldest event that is kept if undefined. */
  readonly cursor?: string | undefined;
  /** Event types, or patterns such as `contact.*`; all that the client may read if undefined. */
  readonly types?: readonly string[] | undefined;
  /** Events per page, from 1 to 200. */
  readonly limit?: number | undefined;
}

export interface EventPage {
  readonly events: readonly FullEvent[];
  /** From where to continue after these events. Store it together with what they changed. */
  readonly cursor: string;
  /** Whether there are more events now. */
  readonly hasMore: boolean;
}

/** The feed of every change of the project. */
export interface Events {
  /** Returns the events after a cursor. */
  page(filter?: EventFilter, options?: CallOptions): Promise<EventPage>;
  /** Returns the cursor of this moment. */
  now(options?: CallOptions): Promise<string>;
  /**
   * Follows the feed: yields its pages, waits at its end for more, and ends when the signal is aborted. Pages may be
   * empty.
   */
  follow(
    filter?: EventFilter & { readonly waitMs?: number | undefined },
    options?: CallOptions,
  ): AsyncGenerator<EventPage, void>;
  /**
   * Follows the feed over one open connection: yields each event as it comes, and ends when the signal is aborted. Opens
   * the connection again where it broke.
   */
  stream(
    filter?: Omit<EventFilter, "limit">,
    options?: Pick<CallOptions, "signal">,
  ): AsyncGenerator<StreamedEvent, void>;
}

export interface StreamedEvent {
  readonly event: FullEvent;
  /** From where to continue after this event. */
  readonly cursor: string;
}

/** Creates the methods of the feed. */
export function makeEvents(call: Call, open: Open): Events {
  const path = "/api/crm/events";
  async function page(
    { cursor, types, limit }: EventFilter = {},
    options?: CallOptions,
  ): Promise<EventPage> {
    const query = { cursor, types: types?.join(","), limit };
    const { results, nextCursor, hasMore } = await ask(query, options);
    return { events: results, cursor: nextCursor, hasMore };
  }
  async function ask(
    query: Readonly<Record<string, string | number | undefined>>,
    options?: CallOptions,
  ) {
    const answer = await call({ method: "GET", path, query }, options);
    return (answer as { data: FeedAnswer }).data;
  }
  return {
    page,
    now: async (options) => (await ask({ from: "now" }, options)).nextCursor,
    async *follow({ waitMs = WAIT_MS, ...filter } = {}, options) {
      const signal = options?.signal ?? new AbortController().signal;
      let { cursor } = filter;
      while (!signal.aborted) {
        const next = await page({ ...filter, cursor }, options).catch((error: unknown) => {
          if (!signal.aborted) throw error;
        });
        if (next === undefined) return;
        cursor = next.cursor;
        yield next;
        if (!next.hasMore) await pause(waitMs, signal).catch(() => undefined);
      }
    },
    async *stream({ cursor: start, types } = {}, options) {
      const signal = options?.signal ?? new AbortController().signal;
      let cursor = start;
      while (!signal.aborted) {
        let waitMs = REOPEN_MS;
        try {
          const query = { cursor, types: types?.join(",") };
          const { body } = await open(`${path}/stream`, query, signal, STREAM);
          for await (const { id, data } of readServerSentEvents(body)) {
            cursor = id ?? cursor;
            if (data !== undefined && id !== undefined)
              yield { event: JSON.parse(data), cursor: id };
          }
        } catch (error) {
          if (isRefused(error)) throw error;
          waitMs = waitAfter(error);
        }
        await pause(waitMs, signal).catch(() => undefined);
      }
    },
  };
}

interface ServerSentEvent {
  /** The last id that the server sent, if it has sent one. */
  readonly id: string | undefined;
  /** Undefined if only the id moves on. */
  readonly data: string | undefined;
}

/**
 * Reads a body in the format `text/event-stream`. Knows only the fields `id` and `data`.
 *
 * @throws the error of the connection
 */
async function* readServerSentEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<ServerSentEvent, void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of body as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const fields = block.split("\n");
      const id = findField(fields, "id");
      const data = findField(fields, "data");
      if (id !== undefined || data !== undefined) yield { id, data };
    }
  }
}

function findField(fields: readonly string[], name: string): string | undefined {
  const start = `${name}: `;
  return fields.find((field) => field.startsWith(start))?.slice(start.length);
}

const STREAM = { accept: "text/event-stream" };

/** Statuses of a busy server, and of a proxy whose server restarts. */
const TEMPORARY_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504]);
/** No response arrived; for example, the token endpoint did not answer in time. */
const TEMPORARY_CODES: ReadonlySet<string> = new Set(["CONNECTION_FAILED", "TIMEOUT", "ABORTED"]);

/** Returns false if another attempt may succeed: after a broken connection, or while the server is busy. */
function isRefused(error: unknown): boolean {
  if (!(error instanceof RapportError)) return false;
  return !TEMPORARY_STATUSES.has(error.status) && !TEMPORARY_CODES.has(error.code);
}

/** Returns the milliseconds until the stream is opened again: at least as long as the server asked for. */
function waitAfter(error: unknown): number {
  const asked = error instanceof RapportError ? error.retryAfter : undefined;
  return Math.max(REOPEN_MS, waitBefore(1, asked) ?? MAX_WAIT_MS);
}

interface FeedAnswer {
  readonly results: readonly FullEvent[];
  readonly nextCursor: string;
  readonly hasMore: boolean;
}
