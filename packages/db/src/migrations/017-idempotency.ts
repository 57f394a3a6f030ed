import type { ColumnTypes } from "./column-types.ts";

/** The records that stored responses show, so that the erasure of a record finds them. */
export const statements = (t: ColumnTypes): readonly string[] => [
  `create table idempotency_records (
    project_id ${t.int} not null, record_id ${t.int} not null, key text not null,
    created_at ${t.time} not null, primary key (project_id, record_id, key)) ${t.clustered}`,
  "create index idempotency_records_by_age on idempotency_records (created_at)",
  ...(t.dialect === "sqlite" ? SQLITE_STATISTICS : []),
];

const SQLITE_STATISTICS: readonly string[] = [
  `insert into sqlite_stat1 (tbl, idx, stat) values
    ('idempotency_records', 'idempotency_records', '1000000 100000 2 1'),
    ('idempotency_records', 'idempotency_records_by_age', '1000000 10')`,
  // Loads them into this connection too.
  "analyze sqlite_schema",
];
