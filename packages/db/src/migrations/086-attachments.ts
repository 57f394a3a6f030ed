import type { ColumnTypes } from "./column-types.ts";

/**
 * Files that are attached to records. Their ids begin with `kept.`, and their parts are in `file_parts` on both databases,
 * so that backups and copies have them.
 */
export const attachments = (t: ColumnTypes): readonly string[] => [
  `alter table files add column record_id ${t.int}`,
  `alter table files add column name ${t.text}`,
  `alter table files add column actor ${t.text}`,
  "create index files_of_record on files (project_id, record_id, id) where record_id is not null",
];
