import type { ColumnTypes } from "./column-types.ts";

/** Indexes for reading the audit log and the records' history by time. */
export const statements = (t: ColumnTypes): readonly string[] => [
  // Includes the actor, so that one actor's entries are found without reading all others.
  "create index record_history_by_time on record_history (project_id, at, id, actor)",
  "create index audit_log_by_time on audit_log (at, id)",
  "create index audit_log_by_project_time on audit_log (project_id, at, id)",
  ...(t.dialect === "sqlite" ? SQLITE_STATISTICS : []),
];

const SQLITE_STATISTICS: readonly string[] = [
  `insert into sqlite_stat1 (tbl, idx, stat) values
    ('record_history', 'record_history_by_time', '5000000 500000 5 1 1'),
    ('audit_log', 'audit_log_by_time', '100000 2 1'),
    ('audit_log', 'audit_log_by_project_time', '100000 10000 2 1')`,
];
