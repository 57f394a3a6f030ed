import type { ColumnTypes } from "./column-types.ts";

/**
 * Indexes for lists by time of change and for lists of deleted records, and the version in a record's history.
 */
export const statements = (t: ColumnTypes): readonly string[] => [
  // Every record has an update time and a version. The conditions hide the indexes from statements that do
  // not compare them.
  `create index records_by_updated on records (project_id, type, updated_at, id)
    where updated_at is not null`,
  `create index records_deleted_by_type on records (project_id, type, id)
    where deleted_at is not null and version > 0`,
  ...(t.dialect === "sqlite" ? SQLITE_STATISTICS : []),
  // Null in entries that were made before this migration; then it is counted.
  `alter table record_history add column version ${t.int}`,
];

const SQLITE_STATISTICS: readonly string[] = [
  `insert into sqlite_stat1 (tbl, idx, stat) values
    ('records', 'records_by_updated', '1000000 100000 20000 2 1'),
    ('records', 'records_deleted_by_type', '10000 1000 200 1'),
    ('templates', 'sqlite_autoindex_templates_1', '100000 1000 2 1')`,
];
