import { feed } from "@rapport/db";
import type { Call } from "../call.ts";
import type { Deps } from "../deps.ts";
import { endOfFeed, type FeedPage, type Position, readFeed } from "./read.ts";
import type { Wanted } from "./readable.ts";

/** Events that one step of a stream holds in memory. */
const PAGE = 50;
/** Bytes of these, about: every open stream may hold them for as long as its client does not read. */
const PAGE_BYTES = 1024 * 1024;

/** Waits for new events of projects. */
export interface FeedWatch {
  /**
   * Waits until a project has an event after a number, or the signal is aborted.
   *
   * @throws the database's error
   */
  changed(projectId: number, number: number, signal: AbortSignal): Promise<void>;
}

/**
 * Reads a project's events page by page and waits at the end for more, until the signal is aborted. Reads the next
 * page only when it is asked for.
 *
 * @param after undefined for the oldest event that is kept
 * @throws CrmError CURSOR_EXPIRED, see `readFeed`
 */
export async function* followFeed(
  { deps, principal }: Call<Pick<Deps, "db">>,
  watch: FeedWatch,
  { after, wanted }: { readonly after: Position | undefined; readonly wanted: Wanted },
  signal: AbortSignal,
): AsyncGenerator<FeedPage> {
  let position = after;
  while (!signal.aborted) {
    const page = await readFeed({ deps, principal }, position, wanted, {
      limit: PAGE,
      maxBytes: PAGE_BYTES,
    });
    position = page.next;
    yield page;
    if (!page.hasMore) await watch.changed(principal.projectId, position.number, signal);
  }
}

/** Returns the position before the newest events of a project, whatever their types are. */
export async function positionOfNewest(
  { deps, principal }: Call<Pick<Deps, "db">>,
  count: number,
): Promise<Position> {
  const { epoch, number } = await endOfFeed({ deps, principal });
  const { purged_number: oldest } = await feed.readPosition(deps.db, principal);
  return { epoch, number: Math.max(oldest, number - count) };
}

/** Numbers that are read at once, since some events between two others may be gone. */
const SPAN = 50;

/**
 * Returns the position before the first event of a project since a time, or before the oldest that is kept. Times follow the
 * numbers except for moments.
 *
 * @param at ISO 8601
 */
export async function positionAt(
  { deps, principal }: Call<Pick<Deps, "db">>,
  at: string,
): Promise<Position> {
  const { epoch, number: last } = await endOfFeed({ deps, principal });
  const { purged_number: oldest } = await feed.readPosition(deps.db, principal);
  let [low, high] = [oldest, last];
  // Events up to `low` are older than the time. Events after `high` are not.
  while (low < high) {
    const above = Math.floor((low + high) / 2);
    const between = { project: principal.projectId, above, below: above + SPAN };
    const [first] = await feed.listChanged.all(deps.db, between);
    if (first === undefined || first.created_at >= at) high = above;
    else low = first.number;
  }
  return { epoch, number: low };
}

/** Milliseconds between two polls while a caller waits. */
const LOOK_EVERY_MS = 200;

interface Waiting {
  readonly number: number;
  resolve(): void;
  reject(error: unknown): void;
}

/** Creates a watch that reads the state of each project once per poll, however many callers wait for it. */
export function watchFeeds(deps: Pick<Deps, "db">): FeedWatch {
  // Bounded by the number of open streams.
  const waiting = new Map<number, Set<Waiting>>();
  let isLooking = false;

  async function look(): Promise<void> {
    for (const [projectId, all] of waiting) await lookAt(projectId, all);
    isLooking = false;
    if (waiting.size > 0) lookLater();
  }

  function lookLater(): void {
    if (isLooking) return;
    isLooking = true;
    setTimeout(look, LOOK_EVERY_MS).unref();
  }

  async function lookAt(projectId: number, all: ReadonlySet<Waiting>): Promise<void> {
    try {
      const { last_number: last } = await feed.readPosition(deps.db, { projectId });
      for (const one of all) if (last > one.number) one.resolve();
    } catch (error) {
      for (const one of all) one.reject(error);
    }
  }

  return {
    changed: (projectId, number, signal) =>
      new Promise<void>((resolve, reject) => {
        if (signal.aborted) return resolve();
        const all = waiting.get(projectId) ?? new Set();
        waiting.set(projectId, all);
        const leave = () => {
          signal.removeEventListener("abort", one.resolve);
          all.delete(one);
          if (all.size === 0 && waiting.get(projectId) === all) waiting.delete(projectId);
        };
        const one: Waiting = {
          number,
          resolve: () => {
            leave();
            resolve();
          },
          reject: (error) => {
            leave();
            reject(error);
          },
        };
        all.add(one);
        signal.addEventListener("abort", one.resolve, { once: true });
        lookLater();
      }),
  };
}
