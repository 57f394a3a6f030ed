import { randomUUID } from "node:crypto";
import { jobQueue } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { LEASE_MS } from "./run-job.ts";
import { type JobKinds, workOnProject } from "./work.ts";

/** Projects whose jobs one process works on at a time. */
const MAX_PROJECTS = 3;
/** Milliseconds between two searches for projects that have jobs. */
const SEARCH_INTERVAL_MS = 500;
/** Milliseconds after which a job gives way to other projects that wait. */
const TURN_MS = 10_000;

/**
 * Starts to work on jobs, one at a time per project. Any number of processes can do it.
 *
 * @param options.onError receives internal errors; the work continues
 */
export function startJobs(
  deps: Deps,
  kinds: JobKinds,
  { onError }: { readonly onError: (error: unknown) => void },
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = new Set<Promise<void>>();
  let isOneWaiting = false;
  let timer: NodeJS.Timeout | undefined;

  async function search(): Promise<void> {
    const now = new Date().toISOString();
    const due = await jobQueue.listDue(deps.db, now, MAX_PROJECTS + 1);
    isOneWaiting = due.length > MAX_PROJECTS - running.size;
    for (const { projectId } of due.slice(0, MAX_PROJECTS - running.size)) {
      if (signal.aborted) return;
      const lease = randomUUID();
      const until = new Date(Date.now() + LEASE_MS).toISOString();
      const taken = { lease, until, now };
      if (!(await deps.db.transaction((tx) => jobQueue.take(tx, { projectId }, taken)))) continue;
      const since = Date.now();
      const work = workOnProject(
        deps,
        kinds,
        { projectId, lease },
        { signal, mustGiveWay: () => isOneWaiting && Date.now() - since > TURN_MS, onError },
      )
        .catch(onError)
        .finally(() => running.delete(work));
      running.add(work);
    }
  }

  let searching: Promise<void>;
  function repeat(): void {
    searching = search()
      .catch(onError)
      .finally(() => {
        if (!signal.aborted) timer = setTimeout(repeat, SEARCH_INTERVAL_MS).unref();
      });
  }
  repeat();
  return {
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await searching;
      await Promise.all(running);
    },
  };
}
