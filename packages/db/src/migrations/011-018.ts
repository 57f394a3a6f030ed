import type { ColumnTypes } from "./column-types.ts";

/** Indexes that only one statement each can use, whatever the planner's statistics are. */
const accessPaths = (t: ColumnTypes): readonly string[] => [
  "drop index records_by_created",
  // Every record has a creation time. The condition hides the index from statements that do not ask for one.
  `create index records_by_created on records (project_id, type, created_at)
    where deleted_at is null and created_at is not null`,
  // In the same way, every ended delivery has an end time.
  "drop index deliveries_by_age",
  "create index deliveries_by_age on deliveries (created_at) where finished_at is not null",
  "drop index deliveries_failed",
  `create index deliveries_failed on deliveries (endpoint_id, finished_at)
    where status = 'failed' and finished_at is not null`,
  "create index templates_by_tenant on templates (tenant_id, id)",
  // The log is read only by time.
  "drop index audit_log_by_project",
  "drop index audit_log_by_actor",
  ...(t.dialect === "sqlite" ? SQLITE_STATISTICS_011 : []),
];

const SQLITE_STATISTICS_011: readonly string[] = [
  "delete from sqlite_stat1 where idx in ('records_by_created', 'deliveries_by_age', 'deliveries_failed')",
  `insert into sqlite_stat1 (tbl, idx, stat) values
    ('records', 'records_by_created', '1000000 100000 20000 2'),
    ('deliveries', 'deliveries_by_age', '10000000 10'),
    ('deliveries', 'deliveries_failed', '100000 1000 2'),
    ('templates', 'templates_by_tenant', '100000 1000 1')`,
];

/**
 * Indexes for lists by time of change and for lists of deleted records, and the version in a record's history.
 */
const reads = (t: ColumnTypes): readonly string[] => [
  // Every record has an update time and a version. The conditions hide the indexes from statements that do
  // not compare them.
  `create index records_by_updated on records (project_id, type, updated_at, id)
    where updated_at is not null`,
  `create index records_deleted_by_type on records (project_id, type, id)
    where deleted_at is not null and version > 0`,
  ...(t.dialect === "sqlite" ? SQLITE_STATISTICS_012 : []),
  // Null in entries that were made before this migration; then it is counted.
  `alter table record_history add column version ${t.int}`,
];

const SQLITE_STATISTICS_012: readonly string[] = [
  `insert into sqlite_stat1 (tbl, idx, stat) values
    ('records', 'records_by_updated', '1000000 100000 20000 2 1'),
    ('records', 'records_deleted_by_type', '10000 1000 200 1'),
    ('templates', 'sqlite_autoindex_templates_1', '100000 1000 2 1')`,
];

/**
 * The words of live records. Each row holds the different words of one record, each with a space in front.
 * `word-index.ts` of the dialects describes the index over them. Existing records get theirs in the
 * background: `record_words_missing` lists the types of projects where that is not finished.
 */
const words = (t: ColumnTypes): readonly string[] => [
  `create table record_words (
    project_id ${t.int} not null, type ${t.text} not null, record_id ${t.int} not null,
    words ${t.text} not null, primary key (project_id, type, record_id)) ${t.clustered}`,
  ...(t.dialect === "sqlite" ? SQLITE : POSTGRES),
  `create table record_words_missing (
    project_id ${t.int} not null, type ${t.text} not null, after_id ${t.int} not null,
    primary key (project_id, type)) ${t.clustered}`,
  `insert into record_words_missing (project_id, type, after_id)
    select distinct project_id, type, 0 from records where deleted_at is null`,
];

const SQLITE: readonly string[] = [
  `create virtual table record_word_index using fts5 (
    words, content='', contentless_delete=1, detail=none, tokenize="ascii tokenchars '._~'")`,
  `insert into sqlite_stat1 (tbl, idx, stat) values
    ('record_words', 'record_words', '1000000 100000 20000 1')`,
];

/** Each word with its project and type in front, so that the postings of a project are apart from others'. */
export const WORD_TOKENS = `array_to_tsvector(string_to_array(
  substr(replace(words, ' ', ' ' || cast(project_id as text) || '.' || type || '.'), 2), ' '))`;

const POSTGRES: readonly string[] = [
  // Searches read the pending list from end to end, and one write empties it, so it stays short.
  `create index record_words_by_word on record_words using gin ((${WORD_TOKENS}))
    with (fastupdate = on, gin_pending_list_limit = 256)`,
  // Connections forbid bitmap scans, the only ones of a GIN index; here nothing else is left. Conditions that
  // the primary key could answer are hidden from the planner, which would otherwise combine both.
  `create function find_record_words(
    wanted tsquery, project bigint, above bigint, below bigint, is_descending boolean, most bigint)
  returns setof bigint language plpgsql stable
  set enable_bitmapscan = on set enable_seqscan = off set enable_indexscan = off
  as $$ begin
    return query select record_id from record_words
    where ${WORD_TOKENS} @@ wanted and (project_id = project) is true
      and (record_id > above) is true and (record_id < below) is true
    order by case when is_descending then - record_id else record_id end limit most;
  end $$`,
];

/**
 * The feed: the order of a project's events. Events from before this migration are not in it: their subject is
 * null, and their payload is the body of their deliveries.
 */
const feed = (t: ColumnTypes): readonly string[] => [
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
  ...(t.dialect === "sqlite" ? SQLITE_STATISTICS_014 : []),
];

const SQLITE_STATISTICS_014: readonly string[] = [
  "delete from sqlite_stat1 where idx in ('events_pending', 'sqlite_autoindex_templates_1')",
  `insert into sqlite_stat1 (tbl, idx, stat) values
    ('events', 'events_pending', '1000 100 1'),
    ('feed', 'feed', '10000000 1000000 1'),
    ('templates', 'sqlite_autoindex_templates_1', '100000 1001 2 1')`,
  // Loads them into this connection too.
  "analyze sqlite_schema",
];

/**
 * The index for searches that are sorted by the time of creation, then by the id. On SQLite every index ends
 * with the id already.
 */
const search = (t: ColumnTypes): readonly string[] =>
  t.dialect === "postgres"
    ? [
        "drop index records_by_created",
        `create index records_by_created on records (project_id, type, created_at, id)
          where deleted_at is null and created_at is not null`,
      ]
    : [];

/** The values that running upserts have locked. Each transaction deletes its rows, so none are ever committed. */
const upsertKeys = (t: ColumnTypes): readonly string[] => [
  `create table upsert_keys (
    project_id ${t.int} not null, type ${t.text} not null, property ${t.text} not null,
    digest ${t.text} not null, primary key (project_id, type, property, digest)) ${t.clustered}`,
];

/** The records that stored responses show, so that the erasure of a record finds them. */
const idempotency = (t: ColumnTypes): readonly string[] => [
  `create table idempotency_records (
    project_id ${t.int} not null, record_id ${t.int} not null, key text not null,
    created_at ${t.time} not null, primary key (project_id, record_id, key)) ${t.clustered}`,
  "create index idempotency_records_by_age on idempotency_records (created_at)",
  ...(t.dialect === "sqlite" ? SQLITE_STATISTICS_017 : []),
];

const SQLITE_STATISTICS_017: readonly string[] = [
  `insert into sqlite_stat1 (tbl, idx, stat) values
    ('idempotency_records', 'idempotency_records', '1000000 100000 2 1'),
    ('idempotency_records', 'idempotency_records_by_age', '1000000 10')`,
  // Loads them into this connection too.
  "analyze sqlite_schema",
];

/**
 * Merged records. A merged record stays as a row with the id of the record that took its place.
 * `record_merges` and `merge_associations` hold what an unmerge needs: the values and the associations that the
 * primary record took. `record_merges` also has the order of its merges.
 */
const merge = (t: ColumnTypes): readonly string[] => [
  `alter table records add column merged_into ${t.int}`,
  `create table record_merges (
    project_id ${t.int} not null, merged_id ${t.int} not null, primary_id ${t.int} not null,
    number ${t.int} not null, height ${t.int} not null, changes ${t.json} not null,
    at ${t.time} not null, is_kept integer not null, primary key (project_id, merged_id)) ${t.clustered}`,
  `create table merge_associations (
    project_id ${t.int} not null, merged_id ${t.int} not null, other_id ${t.int} not null,
    created_at ${t.time} not null, primary key (project_id, merged_id, other_id)) ${t.clustered}`,
  "create unique index record_merges_by_primary on record_merges (project_id, primary_id, number)",
  "create index record_merges_kept on record_merges (at) where is_kept = 1",
  // A part of the schema is in use while a merged record may come back with it. Every id is above 0: the
  // condition hides the index from statements that do not compare ids with 0.
  `create index records_removed on records (project_id, deleted_at)
    where deleted_at is not null and id > 0`,
  ...(t.dialect === "sqlite" ? SQLITE_STATISTICS_018 : []),
];

const SQLITE_STATISTICS_018: readonly string[] = [
  `insert into sqlite_stat1 (tbl, idx, stat) values
    ('records', 'records_removed', '10000 1000 1'),
    ('record_merges', 'record_merges', '100000 10000 1'),
    ('merge_associations', 'merge_associations', '100000 10000 2 1'),
    ('record_merges', 'record_merges_by_primary', '100000 10000 2 1'),
    ('record_merges', 'record_merges_kept', '10000 2')`,
  "analyze sqlite_schema",
];

/** The migrations of this file, by name. */
export const MIGRATIONS = {
  "011-access-paths": accessPaths,
  "012-reads": reads,
  "013-words": words,
  "014-feed": feed,
  "015-search": search,
  "016-upsert-keys": upsertKeys,
  "017-idempotency": idempotency,
  "018-merge": merge,
};
