import { setTimeout } from "node:timers/promises";
import type { Deps } from "@rapport/core";
import { jobQueue } from "@rapport/db";

/** Takes the jobs of a project as another process would, so that they wait. @returns a function that gives them back */
export async function holdJobs({
  deps: { db },
  projectId,
}: {
  readonly deps: Deps;
  readonly projectId: number;
}): Promise<() => Promise<void>> {
  const now = new Date().toISOString();
  const lease = `test ${projectId}`;
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const take = () =>
    db.transaction(async (tx) => {
      await jobQueue.enqueue.all(tx, { projectId }, { now });
      return jobQueue.take.any(tx, { projectId }, { lease, until, now: new Date().toISOString() });
    });
  // A process that has just done a job may still have the project.
  while (!(await take())) await setTimeout(20);
  return () => db.transaction((tx) => jobQueue.release(tx, { projectId }, { lease, until: now }));
}
