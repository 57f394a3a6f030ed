import type { ColumnTypes } from "./column-types.ts";

/**
 * A project's own object types, and its changes of how the built-in ones are shown. A removed type keeps its row until
 * its deleted records are purged.
 */
export const statements = (t: ColumnTypes): readonly string[] => [
  `create table object_types (
    project_id ${t.int} not null references projects (id), name ${t.text} not null,
    plural ${t.text} not null, rank ${t.int} not null, has_pipeline ${t.int} not null,
    definition ${t.json} not null, created_at ${t.time} not null, removed_at ${t.time},
    primary key (project_id, name))`,
  "create unique index object_types_plural on object_types (project_id, plural)",
  "create index object_types_removed on object_types (project_id, name) where removed_at is not null",
];
