import { type Query, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "./api.ts";
import { noteChanged } from "./changed.ts";

/** What the server sends: which records changed. */
interface LiveChanges {
  /** Object types, and `schema`. */
  readonly subjects: readonly string[];
  readonly ids: readonly number[];
  /** Whether there were too many changes to name them. */
  readonly isMany: boolean;
}

const EVERYTHING: LiveChanges = { subjects: [], ids: [], isMany: true };

/** Refetches lists at most this often, however fast records change. */
const REFETCH_EVERY_MS = 1_000;
/** Interval of the check whether what is in use has become free. */
const HELD_CHECK_MS = 500;
/** Pause before a stream that was refused is opened again. */
const RETRY_MS = 10_000;

/**
 * Keeps the page up to date: refetches what it shows when somebody changes it. The tabs of a browser share one stream,
 * because a browser opens only six connections to a server.
 *
 * @param projectId undefined on pages of the installation
 */
export function useLiveChanges(projectId: number | undefined): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (projectId === undefined) return;
    const ending = new AbortController();
    const refetch = refetching(queryClient, ending.signal);
    const receive = (changes: LiveChanges) => {
      if (changes.subjects.length === 0 && !changes.isMany) return;
      noteChanged(changes.ids);
      refetch(changes);
    };
    const name = `rapport-live-${projectId}`;
    const others = new BroadcastChannel(name);
    others.onmessage = ({ data }) => receive(data as LiveChanges);
    const tell = (changes: LiveChanges) => {
      receive(changes);
      others.postMessage(changes);
    };
    void holdStream(name, ending.signal, () => openStream(projectId, tell, ending.signal));
    return () => {
      ending.abort();
      others.close();
    };
  }, [projectId, queryClient]);
}

/** Opens the stream in one tab at a time. Locks exist only in a secure context; without them each tab has its own. */
async function holdStream(
  name: string,
  signal: AbortSignal,
  open: () => Promise<void>,
): Promise<void> {
  if (navigator.locks === undefined) return open();
  await navigator.locks.request(name, { signal }, open).catch(() => undefined);
}

/** Follows the project's changes until the signal is aborted. */
function openStream(
  projectId: number,
  receive: (changes: LiveChanges) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    let source: EventSource;
    let timer: ReturnType<typeof setTimeout> | undefined;
    function open(isAgain: boolean): void {
      source = new EventSource(`/live/${projectId}`);
      source.onmessage = ({ data }) => receive(JSON.parse(data));
      // A new source does not know what the old one has received.
      source.onopen = () => {
        if (isAgain) receive(EVERYTHING);
        isAgain = false;
      };
      source.onerror = () => {
        // The browser reconnects by itself after a broken connection, but not after an error status.
        if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, RETRY_MS, true);
      };
    }
    open(false);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        source.close();
        resolve();
      },
      { once: true },
    );
  });
}

/** Returns a function that refetches the queries that show some changes. It waits while they are in use. */
function refetching(queryClient: QueryClient, signal: AbortSignal): (changes: LiveChanges) => void {
  const held = new Set<Part>();
  let timer: ReturnType<typeof setInterval> | undefined;
  signal.addEventListener("abort", () => clearInterval(timer), { once: true });

  function refetch(part: Part): void {
    const { queryKey, except } = PARTS[part];
    const predicate = (query: Query) => except === undefined || !startsWith(query.queryKey, except);
    void queryClient.invalidateQueries({ queryKey, predicate });
  }
  function release(): void {
    for (const part of held) {
      if (isInUse(part)) continue;
      held.delete(part);
      refetch(part);
    }
    if (held.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }
  return collected((all) => {
    for (const part of new Set(all.flatMap(partsOf))) {
      if (isInUse(part)) held.add(part);
      else refetch(part);
    }
    if (held.size > 0) timer ??= setInterval(release, HELD_CHECK_MS);
  }, signal);
}

/** Queries that show records or the schema. */
const PARTS = {
  record: { queryKey: api.records.read.pathKey(), except: undefined },
  records: { queryKey: api.records.pathKey(), except: api.records.read.pathKey() },
  board: { queryKey: api.board.pathKey(), except: undefined },
  home: { queryKey: api.home.pathKey(), except: undefined },
  reports: { queryKey: api.reports.pathKey(), except: api.reports.pins.pathKey() },
  duplicates: { queryKey: api.duplicates.pathKey(), except: undefined },
  schema: { queryKey: api.schema.pathKey(), except: undefined },
} satisfies Record<
  string,
  { queryKey: readonly unknown[]; except: readonly unknown[] | undefined }
>;
type Part = keyof typeof PARTS;

const OF_RECORDS: readonly Part[] = ["record", "records", "board", "home", "reports", "duplicates"];

function partsOf({ subjects, isMany }: LiveChanges): readonly Part[] {
  return isMany || subjects.includes("schema") ? [...OF_RECORDS, "schema"] : OF_RECORDS;
}

/** Whether the admin is editing a record or a cell, or moving a card. It stays, even if somebody deletes the record. */
function isInUse(part: Part): boolean {
  if (part === "records") return document.querySelector("[data-editing-cell]") !== null;
  if (part === "record") return (document.activeElement?.closest("form") ?? null) !== null;
  return (
    part === "board" && document.querySelector('[role="menu"], [data-dragging="true"]') !== null
  );
}

/** Query keys begin with the path of their procedure. */
function startsWith([path]: readonly unknown[], [start]: readonly unknown[]): boolean {
  return JSON.stringify(path) === JSON.stringify(start);
}

/** Returns a function that passes what it is given on: at once, and then what was collected each second. */
function collected<T>(pass: (all: readonly T[]) => void, signal: AbortSignal): (one: T) => void {
  let waiting: T[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    timer = undefined;
    if (waiting.length === 0 || signal.aborted) return;
    const all = waiting;
    waiting = [];
    timer = setTimeout(flush, REFETCH_EVERY_MS);
    pass(all);
  };
  return (one) => {
    waiting.push(one);
    if (timer === undefined) flush();
  };
}
