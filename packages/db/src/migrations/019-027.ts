import type { ColumnTypes } from "./column-types.ts";

/**
 * Erasure: the time at which a record was erased, the list of erasures, and the records that an event is about. An
 * erased record stays as a row without values, so the indexes of deleted records leave it out.
 */
const erase = (t: ColumnTypes): readonly string[] => [
  `alter table records add column erased_at ${t.time}`,
  "drop index records_deleted",
  `create index records_deleted on records (project_id, deleted_at)
    where deleted_at is not null and merged_into is null and erased_at is null`,
  "drop index records_deleted_by_type",
  `create index records_deleted_by_type on records (project_id, type, id)
    where deleted_at is not null and merged_into is null and erased_at is null and version > 0`,

  `create table erasures (
    project_id ${t.int} not null, record_id ${t.int} not null, type ${t.text} not null,
    record_created_at ${t.time} not null, version ${t.int} not null, actor text not null, at ${t.time} not null,
    step text, after_id ${t.int} not null,
    primary key (project_id, record_id)) ${t.clustered}`,
  "create index erasures_unfinished on erasures (project_id, record_id) where step is not null",

  `alter table events add column record_id ${t.int}`,
  `alter table events add column other_id ${t.int}`,
  ...BACKFILL[t.dialect],
  "create index events_by_record on events (project_id, record_id, id) where record_id is not null",
  "create index events_by_other on events (project_id, other_id, id) where other_id is not null",
  ...(t.dialect === "sqlite" ? SQLITE_STATISTICS_019 : []),
];

/** Events of before the feed have the body of their deliveries as their payload, and no subject. */
const OF_RECORDS = `subject in ('contact', 'company', 'deal', 'ticket', 'lead', 'appointment')`;
const OLD_OF_RECORDS = `subject is null and type not like 'association.%'
  and type not like 'template.%' and type not like 'webhook.%'`;

const BACKFILL: Record<ColumnTypes["dialect"], readonly string[]> = {
  sqlite: [
    `update events set record_id = json_extract(payload, '$.id') where ${OF_RECORDS}`,
    `update events set record_id = cast(json_extract(payload, '$.from.id') as integer),
      other_id = cast(json_extract(payload, '$.to.id') as integer)
      where subject is not null and type like 'association.%'`,
    `update events set record_id = cast(json_extract(payload, '$.data.id') as integer)
      where ${OLD_OF_RECORDS}`,
  ],
  postgres: [
    `update events set record_id = cast(cast(payload as json) ->> 'id' as bigint) where ${OF_RECORDS}`,
    `update events set record_id = cast(cast(payload as json) -> 'from' ->> 'id' as bigint),
      other_id = cast(cast(payload as json) -> 'to' ->> 'id' as bigint)
      where subject is not null and type like 'association.%'`,
    `update events set record_id = cast(cast(payload as json) -> 'data' ->> 'id' as bigint)
      where ${OLD_OF_RECORDS}`,
  ],
};

const SQLITE_STATISTICS_019: readonly string[] = [
  `delete from sqlite_stat1 where idx in ('records_deleted', 'records_deleted_by_type')`,
  `insert into sqlite_stat1 (tbl, idx, stat) values
    ('records', 'records_deleted', '10000 1000 1'),
    ('records', 'records_deleted_by_type', '10000 1000 200 1'),
    ('erasures', 'erasures', '10000 1000 1'),
    ('erasures', 'erasures_unfinished', '100 10 1'),
    ('events', 'events_by_record', '10000000 1000000 5 1'),
    ('events', 'events_by_other', '1000000 100000 5 1')`,
  // Loads them into this connection too.
  "analyze sqlite_schema",
];

/**
 * Jobs: work that goes on after its request, one job at a time in a project, and the encrypted files that jobs read
 * and write. SQLite keeps the parts of files on the disk, so `file_parts` is empty there.
 */
const jobs = (t: ColumnTypes): readonly string[] => [
  `create table files (
    project_id ${t.int} not null, id ${t.text} not null, type ${t.text} not null, key text, length ${t.int} not null,
    created_at ${t.time} not null, expires_at ${t.time}, primary key (project_id, id)) ${t.clustered}`,
  "create index files_of_type on files (project_id, type, id)",
  "create index files_expiring on files (expires_at, project_id, id) where expires_at is not null",
  `create table file_parts (
    project_id ${t.int} not null, file_id ${t.text} not null, start ${t.int} not null,
    data ${t.dialect === "postgres" ? "bytea" : "blob"} not null, primary key (project_id, file_id, start))`,
  // The parts are encrypted, so they cannot be compressed.
  ...(t.dialect === "postgres"
    ? ["alter table file_parts alter column data set storage external"]
    : []),

  `create table jobs (
    ${JOB_ID[t.dialect]}, kind ${t.text} not null, type ${t.text} not null, state ${t.text} not null, settings ${t.json} not null, progress ${t.json} not null, actor text not null,
    failure text, failures ${t.int} not null, created_at ${t.time} not null, started_at ${t.time},
    ended_at ${t.time}${t.dialect === "postgres" ? ", primary key (project_id, id)" : ""})`,
  "create index jobs_of_kind on jobs (project_id, kind, id)",
  "create index jobs_open on jobs (project_id, id) where state in ('waiting', 'running')",
  "create index jobs_running on jobs (project_id, id) where state = 'running'",
  `create table job_queue (
    project_id ${t.int} not null primary key, lease text, until ${t.time} not null) ${t.clustered}`,
  "create index job_queue_due on job_queue (until, project_id)",
  ...(t.dialect === "sqlite" ? SQLITE_STATISTICS_020 : []),
];

const JOB_ID: Record<ColumnTypes["dialect"], string> = {
  sqlite: "id integer primary key autoincrement, project_id integer not null",
  postgres: "id bigint generated by default as identity, project_id bigint not null",
};

const SQLITE_STATISTICS_020: readonly string[] = [
  `insert into sqlite_stat1 (tbl, idx, stat) values
    ('files', 'files', '10000 100 1'),
    ('files', 'files_of_type', '10000 100 20 1'),
    ('files', 'files_expiring', '10000 1 1 1'),
    ('jobs', 'jobs_of_kind', '100000 1000 200 1'),
    ('jobs', 'jobs_open', '1000 5 1'),
    ('jobs', 'jobs_running', '100 2 1'),
    ('job_queue', 'job_queue', '1000 1'),
    ('job_queue', 'job_queue_due', '1000 1 1')`,
  // Loads them into this connection too.
  "analyze sqlite_schema",
];

/**
 * Pairs of records that may describe the same thing. The worker finds them: for new changes from the feed, from
 * `compared_number` on, and for the records from before this migration from `duplicate_backfills`.
 */
const duplicates = (t: ColumnTypes): readonly string[] => [
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
  ...(t.dialect === "sqlite" ? SQLITE_STATISTICS_021 : []),
];

/** The types that there were before this migration. */
const TYPES = ["appointment", "company", "contact", "deal", "lead", "ticket"]
  .map((type) => `select '${type}' as type`)
  .join(" union all ");

const SQLITE_STATISTICS_021: readonly string[] = [
  `insert into sqlite_stat1 (tbl, idx, stat) values
    ('duplicate_keys', 'duplicate_keys', '3000000 300000 60000 2 1'),
    ('duplicate_records', 'duplicate_records', '1000000 100000 1'),
    ('duplicate_pairs', 'duplicate_pairs', '200000 20000 2 1'),
    ('duplicate_pairs', 'duplicate_pairs_open', '50000 5000 1000 2 1'),
    ('project_feeds', 'project_feeds_behind', '100 1')`,
  "analyze sqlite_schema",
];

/** Imports of whole projects that are not finished yet. */
const projectImports = (t: ColumnTypes): readonly string[] => [
  `create table project_imports (
    project_id ${t.int} not null primary key references projects (id), digest text not null,
    id_shift ${t.int} not null, lines ${t.int} not null, begun_at ${t.time} not null)`,
];

/** Leaves the merges of the index of words to `dialect/sqlite/commit-queue.ts`. */
const wordMerges = (t: ColumnTypes): readonly string[] =>
  t.dialect === "sqlite"
    ? [
        "insert into record_word_index (record_word_index, rank) values ('automerge', 0)",
        "insert into record_word_index (record_word_index, rank) values ('crisismerge', 128)",
      ]
    : [];

/** Imports from HubSpot that are not finished yet. */
const hubspotImports = (t: ColumnTypes): readonly string[] => [
  `create table hubspot_imports (
    project_id ${t.int} not null primary key references projects (id), account text not null,
    type text not null, after text, pages ${t.int} not null, details ${t.json} not null,
    begun_at ${t.time} not null)`,
];

/**
 * Imports that an admin prepares: the uploaded file, the choices so far and the result of the dry run. Values of records
 * are only in files, which are encrypted. The keys are digests that a dry run finds repeated values with.
 */
const importDrafts = (t: ColumnTypes): readonly string[] => [
  `create table import_drafts (
    project_id ${t.int} not null, id ${t.text} not null, type ${t.text} not null,
    file_id ${t.text} not null, file_name ${t.text} not null, content ${t.text} not null,
    check_id ${t.int}, report_file ${t.text}, fixes_file ${t.text}, report ${t.text}, import_id ${t.int},
    actor ${t.text} not null, created_at ${t.time} not null,
    primary key (project_id, id)) ${t.clustered}`,
  `create table import_draft_keys (
    project_id ${t.int} not null, draft_id ${t.text} not null, digest ${t.text} not null, row_number ${t.int} not null,
    primary key (project_id, draft_id, digest)) ${t.clustered}`,
  ...(t.dialect === "sqlite" ? SQLITE_STATISTICS_027 : []),
];

const SQLITE_STATISTICS_027: readonly string[] = [
  `insert into sqlite_stat1 (tbl, idx, stat) values
    ('import_drafts', 'import_drafts', '1000 10 1'),
    ('import_draft_keys', 'import_draft_keys', '1000000 100000 10000 1')`,
  // Loads them into this connection too.
  "analyze sqlite_schema",
];

/** The migrations of this file, by name. */
export const MIGRATIONS = {
  "019-erase": erase,
  "020-jobs": jobs,
  "021-duplicates": duplicates,
  "024-project-imports": projectImports,
  "025-word-merges": wordMerges,
  "026-hubspot-imports": hubspotImports,
  "027-import-drafts": importDrafts,
};
