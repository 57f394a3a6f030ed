import type { ColumnTypes } from "./column-types.ts";

/** An index for Home, which counts records by the day of their creation. */
export const statements = (t: ColumnTypes): readonly string[] => [
  "create index records_by_created on records (project_id, type, created_at) where deleted_at is null",
  ...(t.dialect === "sqlite" ? SQLITE_STATISTICS : []),
];

const SQLITE_STATISTICS: readonly string[] = [
  `insert into sqlite_stat1 (tbl, idx, stat) values
    ('records', 'records_by_created', '1000000 100000 20000 2')`,
];
