import type { ColumnTypes } from "./column-types.ts";

/**
 * Pairs of records that may describe the same thing. The worker finds them: for new changes from the feed, from
 * `compared_number` on, and for the records from before this migration from `duplicate_backfills`.
 */
export const statements = (t: ColumnTypes): readonly string[] => [
  // Digests of what duplicates have in common, such as an email: who has one, and which ones a record has.
  `create table duplicate_keys (
    project_id ${t.int} not null, type ${t.text} not null, key ${t.text} not null,
    record_id ${t.int} not null, primary key (project_id, type, key, record_id)) ${t.clustered}`,
  `create table duplicate_records (
    project_id ${t.int} not null, record_id ${t.int} not null, type ${t.text} not null,
    keys text not null, primary key (project_id, record_id)) ${t.clustered}`,
  // Each pair is there twice, so that one key finds the pairs of a record.
  `create table duplicate_pairs (
    project_id ${t.int} not null, record_id ${t.int} not null, other_id ${t.int} not null,
    type ${t.text} not null, keys text not null, found_at ${t.time} not null,
    dismissed_at ${t.time}, primary key (project_id, record_id, other_id)) ${t.clustered}`,
  `create index duplicate_pairs_open on duplicate_pairs (project_id, type, record_id, other_id)
    where dismissed_at is null and record_id > other_id`,
  // One worker at a time compares the records of a project.
  `create table duplicate_locks (project_id ${t.int} primary key)`,
  `create table duplicate_backfills (
    project_id ${t.int} not null, type ${t.text} not null, after_id ${t.int} not null,
    primary key (project_id, type)) ${t.clustered}`,
  `alter table project_feeds add column compared_number ${t.int} not null default 0`,
  "update project_feeds set compared_number = last_number",
  `create index project_feeds_behind on project_feeds (project_id)
    where compared_number < last_number`,
  `insert into duplicate_backfills (project_id, type, after_id)
    select p.id, t.type, 0 from projects p cross join (${TYPES}) as t where (
      select 1 from records r
      where r.project_id = p.id and r.type = t.type and r.deleted_at is null limit 1) is not null`,
  ...(t.dialect === "sqlite" ? SQLITE_STATISTICS : []),
];

/** The types that there were before this migration. */
const TYPES = ["appointment", "company", "contact", "deal", "lead", "ticket"]
  .map((type) => `select '${type}' as type`)
  .join(" union all ");

const SQLITE_STATISTICS: readonly string[] = [
  `insert into sqlite_stat1 (tbl, idx, stat) values
    ('duplicate_keys', 'duplicate_keys', '3000000 300000 60000 2 1'),
    ('duplicate_records', 'duplicate_records', '1000000 100000 1'),
    ('duplicate_pairs', 'duplicate_pairs', '200000 20000 2 1'),
    ('duplicate_pairs', 'duplicate_pairs_open', '50000 5000 1000 2 1'),
    ('project_feeds', 'project_feeds_behind', '100 1')`,
  "analyze sqlite_schema",
];
