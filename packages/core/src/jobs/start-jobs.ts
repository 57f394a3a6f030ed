import { randomUUID } from "node:crypto";
import { jobQueue } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { LEASE_MS } from "./run-job.ts";
import { type JobKinds, workOnProject } from "./work.ts";

/** Projects whose jobs one process works on at a time. */
const MAX_PROJECTS = 3;
const SEARCH_INTERVAL_MS = 500;
/**
 * Milliseconds until the first search after this process has created a job. The pause then doubles up to the usual one,
 * because the transaction of the job commits a moment later.
 */
const FIRST_SEARCH_MS = 2;
/** Milliseconds after which a job gives way to other projects that wait. */
const TURN_MS = 10_000;

/**
 * Starts to work on jobs, one at a time per project. Any number of processes can do it.
 *
 * @param options.searchEveryMs milliseconds between two searches for jobs that other processes created
 * @param options.onError receives internal errors; the work continues
 */
export function startJobs(
  deps: Deps,
  kinds: JobKinds,
  {
    searchEveryMs = SEARCH_INTERVAL_MS,
    onError,
  }: { readonly searchEveryMs?: number; readonly onError: (error: unknown) => void },
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = new Set<Promise<void>>();
  let isOneWaiting = false;
  let timer: NodeJS.Timeout | undefined;
  let pauseMs = searchEveryMs;
  let isSearching = false;

  async function search(): Promise<void> {
    const now = new Date().toISOString();
    const due = await jobQueue.listDue(deps.db, now, MAX_PROJECTS + 1);
    isOneWaiting = due.length > MAX_PROJECTS - running.size;
    for (const { projectId } of due.slice(0, MAX_PROJECTS - running.size)) {
      if (signal.aborted) return;
      const lease = randomUUID();
      const until = new Date(Date.now() + LEASE_MS).toISOString();
      const taken = { lease, until, now };
      if (!(await deps.db.transaction((tx) => jobQueue.take.any(tx, { projectId }, taken))))
        continue;
      const since = Date.now();
      const work = workOnProject(
        deps,
        kinds,
        { projectId, lease },
        { signal, mustGiveWay: () => isOneWaiting && Date.now() - since > TURN_MS, onError },
      )
        .catch(onError)
        .finally(() => {
          running.delete(work);
          if (isOneWaiting) searchSoon();
        });
      running.add(work);
    }
  }

  let searching: Promise<void>;
  function repeat(): void {
    isSearching = true;
    searching = search()
      .catch(onError)
      .finally(() => {
        isSearching = false;
        schedule();
      });
  }
  function schedule(): void {
    clearTimeout(timer);
    if (!signal.aborted) timer = setTimeout(repeat, pauseMs).unref();
    pauseMs = Math.min(2 * pauseMs, searchEveryMs);
  }
  function searchSoon(): void {
    pauseMs = FIRST_SEARCH_MS;
    if (!isSearching) schedule();
  }
  deps.jobEvents.on("runnable", searchSoon);
  repeat();
  return {
    stop: async () => {
      stopping.abort();
      deps.jobEvents.off("runnable", searchSoon);
      clearTimeout(timer);
      await searching;
      await Promise.all(running);
    },
  };
}
