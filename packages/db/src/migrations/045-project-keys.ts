import type { ColumnTypes } from "./column-types.ts";

/**
 * Puts the project first in the keys and indexes that lacked it, so that all of a project's rows can be on one node of
 * several. `delivery_queue` says which projects have deliveries to send and when, so that a worker takes one project at
 * a time.
 */
export const statements = (t: ColumnTypes): readonly string[] => [
  `alter table attempts add column project_id ${t.int}`,
  `update attempts set project_id = (
    select d.project_id from deliveries d where d.id = attempts.delivery_id)`,
  "delete from attempts where project_id is null",
  ...KEYS[t.dialect],
  ...TRIGGERS[t.dialect],

  ...HOLD_SCHEMA[t.dialect],

  "drop index attempts_by_delivery",
  "create index attempts_by_delivery on attempts (project_id, delivery_id, id)",
  "drop index deliveries_due",
  `create index deliveries_due on deliveries (project_id, endpoint_id, next_at, id)
    where status = 'pending'`,
  "drop index deliveries_by_endpoint",
  // Every delivery has attempts from 0 on, and an event. The conditions hide the indexes from other statements.
  `create index deliveries_by_endpoint on deliveries (project_id, endpoint_id, id)
    where attempt_count >= 0`,
  "drop index deliveries_by_event",
  `create index deliveries_by_event on deliveries (project_id, event_id)
    where event_id > 0`,
  "drop index deliveries_failed",
  `create index deliveries_failed on deliveries (project_id, endpoint_id, finished_at)
    where status = 'failed' and finished_at is not null`,

  `create table delivery_queue (
    project_id ${t.int} not null primary key, due_at ${t.time}) ${t.clustered}`,
  "create index delivery_queue_due on delivery_queue (due_at, project_id) where due_at is not null",
  `insert into delivery_queue (project_id, due_at)
    select project_id, min(next_at) from deliveries where status = 'pending' group by project_id`,
  ...(t.dialect === "sqlite" ? SQLITE_STATISTICS : []),
];

/** On SQLite the id stays the key, because it is the row's place. */
const KEYS: Record<ColumnTypes["dialect"], readonly string[]> = {
  sqlite: [],
  postgres: [
    "alter table attempts alter column project_id set not null",
    ...["record_history", "events", "deliveries", "attempts"].map(
      (table) =>
        `alter table ${table} drop constraint ${table}_pkey, add primary key (project_id, id)`,
    ),
    // The key is the same.
    "drop index deliveries_by_project",
  ],
};

/** See `holdSchemaOfRow` in `dialect/schema-lock.ts`. */
const HOLD_SCHEMA: Record<ColumnTypes["dialect"], readonly string[]> = {
  sqlite: [],
  postgres: [
    `create function hold_schema(project bigint) returns integer language plpgsql immutable as $$ begin
      perform pg_advisory_xact_lock_shared(hashtextextended('schema', project));
      return null;
    end $$`,
  ],
};

/** A process of an earlier version, which may still run during an upgrade, does not give attempts their project. */
const TRIGGERS: Record<ColumnTypes["dialect"], readonly string[]> = {
  sqlite: [
    `create trigger attempts_project after insert on attempts when new.project_id is null begin
      update attempts set project_id = (
        select d.project_id from deliveries d where d.id = new.delivery_id) where id = new.id;
    end`,
  ],
  postgres: [
    `create function set_attempt_project() returns trigger language plpgsql as $$ begin
      select d.project_id into new.project_id from deliveries d where d.id = new.delivery_id;
      return new;
    end $$`,
    `create trigger attempts_project before insert on attempts for each row
      when (new.project_id is null) execute function set_attempt_project()`,
  ],
};

const SQLITE_STATISTICS: readonly string[] = [
  `delete from sqlite_stat1 where idx in (
    'attempts_by_delivery', 'deliveries_due', 'deliveries_by_endpoint', 'deliveries_by_event',
    'deliveries_failed', 'deliveries_by_project')`,
  `insert into sqlite_stat1 (tbl, idx, stat) values
    ('attempts', 'attempts_by_delivery', '10000000 1000000 2 1'),
    ('deliveries', 'deliveries_due', '100000 10000 1000 2 1'),
    ('deliveries', 'deliveries_by_endpoint', '10000000 1000000 100000 1'),
    ('deliveries', 'deliveries_by_event', '10000000 1000000 2'),
    ('deliveries', 'deliveries_by_project', '10000000 999999 1'),
    ('deliveries', 'deliveries_failed', '100000 10000 1000 2'),
    ('delivery_queue', 'delivery_queue', '1000 1'),
    ('delivery_queue', 'delivery_queue_due', '1000 2 1')`,
  // Loads them into this connection too.
  "analyze sqlite_schema",
];
