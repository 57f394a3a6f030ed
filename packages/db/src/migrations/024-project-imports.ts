import type { ColumnTypes } from "./column-types.ts";

/** Imports of whole projects that are not finished yet. */
export const statements = (t: ColumnTypes): readonly string[] => [
  `create table project_imports (
    project_id ${t.int} not null primary key references projects (id), digest text not null,
    id_shift ${t.int} not null, lines ${t.int} not null, begun_at ${t.time} not null)`,
];
