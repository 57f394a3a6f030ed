import type { ColumnTypes } from "./column-types.ts";

/**
 * Labels of associations. An association with a label has a further row, whose types have the label's key:
 * `company:decision_maker`. `merge_labels` has those that a primary record took from a merged one, as
 * `merge_associations` has the associations.
 */
export const statements = (t: ColumnTypes): readonly string[] => [
  `create table association_labels (
    project_id ${t.int} not null references projects (id), type text not null, to_type text not null,
    key text not null, definition ${t.json} not null, created_at ${t.time} not null,
    primary key (project_id, type, to_type, key))`,
  `create table merge_labels (
    project_id ${t.int} not null, merged_id ${t.int} not null, type text not null, other_id ${t.int} not null,
    created_at ${t.time} not null, primary key (project_id, merged_id, type, other_id)) ${t.clustered}`,
  `create index associations_labelled on associations (project_id, to_type, from_id)
    where ${t.dialect === "sqlite" ? "instr" : "strpos"}(to_type, ':') > 0`,
  ...(t.dialect === "sqlite" ? SQLITE_STATISTICS : []),
];

const SQLITE_STATISTICS: readonly string[] = [
  `insert into sqlite_stat1 (tbl, idx, stat) values
    ('merge_labels', 'merge_labels', '100000 10000 2 2 1'),
    ('associations', 'associations_labelled', '100000 10000 1000 2')`,
  "analyze sqlite_schema",
];
