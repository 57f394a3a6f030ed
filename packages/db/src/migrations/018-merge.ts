import type { ColumnTypes } from "./column-types.ts";

/**
 * Merged records. A merged record stays as a row with the id of the record that took its place.
 * `record_merges` and `merge_associations` hold what an unmerge needs: the values and the associations that the
 * primary record took. `record_merges` also has the order of its merges.
 */
export const statements = (t: ColumnTypes): readonly string[] => [
  `alter table records add column merged_into ${t.int}`,
  `create table record_merges (
    project_id ${t.int} not null, merged_id ${t.int} not null, primary_id ${t.int} not null,
    number ${t.int} not null, height ${t.int} not null, changes ${t.json} not null,
    at ${t.time} not null, is_kept integer not null, primary key (project_id, merged_id)) ${t.clustered}`,
  `create table merge_associations (
    project_id ${t.int} not null, merged_id ${t.int} not null, other_id ${t.int} not null,
    created_at ${t.time} not null, primary key (project_id, merged_id, other_id)) ${t.clustered}`,
  "create unique index record_merges_by_primary on record_merges (project_id, primary_id, number)",
  "create index record_merges_kept on record_merges (at) where is_kept = 1",
  // A part of the schema is in use while a merged record may come back with it. Every id is above 0: the
  // condition hides the index from statements that do not compare ids with 0.
  `create index records_removed on records (project_id, deleted_at)
    where deleted_at is not null and id > 0`,
  ...(t.dialect === "sqlite" ? SQLITE_STATISTICS : []),
];

const SQLITE_STATISTICS: readonly string[] = [
  `insert into sqlite_stat1 (tbl, idx, stat) values
    ('records', 'records_removed', '10000 1000 1'),
    ('record_merges', 'record_merges', '100000 10000 1'),
    ('merge_associations', 'merge_associations', '100000 10000 2 1'),
    ('record_merges', 'record_merges_by_primary', '100000 10000 2 1'),
    ('record_merges', 'record_merges_kept', '10000 2')`,
  "analyze sqlite_schema",
];
