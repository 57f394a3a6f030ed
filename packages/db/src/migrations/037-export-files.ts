import type { ColumnTypes } from "./column-types.ts";

/**
 * Says which files are those of exports, so that their number and size can be limited. Files of earlier exports count
 * for nothing; they expire within seven days.
 */
export const statements = (t: ColumnTypes): readonly string[] => [
  `alter table files add column kind ${t.text}`,
  "create index files_of_kind on files (project_id, kind) where kind is not null and key is not null",
  ...(t.dialect === "sqlite" ? SQLITE_STATISTICS : []),
];

const SQLITE_STATISTICS: readonly string[] = [
  `insert into sqlite_stat1 (tbl, idx, stat) values ('files', 'files_of_kind', '1000 10 10')`,
  // Loads them into this connection too.
  "analyze sqlite_schema",
];
