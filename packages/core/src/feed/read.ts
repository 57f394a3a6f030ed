import { type Db, feed, renewEpoch } from "@rapport/db";
import type { Call } from "../call.ts";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { eventData } from "../events/events.ts";
import { MAX_PAGE_BYTES, openPosition, readPage, sealPosition } from "../paging.ts";
import type { Principal } from "../principal.ts";
import type { Wanted } from "./readable.ts";

/** Events that one call examines to find those that are wanted. */
const MAX_EXAMINED = 2_000;

type FeedDeps = Pick<Deps, "db" | "cursors">;

/** A place in a project's feed: after the event with this number. */
export interface Position {
  readonly epoch: string;
  readonly number: number;
}

/** An event of the feed: the body of a webhook with the whole record, and its `webhook-id`. */
export interface FeedEvent {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface FeedPage {
  readonly events: readonly (FeedEvent & { readonly number: number })[];
  /** Where the next page begins. */
  readonly next: Position;
  readonly hasMore: boolean;
}

/**
 * Reads the events after a position, in the order of their numbers. A page may be short or empty although there
 * are more events.
 *
 * @param after undefined for the oldest event that is kept
 * @param maxBytes bytes of values, about, after which the page ends
 * @throws CrmError CURSOR_EXPIRED if events after the position are no longer kept, or the database was restored since
 */
export async function readFeed(
  { deps, principal }: Call<Pick<Deps, "db">>,
  after: Position | undefined,
  wanted: Wanted,
  { limit, maxBytes = MAX_PAGE_BYTES }: { readonly limit: number; readonly maxBytes?: number },
): Promise<FeedPage> {
  const { epoch, last, purged } = await readFeedState({ deps, principal });
  if (after !== undefined && !isKept(after, { epoch, last, purged })) throw cursorExpired();
  const above = after?.number ?? purged;
  const end = Math.min(above + MAX_EXAMINED, last);
  const { events: rows, cutAt } =
    end > above
      ? await feed.listEvents(deps.db, principal, { ...wanted, above, below: end + 1, limit })
      : { events: [], cutAt: undefined };
  if (end > above && (await isPurgedSince({ deps, principal }, above, rows))) {
    return readFeed({ deps, principal }, after, wanted, { limit, maxBytes });
  }
  const { shown, last: lastShown } = await readPage(
    rows,
    { limit: rows.length, maxBytes },
    (row) => withData(deps.db, principal, row),
    (event) => event?.data.length ?? 0,
  );
  const events = shown.filter((event) => event !== null);
  if (events.length < shown.length)
    return readFeed({ deps, principal }, after, wanted, { limit, maxBytes });
  const number = lastShown?.number ?? cutAt ?? end;
  return {
    events: events.map(({ number, message_id: id, type, created_at: timestamp, data }) => ({
      ...{ number, id, type, timestamp },
      data: JSON.parse(data),
    })),
    next: { epoch, number },
    hasMore: number < last,
  };
}

type WithData = feed.FeedEvent & {
  /** The event's `data`, as JSON. */
  readonly data: string;
};

/** Returns an event with its data, or null if it was purged since it was listed. */
function withData(
  db: Db,
  scope: Principal,
  row: feed.LightFeedEvent,
): WithData | Promise<WithData | null> {
  const { payload } = row;
  return payload === null ? readData(db, scope, row) : toData({ ...row, payload });
}

async function readData(
  db: Db,
  scope: Principal,
  row: feed.LightFeedEvent,
): Promise<WithData | null> {
  const payload = await feed.findPayload(db, scope, row.id);
  return payload === undefined ? null : toData({ ...row, payload });
}

function toData(event: feed.FeedEvent): WithData {
  return { ...event, data: eventData(event, "full") };
}

/**
 * Returns whether a purge has removed events after a position, perhaps before they were listed. A purge removes the
 * oldest events first, so it removed nothing if the list begins with the next event.
 */
async function isPurgedSince(
  call: Call<Pick<Deps, "db">>,
  above: number,
  listed: readonly { readonly number: number }[],
): Promise<boolean> {
  if (listed[0]?.number === above + 1) return false;
  return (await readFeedState(call)).purged > above;
}

/** Returns the position after the newest event. */
export async function endOfFeed(call: Call<Pick<Deps, "db">>): Promise<Position> {
  const { epoch, last } = await readFeedState(call);
  return { epoch, number: last };
}

interface State {
  readonly epoch: string;
  readonly last: number;
  readonly purged: number;
}

async function readFeedState({ deps, principal }: Call<Pick<Deps, "db">>): Promise<State> {
  const {
    epoch,
    last_number: last,
    purged_number: purged,
  } = await feed.readPosition(deps.db, principal);
  return { epoch: epoch ?? (await renewEpoch(deps.db)), last, purged };
}

/** A position after the end comes from a database that had more events before it was restored. */
function isKept({ epoch, number }: Position, state: State): boolean {
  return epoch === state.epoch && number >= state.purged && number <= state.last;
}

function cursorExpired(): CrmError {
  const message =
    "The events after this cursor are no longer kept. Take a cursor with from=now, list everything, then follow from that cursor.";
  return CrmError.ofIssue("CURSOR_EXPIRED", { path: "cursor", code: "cursor_expired", message });
}

/** A cursor is a place in the feed. It works with other types too. */
const IDENTITY = { list: "events", filter: {} };

/** Creates the cursor of a position. */
export function sealFeedCursor(call: Call<FeedDeps>, position: Position): string {
  return sealPosition(call, IDENTITY, [position.epoch, position.number]);
}

/**
 * Opens a cursor of the feed.
 *
 * @returns undefined without a cursor
 * @throws CrmError INVALID_INPUT for a cursor that is foreign, was changed, or belongs to a list
 */
export function openFeedCursor(
  call: Call<FeedDeps>,
  cursor: string | undefined,
): Position | undefined {
  const place = openPosition<[string, number]>(call, IDENTITY, cursor);
  return place && { epoch: place[0], number: place[1] };
}
