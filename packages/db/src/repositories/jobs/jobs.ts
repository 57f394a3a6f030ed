import { sql } from "kysely";
import { isAmong, isInGroup } from "../../dialect/access-path.ts";
import type { Db } from "../../dialect/dialect.ts";
import { jsonValues } from "../../dialect/json.ts";
import { forUpdate } from "../../dialect/locks.ts";
import type { Row } from "../../schema.ts";
import type { Scope } from "../../scope.ts";
import { sqlStatement } from "../../statement.ts";

export type JobRow = Row<"jobs">;

const columns = sql`id, project_id, kind, type, state, settings, progress, actor, failure, failures,
  created_at, started_at, ended_at`;

export interface NewJob {
  readonly kind: string;
  readonly type: string;
  /** JSON. */
  readonly settings: string;
  readonly actor: string;
  readonly at: string;
}

/** Adds a waiting job. @returns its id */
export async function insertJob(tx: Db, { projectId }: Scope, job: NewJob): Promise<number> {
  const { id } = (await insert.first(tx, { project: projectId, ...job })) as { id: number };
  return id;
}

const insert = sqlStatement<NewJob & { project: number }, { id: number }>(
  "job_insert",
  (param) => sql`
    insert into jobs (project_id, kind, type, state, settings, progress, actor, failures, created_at)
    values (${param("project")}, ${param("kind")}, ${param("type")}, 'waiting', ${param("settings")}, '{}',
      ${param("actor")}, 0, ${param("at")})
    returning id`,
);

interface Key {
  project: number;
  id: number;
}

export const findJob = sqlStatement<Key, JobRow>(
  "job_find",
  (param) => sql`
    select ${columns} from jobs where id = ${param("id")} and project_id = ${param("project")}`,
);

/** Like `findJob`; also locks the job. */
export const lockJob = sqlStatement<Key, JobRow>(
  "job_lock",
  (param, dialect) => sql`
    select ${columns} from jobs where id = ${param("id")} and project_id = ${param("project")}
    ${forUpdate(dialect)}`,
);

/** Lists the jobs of a kind before an id, newest first. */
export const listJobs = sqlStatement<
  { project: number; kind: string; before: number; limit: number },
  JobRow
>("jobs_list", (param, dialect) => {
  const group = { column: sql`kind`, value: param("kind") };
  return sql`
      select ${columns} from jobs
      where project_id = ${param("project")}
        and ${isInGroup(dialect, group, sql`id`, { below: param("before") })}
      order by kind desc, id desc limit ${param("limit")}`;
});

/** Lists the waiting and running jobs of a project. */
export const listOpen = sqlStatement<
  { project: number },
  Pick<JobRow, "id" | "kind" | "created_at" | "state">
>(
  "jobs_open",
  (param) => sql`
    select id, kind, created_at, state from jobs
    where project_id = ${param("project")} and state in ('waiting', 'running')
    order by project_id, id`,
);

/** Finds the oldest running job of a project. */
export const firstRunning = sqlStatement<{ project: number }, JobRow>(
  "job_first_running",
  (param) => sql`
    select ${columns} from jobs where project_id = ${param("project")} and state = 'running'
    order by project_id, id limit 1`,
);

/**
 * Finds the oldest running job of a project among some kinds.
 * As a plain column, the kind would lead PostgreSQL to the index of all jobs.
 */
export const findFirstRunning = sqlStatement<{ project: number; kinds: readonly string[] }, JobRow>(
  "job_first_running_of",
  (param, dialect) => sql`
    select ${columns} from jobs where project_id = ${param("project")} and state = 'running'
      and ${isAmong(dialect, sql`coalesce(kind, '')`, jsonValues(dialect, param("kinds"), "text"))}
    order by project_id, id limit 1`,
);

/** Sets the state and the settings of a waiting job. @returns whether it was waiting */
export const startJob = sqlStatement<Key & { settings: string }, { id: number }>(
  "job_start",
  (param) => sql`
    update jobs set state = 'running', settings = ${param("settings")}
    where id = ${param("id")} and project_id = ${param("project")} and state = 'waiting'
    returning id`,
);

/** Saves the progress of a running job. @returns false if it is no longer running */
export const saveProgress = sqlStatement<Key & { progress: string; at: string }, { id: number }>(
  "job_save",
  (param) => sql`
    update jobs set progress = ${param("progress")}, failures = 0,
      started_at = coalesce(started_at, ${param("at")})
    where id = ${param("id")} and project_id = ${param("project")} and state = 'running'
    returning id`,
);

export type JobEnd = Pick<JobRow, "state" | "failure"> & { readonly at: string };

/** Ends a waiting or running job. @returns false if it had ended */
export const endJob = sqlStatement<Key & JobEnd, { id: number }>(
  "job_end",
  (param) => sql`
    update jobs set state = ${param("state")}, failure = ${param("failure")}, ended_at = ${param("at")}
    where id = ${param("id")} and project_id = ${param("project")} and state in ('waiting', 'running')
    returning id`,
);

/** Removes a job that has ended. @returns false if it has not */
export const removeJob = sqlStatement<Key, { id: number }>(
  "job_remove",
  (param) => sql`
    delete from jobs
    where id = ${param("id")} and project_id = ${param("project")} and ended_at is not null
    returning id`,
);

/** Lists jobs that ended before a time. */
export const listEnded = sqlStatement<
  { before: string; limit: number },
  { readonly project_id: number; readonly id: number }
>(
  "jobs_ended",
  (param) => sql`
    select project_id, id from jobs
    where state not in ('waiting', 'running') and ended_at < ${param("before")}
    order by ended_at, project_id, id limit ${param("limit")}`,
);

/** Marks a job that has ended as undone. */
export const markUndone = sqlStatement<Key, never>(
  "job_mark_undone",
  (param) => sql`
    update jobs set state = 'undone' where id = ${param("id")} and project_id = ${param("project")}`,
);

/** Replaces the progress of a job in any state. */
export const noteProgress = sqlStatement<Key & { progress: string }, never>(
  "job_note_progress",
  (param) => sql`
    update jobs set progress = ${param("progress")}
    where id = ${param("id")} and project_id = ${param("project")}`,
);

/** Counts an error of a running job. @returns errors since it last made progress */
export async function countFailure(tx: Db, { projectId }: Scope, id: number): Promise<number> {
  return (await fail.first(tx, { project: projectId, id }))?.failures ?? 0;
}

const fail = sqlStatement<Key, { failures: number }>(
  "job_count_failure",
  (param) => sql`
    update jobs set failures = failures + 1
    where id = ${param("id")} and project_id = ${param("project")} and state = 'running'
    returning failures`,
);
