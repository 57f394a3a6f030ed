import { feed, liveRevisions } from "@rapport/db";
import type { Deps } from "../deps.ts";

/**
 * Counters of what pages follow: the number of the last event, and the revisions of what has no events. A revision is
 * undefined for a page that does not know it.
 */
export interface LivePosition
  extends Readonly<Record<liveRevisions.RevisionSubject, number | undefined>> {
  readonly number: number;
}

/** What changed in a project, for a page that shows some of it. */
export interface LiveChanges {
  readonly position: LivePosition;
  /** Object types, `schema`, `jobs`, `deliveries`, `usage`, `views`, `currencies` and `attachments`. */
  readonly subjects: readonly string[];
  /** Ids of the records. Empty if there were too many. */
  readonly ids: readonly number[];
  /** Whether there were too many changes to name them, so that any record may have changed. */
  readonly isMany: boolean;
}

/** Events that one message names. */
const MAX_EVENTS = 200;
/** Pause between two looks, in which changes are collected. */
const LOOK_EVERY_MS = 250;
/** A page that begins to follow gets the changes of this time too, because it may have loaded its content before them. */
const RECENT_MS = 5_000;
/** Pause after a failure of the database. */
const RETRY_MS = 2_000;

export interface LiveFeeds {
  /**
   * Calls a function with the changes of a project: at once with those since `after`, and then as they are made.
   *
   * @param asked.after what the caller has seen; undefined for the last few seconds
   * @param asked.hasUsage whether it also gets changes of the API's usage
   * @returns a function that ends it
   */
  follow(projectId: number, asked: Asked, onChanges: (changes: LiveChanges) => void): () => void;
}

interface Asked {
  readonly after: LivePosition | undefined;
  readonly hasUsage: boolean;
}

interface Follower {
  /** Position up to which it has seen changes; undefined before the first message. */
  position: LivePosition | undefined;
  /** The revisions that it gets. */
  readonly follows: readonly liveRevisions.RevisionSubject[];
  readonly onChanges: (changes: LiveChanges) => void;
}

/**
 * Follows projects for pages. Reads the state of each project once per look, however many pages follow it, and not at all
 * without a page.
 *
 * @param onError receives failures of the database; following continues
 */
export function liveFeeds(deps: Pick<Deps, "db">, onError: (error: unknown) => void): LiveFeeds {
  // Bounded by the open pages.
  const projects = new Map<number, ReturnType<typeof followProject>>();

  return {
    follow(projectId, asked, onChanges) {
      const project = projects.get(projectId) ?? followProject(deps, projectId, onError);
      projects.set(projectId, project);
      const leave = project.add(asked, onChanges);
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
  projectId: number,
  onError: (error: unknown) => void,
) {
  const followers = new Set<Follower>();
  const ending = new AbortController();

  async function run(): Promise<void> {
    while (!ending.signal.aborted) {
      try {
        await look();
        await pause(LOOK_EVERY_MS, ending.signal);
      } catch (error) {
        onError(error);
        await pause(RETRY_MS, ending.signal);
      }
    }
  }

  async function look(): Promise<void> {
    const { last_number: last } = await feed.readPosition(deps.db, { projectId });
    const revisions = await liveRevisions.listRevisions.all(deps.db, { project: projectId });
    const isBehind = (one: Follower) => !isAt(one, last, revisions);
    const behind = [...followers].filter(isBehind);
    if (behind.length === 0) return;
    const above = Math.max(last - MAX_EVENTS, 0);
    const rows = behind.some(({ position }) => position?.number !== last)
      ? await feed.listChanged.all(deps.db, { projectId }, { above, below: last + 1 })
      : [];
    for (const one of behind) {
      const changes = changesFor(one, { rows, above, last, revisions });
      one.position = changes.position;
      one.onChanges(changes);
    }
  }

  return {
    add({ after, hasUsage }: Asked, onChanges: Follower["onChanges"]): () => void {
      const { REVISION_SUBJECTS: all } = liveRevisions;
      const follows = hasUsage ? all : all.filter((subject) => subject !== "usage");
      const follower = { position: after, follows, onChanges };
      followers.add(follower);
      if (followers.size === 1) void run();
      return () => {
        followers.delete(follower);
        if (followers.size === 0) ending.abort();
      };
    },
    isEmpty: () => followers.size === 0,
  };
}

type Revisions = readonly liveRevisions.Revision[];

function isAt({ position, follows }: Follower, last: number, revisions: Revisions): boolean {
  return (
    position?.number === last &&
    follows.every((one) => position[one] === subjectRevision(revisions, one))
  );
}

function subjectRevision(revisions: Revisions, subject: liveRevisions.RevisionSubject): number {
  return revisions.find((one) => one.subject === subject)?.revision ?? 0;
}

interface State {
  /** The last events, up to `last`. */
  readonly rows: readonly feed.ChangedRecord[];
  /** Number of the event before them. */
  readonly above: number;
  readonly last: number;
  readonly revisions: Revisions;
}

function changesFor(
  { position: seen, follows }: Follower,
  { rows, above, last, revisions }: State,
): LiveChanges {
  const recent = new Date(Date.now() - RECENT_MS).toISOString();
  const revised = revisions
    .filter(({ subject }) => follows.includes(subject))
    .filter(({ subject, revision, changed_at: at }) =>
      seen?.[subject] === undefined ? at >= recent : seen[subject] !== revision,
    );
  // A restored database begins again with lower numbers.
  const isMany = seen !== undefined && (seen.number < above || seen.number > last);
  const own = isMany
    ? []
    : rows.filter((row) =>
        seen === undefined ? row.created_at >= recent : row.number > seen.number,
      );
  const ids = own.flatMap(({ record_id: one, other_id: other }) => [one, other]);
  const subjects = [...own, ...revised].map(({ subject }) => subject);
  return {
    position: {
      number: last,
      jobs: subjectRevision(revisions, "jobs"),
      deliveries: subjectRevision(revisions, "deliveries"),
      usage: follows.includes("usage") ? subjectRevision(revisions, "usage") : undefined,
      views: subjectRevision(revisions, "views"),
      currencies: subjectRevision(revisions, "currencies"),
      attachments: subjectRevision(revisions, "attachments"),
    },
    subjects: [...new Set(subjects)],
    ids: [...new Set(ids.filter((id) => id !== null))],
    isMany,
  };
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
