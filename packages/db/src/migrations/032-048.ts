import type { ColumnTypes } from "./column-types.ts";

/** Counts of API requests by credential and hour, and the log of requests. Neither has values of records. */
const usage = (t: ColumnTypes): readonly string[] => [
  `create table api_usage (
    project_id ${t.int} not null, hour ${t.time} not null, credential ${t.text} not null,
    requests ${t.int} not null, client_errors ${t.int} not null, server_errors ${t.int} not null,
    throttled ${t.int} not null, peak_percent ${t.int} not null,
    ${UPPER_BOUNDS_MS.map((ms) => `ms_${ms} ${t.int} not null`).join(", ")}, ms_more ${t.int} not null,
    primary key (project_id, hour, credential)) ${t.clustered}`,
  `create table request_log (
    project_id ${t.int} not null, at ${t.time} not null, id ${t.text} not null, method ${t.text} not null,
    route ${t.text} not null, status ${t.int} not null, microseconds ${t.int} not null,
    credential ${t.text} not null, code ${t.text}, details ${t.json},
    primary key (project_id, at, id)) ${t.clustered}`,
  ...(t.dialect === "sqlite" ? SQLITE_STATISTICS_032 : []),
];

/** As they were when this migration was written. */
const UPPER_BOUNDS_MS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000];

const SQLITE_STATISTICS_032: readonly string[] = [
  `insert into sqlite_stat1 (tbl, idx, stat) values
    ('api_usage', 'api_usage', '100000 10000 10 1'),
    ('request_log', 'request_log', '1000000 100000 2 1')`,
  // Loads them into this connection too.
  "analyze sqlite_schema",
];

/** Views of tables and boards that admins save. A project and an admin have only a few of them. */
const views = (t: ColumnTypes): readonly string[] => [
  `create table views (
    project_id ${t.int} not null, id ${t.text} not null, audience ${t.text} not null, type ${t.text} not null,
    name ${t.text} not null, content ${t.text} not null, version ${t.int} not null, maker ${t.text} not null,
    created_at ${t.time} not null, updated_at ${t.time} not null,
    primary key (project_id, id)) ${t.clustered}`,
  "create index views_by_audience on views (project_id, audience, type)",
  ...(t.dialect === "sqlite" ? SQLITE_STATISTICS_033 : []),
];

const SQLITE_STATISTICS_033: readonly string[] = [
  `insert into sqlite_stat1 (tbl, idx, stat) values
    ('views', 'views', '10000 100 1'),
    ('views', 'views_by_audience', '10000 100 20 5')`,
  // Loads them into this connection too.
  "analyze sqlite_schema",
];

/** Older forms of API keys that were rotated. They work until they expire. */
const keyRotation = (t: ColumnTypes): readonly string[] => [
  `create table rotated_keys (
    hash text primary key, key_id ${t.int} not null references api_keys (id),
    prefix text not null, expires_at ${t.time} not null)`,
  "create index rotated_keys_by_key on rotated_keys (key_id)",
];

/**
 * Says which files are those of exports, so that their number and size can be limited. Files of earlier exports count
 * for nothing; they expire within seven days.
 */
const exportFiles = (t: ColumnTypes): readonly string[] => [
  `alter table files add column kind ${t.text}`,
  "create index files_of_kind on files (project_id, kind) where kind is not null and key is not null",
  ...(t.dialect === "sqlite" ? SQLITE_STATISTICS_037 : []),
];

const SQLITE_STATISTICS_037: readonly string[] = [
  `insert into sqlite_stat1 (tbl, idx, stat) values ('files', 'files_of_kind', '1000 10 10')`,
  // Loads them into this connection too.
  "analyze sqlite_schema",
];

/** Second factors of admins: a secret for codes by time (RFC 6238), and codes for when the device is lost. */
const secondFactors = (t: ColumnTypes): readonly string[] => [
  `create table second_factors (
    user_id ${t.int} primary key references users (id), secret text not null, last_step ${t.int} not null,
    created_at ${t.time} not null, confirmed_at ${t.time}, failures ${t.int} not null, blocked_until ${t.time})`,
  `create table recovery_codes (
    user_id ${t.int} not null references users (id), hash text not null, primary key (user_id, hash))`,
];

/**
 * The rule that admins need a second factor, how each session was opened, and the secret of an authenticator app that
 * is about to replace another. Sessions from before have the way that the rule applies to.
 */
const factorRule = (t: ColumnTypes): readonly string[] => [
  `create table installation_settings (
    name text primary key, value text not null, changed_at ${t.time} not null)`,
  "alter table sessions add column opened_by text not null default 'password'",
  "alter table second_factors add column next_secret text",
];

/**
 * Puts the project first in the keys and indexes that lacked it, so that all of a project's rows can be on one node of
 * several. `delivery_queue` says which projects have deliveries to send and when, so that a worker takes one project at
 * a time.
 */
const projectKeys = (t: ColumnTypes): readonly string[] => [
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
  ...(t.dialect === "sqlite" ? SQLITE_STATISTICS_045 : []),
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

/** See `holdSchemaOfRow` in `dialect/locks.ts`. */
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

const SQLITE_STATISTICS_045: readonly string[] = [
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

/** Passkeys of admins (WebAuthn), and the challenges that are being answered with one. */
const passkeys = (t: ColumnTypes): readonly string[] => [
  `create table passkeys (
    id text primary key, user_id ${t.int} not null references users (id), name text not null,
    public_key text not null, counter ${t.int} not null, transports text not null, host text not null,
    created_at ${t.time} not null, last_used_at ${t.time})`,
  "create index passkeys_by_user on passkeys (user_id)",
  `create table passkey_challenges (
    hash text primary key, bound_to text not null, expires_at ${t.time} not null)`,
];

/**
 * Reports: indexes for the stages that records left and for deliveries by time, index rows of the places of
 * records in pipelines, and the reports on an admin's Home page.
 */
const reports = (t: ColumnTypes): readonly string[] => [
  `create index record_history_moves on record_history (project_id, at, record_id, id)
    where changes ->> 'stage' is not null`,
  `create index deliveries_by_time on deliveries (project_id, status, created_at, endpoint_id)
    where event_type <> ''`,
  `create table home_reports (
    project_id ${t.int} not null, admin ${t.text} not null, content ${t.text} not null,
    updated_at ${t.time} not null,
    primary key (project_id, admin)) ${t.clustered}`,
  PLACES[t.dialect],
  ...(t.dialect === "sqlite" ? SQLITE_STATISTICS_048 : []),
];

/** The value has the form of `placeKey` of the package core. @param createdAt SQL of the creation time in ISO 8601 */
const places = (createdAt: string) => `
  insert into record_index (project_id, type, property, value, record_id)
  select project_id, type, '~place',
    coalesce(properties ->> 'pipeline', '') || '|' || (properties ->> 'stage') || '|'
      || coalesce(properties ->> 'closeDate', '------------------------') || '|' || ${createdAt} || '|'
      || coalesce(properties ->> 'currency', '---') || '|' || coalesce(properties ->> 'amount', '') || '|'
      || substr(coalesce(properties ->> 'owner_id', ''), 1, 100),
    id
  from records
  where type in ('deal', 'ticket', 'lead', 'appointment') and deleted_at is null
    and properties ->> 'stage' is not null`;

const PLACES: Readonly<Record<ColumnTypes["dialect"], string>> = {
  sqlite: places("created_at"),
  postgres: places(`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`),
};

const SQLITE_STATISTICS_048: readonly string[] = [
  `insert into sqlite_stat1 (tbl, idx, stat) values
    ('record_history', 'record_history_moves', '500000 50000 5 1 1'),
    ('deliveries', 'deliveries_by_time', '10000000 1000000 300000 5 2'),
    ('home_reports', 'home_reports', '10000 100 1')`,
  // Loads them into this connection too.
  "analyze sqlite_schema",
];

/** The migrations of this file, by name. */
export const MIGRATIONS = {
  "032-usage": usage,
  "033-views": views,
  "034-key-rotation": keyRotation,
  "037-export-files": exportFiles,
  "038-second-factors": secondFactors,
  "043-factor-rule": factorRule,
  "045-project-keys": projectKeys,
  "047-passkeys": passkeys,
  "048-reports": reports,
};
