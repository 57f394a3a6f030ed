import type { ColumnTypes } from "./column-types.ts";

/**
 * Imports that an admin prepares: the uploaded file, the choices so far and the result of the dry run. Values of records
 * are only in files, which are encrypted. The keys are digests that a dry run finds repeated values with.
 */
export const statements = (t: ColumnTypes): readonly string[] => [
  `create table import_drafts (
    project_id ${t.int} not null, id ${t.text} not null, type ${t.text} not null,
    file_id ${t.text} not null, file_name ${t.text} not null, content ${t.text} not null,
    check_id ${t.int}, report_file ${t.text}, fixes_file ${t.text}, report ${t.text}, import_id ${t.int},
    actor ${t.text} not null, created_at ${t.time} not null,
    primary key (project_id, id)) ${t.clustered}`,
  `create table import_draft_keys (
    project_id ${t.int} not null, draft_id ${t.text} not null, digest ${t.text} not null, row_number ${t.int} not null,
    primary key (project_id, draft_id, digest)) ${t.clustered}`,
  ...(t.dialect === "sqlite" ? SQLITE_STATISTICS : []),
];

const SQLITE_STATISTICS: readonly string[] = [
  `insert into sqlite_stat1 (tbl, idx, stat) values
    ('import_drafts', 'import_drafts', '1000 10 1'),
    ('import_draft_keys', 'import_draft_keys', '1000000 100000 10000 1')`,
  // Loads them into this connection too.
  "analyze sqlite_schema",
];
