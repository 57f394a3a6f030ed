import { sql } from "kysely";
import type { Db } from "../../dialect/dialect.ts";
import { projectIsLive } from "../../live-projects.ts";
import type { Scope } from "../../scope.ts";
import { sqlStatement } from "../../statement.ts";

/**
 * Puts a project into the queue and locks its row, so that the project stays in the queue until the transaction ends.
 * Call it before the change that gives the project work.
 */
export const enqueue = sqlStatement<{ project: number; now: string }, never>(
  "job_queue_insert",
  (param) => sql`
    insert into job_queue (project_id, until) values (${param("project")}, ${param("now")})
    on conflict (project_id) do update set until = job_queue.until`,
);

/** Lists projects without a worker, longest waiting first; without deleted ones. */
export async function listDue(db: Db, now: string, limit: number): Promise<readonly Scope[]> {
  const rows = await due.all(db, { now, limit });
  return rows.map(({ project_id: projectId }) => ({ projectId }));
}

const due = sqlStatement<{ now: string; limit: number }, { project_id: number }>(
  "job_queue_due",
  (param) => sql`
    select project_id from job_queue
    where until <= ${param("now")} and ${projectIsLive(sql`job_queue.project_id`)}
    order by until, project_id limit ${param("limit")}`,
);

interface Lease {
  readonly lease: string;
  readonly until: string;
}

/** Leases a project that has no worker. @returns whether it was free */
export const take = sqlStatement<Lease & { project: number; now: string }, { project_id: number }>(
  "job_queue_take",
  (param) => sql`
    update job_queue set lease = ${param("lease")}, until = ${param("until")}
    where project_id = ${param("project")} and until <= ${param("now")} returning project_id`,
);

/** Extends a lease, and locks it until the transaction ends. @returns whether it is still held */
export const extend = sqlStatement<Lease & { project: number }, { project_id: number }>(
  "job_queue_extend",
  (param) => sql`
    update job_queue set until = ${param("until")}
    where project_id = ${param("project")} and lease = ${param("lease")} returning project_id`,
);

/** Gives a lease back. Others may take the project after a time. */
export async function release(tx: Db, { projectId }: Scope, lease: Lease): Promise<void> {
  await releaseOne.all(tx, { project: projectId, ...lease });
}

const releaseOne = sqlStatement<Lease & { project: number }, never>(
  "job_queue_release",
  (param) => sql`
    update job_queue set lease = null, until = ${param("until")}
    where project_id = ${param("project")} and lease = ${param("lease")}`,
);

/** Ends the lease of a project, whichever process has it: its job commits nothing more. */
export const endLease = sqlStatement<{ project: number; now: string }, never>(
  "job_queue_end_lease",
  (param) => sql`
    update job_queue set lease = null, until = ${param("now")}
    where project_id = ${param("project")}`,
);

/** Takes a project out of the queue. */
export const dequeue = sqlStatement<{ project: number; lease: string }, never>(
  "job_queue_drop",
  (param) => sql`
    delete from job_queue where project_id = ${param("project")} and lease = ${param("lease")}`,
);
