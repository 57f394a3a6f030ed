import type { ColumnTypes } from "./column-types.ts";

/**
 * Erasure: the time at which a record was erased, the list of erasures, and the records that an event is about. An
 * erased record stays as a row without values, so the indexes of deleted records leave it out.
 */
export const statements = (t: ColumnTypes): readonly string[] => [
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
  ...(t.dialect === "sqlite" ? SQLITE_STATISTICS : []),
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

const SQLITE_STATISTICS: readonly string[] = [
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
