import type { Database } from "@rapport/db";

/**
 * Takes all jobs from the processes that work on them. They commit nothing more, and no process continues them until
 * `freeJobs`.
 * So a test can change something between two commits of a job.
 */
export function holdJobs(db: Database): Promise<void> {
  return runSql(
    db,
    "hold_jobs",
    "update job_queue set lease = 'test', until = '2999-01-01T00:00:00.000Z'",
  );
}

/**
 * Lets any process continue all jobs at once: those of `holdJobs`, and those of a killed process, whose lease has not
 * ended.
 */
export function freeJobs(db: Database): Promise<void> {
  return runSql(db, "free_jobs", "update job_queue set until = '2020-01-01T00:00:00.000Z'");
}

/** In a transaction of the service, because on SQLite it waits for the others of its process. */
async function runSql(db: Database, name: string, sql: string): Promise<void> {
  await db.transaction((tx) => tx.execute({ name, sql }, []));
}
