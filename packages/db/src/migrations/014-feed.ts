import type { ColumnTypes } from "./column-types.ts";

/**
 * The feed: the order of a project's events. Events from before this migration are not in it: their subject is
 * null, and their payload is the body of their deliveries.
 */
export const statements = (t: ColumnTypes): readonly string[] => [
  "alter table events add column subject text",
  "drop index events_pending",
  "create index events_pending on events (project_id, id) where pending = 1",
  `create table feed (
    project_id ${t.int} not null, number ${t.int} not null, event_id ${t.int} not null,
    type text not null, subject text not null, primary key (project_id, number)) ${t.clustered}`,
  `create table project_feeds (
    project_id ${t.int} primary key, last_number ${t.int} not null, purged_number ${t.int} not null)`,
  "create table feed_epoch (name text primary key, epoch text, place text)",
  "insert into feed_epoch (name) values ('feed')",
  "alter table webhook_endpoints add column payload text not null default 'compact'",
  "alter table deliveries add column payload text not null default 'compact'",
  ...(t.dialect === "sqlite" ? SQLITE_STATISTICS : []),
];

const SQLITE_STATISTICS: readonly string[] = [
  "delete from sqlite_stat1 where idx in ('events_pending', 'sqlite_autoindex_templates_1')",
  `insert into sqlite_stat1 (tbl, idx, stat) values
    ('events', 'events_pending', '1000 100 1'),
    ('feed', 'feed', '10000000 1000000 1'),
    ('templates', 'sqlite_autoindex_templates_1', '100000 1001 2 1')`,
  // Loads them into this connection too.
  "analyze sqlite_schema",
];
