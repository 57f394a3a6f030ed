import { feed } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { type FeedWatch, watchFeeds } from "./watch.ts";

/** Which records of a project changed, for a page that shows some of them. */
export interface LiveChanges {
  /** The number of the last event. */
  readonly number: number;
  /** Object types, and `schema`. */
  readonly subjects: readonly string[];
  /** Ids of the records. Empty if there were too many. */
  readonly ids: readonly number[];
  /** Whether there were too many changes to name them, so that anything may have changed. */
  readonly isMany: boolean;
}

/** Events that one message names. */
const MAX_EVENTS = 200;
/** Pause between two messages, in which changes are collected. */
const COLLECT_MS = 250;
/** A page that begins to follow gets the changes of this time too, because it may have loaded its content before them. */
const RECENT_MS = 5_000;
/** Pause after a failure of the database. */
const RETRY_MS = 2_000;

export interface LiveFeeds {
  /**
   * Calls a function with the changes of a project: at once with those since `after`, and then as they are made.
   *
   * @param after number of the last event that the caller knows; undefined for the last few seconds
   * @returns a function that ends it
   */
  follow(
    projectId: number,
    after: number | undefined,
    onChanges: (changes: LiveChanges) => void,
  ): () => void;
}

interface Follower {
  /** The number of the last event that it knows; -1 before the first message. */
  number: number;
  readonly onChanges: (changes: LiveChanges) => void;
}

/**
 * Follows the feeds of projects for pages. Reads each project's events once, however many pages follow it.
 *
 * @param onError receives failures of the database; following continues
 */
export function liveFeeds(deps: Pick<Deps, "db">, onError: (error: unknown) => void): LiveFeeds {
  const watch = watchFeeds(deps);
  // Bounded by the open pages.
  const projects = new Map<number, ReturnType<typeof followProject>>();

  return {
    follow(projectId, after, onChanges) {
      const project = projects.get(projectId) ?? followProject(deps, watch, projectId, onError);
      projects.set(projectId, project);
      const leave = project.add(after, onChanges);
      return () => {
        leave();
        // Another page may have begun to follow the project again.
        if (project.isEmpty() && projects.get(projectId) === project) projects.delete(projectId);
      };
    },
  };
}

function followProject(
  deps: Pick<Deps, "db">,
  watch: FeedWatch,
  projectId: number,
  onError: (error: unknown) => void,
) {
  const followers = new Set<Follower>();
  const ending = new AbortController();
  let waking = new AbortController();

  async function run(): Promise<void> {
    while (!ending.signal.aborted) {
      try {
        await step();
        await pause(COLLECT_MS, ending.signal);
      } catch (error) {
        onError(error);
        await pause(RETRY_MS, ending.signal);
      }
    }
  }

  async function step(): Promise<void> {
    const { last_number: last } = await feed.readPosition(deps.db, { projectId });
    const isBehind = ({ number }: Follower) => number < last;
    // A restored database begins again with lower numbers.
    for (const one of followers) if (one.number > last) tell(one, manyChanges(last));
    const behind = [...followers].filter(isBehind);
    if (behind.length === 0) {
      const signal = AbortSignal.any([ending.signal, waking.signal]);
      return watch.changed(projectId, last, signal);
    }
    const above = Math.max(last - MAX_EVENTS, 0);
    const rows = await feed.listChanged(deps.db, { projectId }, { above, below: last + 1 });
    for (const one of behind) tell(one, changesFor(one, rows, { above, last }));
  }

  function tell(follower: Follower, changes: LiveChanges): void {
    follower.number = changes.number;
    follower.onChanges(changes);
  }

  return {
    add(after: number | undefined, onChanges: Follower["onChanges"]): () => void {
      const follower = { number: after ?? -1, onChanges };
      followers.add(follower);
      if (followers.size === 1) void run();
      else {
        waking.abort();
        waking = new AbortController();
      }
      return () => {
        followers.delete(follower);
        if (followers.size === 0) ending.abort();
      };
    },
    isEmpty: () => followers.size === 0,
  };
}

function changesFor(
  { number }: Follower,
  rows: readonly feed.ChangedRecord[],
  { above, last }: { above: number; last: number },
): LiveChanges {
  if (number >= 0 && number < above) return manyChanges(last);
  const recent = new Date(Date.now() - RECENT_MS).toISOString();
  const own = rows.filter((row) => (number < 0 ? row.created_at >= recent : row.number > number));
  const ids = own.flatMap(({ record_id: one, other_id: other }) => [one, other]);
  return {
    number: last,
    subjects: [...new Set(own.map(({ subject }) => subject))],
    ids: [...new Set(ids.filter((id) => id !== null))],
    isMany: false,
  };
}

function manyChanges(number: number): LiveChanges {
  return { number, subjects: [], ids: [], isMany: true };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms).unref();
    signal.addEventListener("abort", done, { once: true });
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    }
  });
}
