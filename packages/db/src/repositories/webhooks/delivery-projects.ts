import { sql } from "kysely";
import type { Db } from "../../dialect/dialect.ts";
import { forUpdate } from "../../dialect/locks.ts";
import { projectIsLive } from "../../live-projects.ts";
import type { Scope } from "../../scope.ts";
import { sqlStatement } from "../../statement.ts";

/**
 * Notes that deliveries of a project are due at a time. Call it in the transaction that makes them due, after them.
 */
export const enqueue = sqlStatement<{ project: number; at: string }, never>(
  "delivery_queue_note",
  (param) => sql`
    insert into delivery_queue (project_id, due_at) values (${param("project")}, ${param("at")})
    on conflict (project_id) do update set due_at = excluded.due_at
    where delivery_queue.due_at is null or delivery_queue.due_at > excluded.due_at`,
);

/** Lists the projects that may have due deliveries, longest waiting first; without deleted ones. */
export async function listDueProjects(db: Db, now: string): Promise<readonly Scope[]> {
  const rows = await dueProjects.all(db, { now });
  return rows.map(({ project_id: projectId }) => ({ projectId }));
}

const dueProjects = sqlStatement<{ now: string }, { project_id: number }>(
  "delivery_queue_due",
  (param) => sql`
    select project_id from delivery_queue where due_at is not null and due_at <= ${param("now")}
      and ${projectIsLive(sql`delivery_queue.project_id`)}
    order by due_at, project_id`,
);

/** Notes when the next delivery of a project is due, after a look that found none. */
export async function settle(tx: Db, { projectId: project }: Scope): Promise<void> {
  // The next statement sees the deliveries of every transaction that noted one before.
  await lockQueue.all(tx, { project });
  await settleOne.all(tx, { project });
}

const lockQueue = sqlStatement<{ project: number }, { project_id: number }>(
  "delivery_queue_lock",
  (param, dialect) => sql`
    select project_id from delivery_queue where project_id = ${param("project")} ${forUpdate(dialect)}`,
);

const settleOne = sqlStatement<{ project: number }, never>(
  "delivery_queue_settle",
  (param) => sql`
    update delivery_queue set due_at = (
      select min(earliest) from (
        select (select min(d.next_at) from deliveries d
          where d.project_id = ${param("project")} and d.endpoint_id = e.id and d.status = 'pending') as earliest
        from webhook_endpoints e
        where e.project_id = ${param("project")} and e.enabled = 1) as each_endpoint)
    where project_id = ${param("project")}`,
);

/**
 * Notes every project that has pending deliveries. Those of a process of an earlier version, which may still run during
 * an upgrade, are not noted.
 */
export async function noteAll(tx: Db): Promise<void> {
  for (const { project_id: projectId, at } of await pendingProjects.all(tx, {})) {
    await enqueue.all(tx, { projectId }, { at });
  }
}

const pendingProjects = sqlStatement<object, { project_id: number; at: string }>(
  "deliveries_pending_projects",
  () => sql`
    select project_id, min(next_at) as at from deliveries where status = 'pending'
    group by project_id order by project_id`,
);
