import type { ColumnTypes } from "./column-types.ts";

/** An index of jobs by their end, so that those that ended long ago can be removed. */
export const statements = (t: ColumnTypes): readonly string[] => [
  // No other statement has this condition, so none uses the index by mistake.
  "create index jobs_ended on jobs (ended_at, project_id, id) where state not in ('waiting', 'running')",
  ...(t.dialect === "sqlite" ? SQLITE_STATISTICS : []),
];

const SQLITE_STATISTICS: readonly string[] = [
  "insert into sqlite_stat1 (tbl, idx, stat) values ('jobs', 'jobs_ended', '100000 1 1 1')",
  // Loads it into this connection too.
  "analyze sqlite_schema",
];
