import type { ColumnTypes } from "./column-types.ts";

/** Counters of changes that have no events: of jobs and of deliveries. Open pages compare them. */
export const statements = (t: ColumnTypes): readonly string[] => [
  `create table live_revisions (
    project_id ${t.int} not null, subject ${t.text} not null, revision ${t.int} not null, changed_at ${t.time} not null,
    primary key (project_id, subject)) ${t.clustered}`,
  ...(t.dialect === "sqlite" ? SQLITE_STATISTICS : []),
];

const SQLITE_STATISTICS: readonly string[] = [
  "insert into sqlite_stat1 (tbl, idx, stat) values ('live_revisions', 'live_revisions', '2000 2 1')",
  // Loads them into this connection too.
  "analyze sqlite_schema",
];
