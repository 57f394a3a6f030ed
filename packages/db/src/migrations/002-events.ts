import type { ColumnTypes } from "./column-types.ts";

/** Events with their outbox, webhook endpoints with their deliveries, and idempotency keys. */
export const statements = (t: ColumnTypes): readonly string[] => [
  `create table events (
    id ${t.id}, project_id ${t.int} not null, message_id text not null, type text not null,
    payload text not null, created_at ${t.time} not null, pending integer not null)`,
  "create index events_pending on events (id) where pending = 1",

  `create table webhook_endpoints (
    id ${t.id}, project_id ${t.int} not null references projects (id), url text not null,
    event_types ${t.json} not null, secret text not null, old_secret text,
    old_secret_until ${t.time}, enabled integer not null, disabled_reason text,
    failing_since ${t.time}, created_at ${t.time} not null, updated_at ${t.time} not null,
    deleted_at ${t.time})`,
  "create index webhook_endpoints_by_project on webhook_endpoints (project_id, id)",

  // Pending deliveries are found by endpoint, so that one endpoint's backlog does not slow another's.
  `create table deliveries (
    id ${t.id}, project_id ${t.int} not null, endpoint_id ${t.int} not null,
    event_id ${t.int} not null, event_type text not null, status text not null,
    attempt_count integer not null, next_at ${t.time} not null, lease text,
    created_at ${t.time} not null, finished_at ${t.time})`,
  "create index deliveries_due on deliveries (endpoint_id, next_at, id) where status = 'pending'",
  "create index deliveries_by_endpoint on deliveries (endpoint_id, id)",
  "create index deliveries_by_event on deliveries (event_id)",
  "create index deliveries_by_age on deliveries (created_at)",
  "create index events_by_age on events (created_at)",
  "create index deliveries_failed on deliveries (endpoint_id, finished_at) where status = 'failed'",
  `create table attempts (
    id ${t.id}, delivery_id ${t.int} not null, at ${t.time} not null, status integer, error text,
    duration_ms integer not null, response text)`,
  "create index attempts_by_delivery on attempts (delivery_id, id)",

  `create table idempotency_keys (
    project_id ${t.int} not null, key text not null, request_hash text not null,
    response text not null, created_at ${t.time} not null,
    primary key (project_id, key)) ${t.clustered}`,
  "create index idempotency_keys_by_age on idempotency_keys (created_at)",
  ...(t.dialect === "sqlite" ? SQLITE_STATISTICS : []),
];

const SQLITE_STATISTICS: readonly string[] = [
  `insert into sqlite_stat1 (tbl, idx, stat) values
    ('events', 'events_pending', '1000 1'),
    ('webhook_endpoints', 'webhook_endpoints_by_project', '1000 10 1'),
    ('deliveries', 'deliveries_due', '100000 1000 2 1'),
    ('deliveries', 'deliveries_by_endpoint', '10000000 100000 1'),
    ('deliveries', 'deliveries_by_event', '10000000 2'),
    ('deliveries', 'deliveries_by_age', '10000000 10'),
    ('events', 'events_by_age', '10000000 10'),
    ('deliveries', 'deliveries_failed', '100000 1000 2'),
    ('attempts', 'attempts_by_delivery', '10000000 2 1')`,
];
