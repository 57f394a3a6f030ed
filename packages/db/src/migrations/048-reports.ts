import type { ColumnTypes } from "./column-types.ts";

/**
 * Reports: indexes for the stages that records left and for deliveries by time, index rows of the places of
 * records in pipelines, and the reports on an admin's Home page.
 */
export const statements = (t: ColumnTypes): readonly string[] => [
  `create index record_history_moves on record_history (project_id, at, record_id, id)
    where changes ->> 'stage' is not null`,
  `create index deliveries_by_time on deliveries (project_id, status, created_at, endpoint_id)
    where event_type <> ''`,
  `create table home_reports (
    project_id ${t.int} not null, admin ${t.text} not null, content ${t.text} not null,
    updated_at ${t.time} not null,
    primary key (project_id, admin)) ${t.clustered}`,
  PLACES[t.dialect],
  ...(t.dialect === "sqlite" ? SQLITE_STATISTICS : []),
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

const SQLITE_STATISTICS: readonly string[] = [
  `insert into sqlite_stat1 (tbl, idx, stat) values
    ('record_history', 'record_history_moves', '500000 50000 5 1 1'),
    ('deliveries', 'deliveries_by_time', '10000000 1000000 300000 5 2'),
    ('home_reports', 'home_reports', '10000 100 1')`,
  // Loads them into this connection too.
  "analyze sqlite_schema",
];
