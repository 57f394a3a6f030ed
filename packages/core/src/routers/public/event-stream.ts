import { TRPCError } from "@trpc/server";
import type { Call } from "../../call.ts";
import type { Deps } from "../../deps.ts";
import { CrmError, type Issue } from "../../errors.ts";
import { type FeedWatch, followFeed } from "../../feed/follow.ts";
import {
  endOfFeed,
  type FeedPage,
  openFeedCursor,
  type Position,
  sealFeedCursor,
} from "../../feed/read.ts";
import { wantedEvents } from "../../feed/readable.ts";
import { toCrmError } from "../answers.ts";
import { feedFaults, requireNamedTypes, streamInput } from "./events.ts";

/** A stream of events whose request was checked. */
export interface EventStream {
  /** Ends when the signal is aborted. The first step throws what is wrong with the position. */
  readonly pages: AsyncGenerator<FeedPage>;
  /** Returns the cursor of a position. */
  sealCursor(position: Position): string;
}

/**
 * Checks the request of GET /api/crm/events/stream and opens the stream (specification §6.1).
 *
 * @param request.query the query parameters
 * @param request.faults faults of the query that its schema cannot see
 * @param request.lastEventId the `Last-Event-ID` header: where a broken stream resumes, whatever the query says
 * @param request.signal ends the stream
 * @throws CrmError INVALID_INPUT with all faults; INSUFFICIENT_SCOPE for a type that the caller may not read
 */
export async function openEventStream(
  { deps, principal }: Call<Pick<Deps, "db" | "cursors" | "schemas">>,
  watch: FeedWatch,
  request: {
    readonly query: object;
    readonly faults: readonly Issue[];
    readonly lastEventId: string | undefined;
    readonly signal: AbortSignal;
  },
): Promise<EventStream> {
  const { lastEventId, signal } = request;
  await requireNamedTypes({ deps, principal }, request.query);
  const { cursor, types, from } = await parse({ deps, principal }, request);
  const wanted = wantedEvents(await deps.schemas.get(principal.projectId), principal, types);
  const start = await findStart({ deps, principal }, { cursor, from, lastEventId });
  const pages = followFeed({ deps, principal }, watch, { after: start, wanted }, signal);
  return {
    pages: lastEventId === undefined ? pages : resumed(pages),
    sealCursor: (position) => sealFeedCursor({ deps, principal }, position),
  };
}

async function findStart(
  call: Call<Pick<Deps, "db" | "cursors">>,
  given: { readonly [Name in "cursor" | "from" | "lastEventId"]?: string | undefined },
): Promise<Position | undefined> {
  const { cursor, from, lastEventId } = given;
  if (lastEventId === undefined) {
    return from === "now" ? endOfFeed(call) : openFeedCursor(call, cursor);
  }
  try {
    return openFeedCursor(call, lastEventId);
  } catch (error) {
    throw inHeader(error);
  }
}

/** Yields the pages. Errors name the header. */
async function* resumed(pages: AsyncGenerator<FeedPage>): AsyncGenerator<FeedPage> {
  try {
    yield* pages;
  } catch (error) {
    throw inHeader(error);
  }
}

function inHeader(error: unknown): unknown {
  if (!(error instanceof CrmError)) return error;
  const issues = error.issues.map((issue) => ({ ...issue, path: "Last-Event-ID" }));
  return error.withIssues(issues);
}

async function parse(
  call: Call<Pick<Deps, "cursors" | "schemas">>,
  { query, faults }: { readonly query: object; readonly faults: readonly Issue[] },
) {
  const { data, error } = streamInput.safeParse(query);
  if (data !== undefined && faults.length === 0) return data;
  const shape = error && toCrmError(new TRPCError({ code: "BAD_REQUEST", cause: error })).issues;
  const found = [...faults, ...(shape ?? [])];
  const known = new Set(found.map(({ path }) => path));
  const more = (await feedFaults(call, query)).filter(({ path }) => !known.has(path));
  throw new CrmError("INVALID_INPUT", "The request is invalid.", { issues: [...found, ...more] });
}
