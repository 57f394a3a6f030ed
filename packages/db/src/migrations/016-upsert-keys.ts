import type { ColumnTypes } from "./column-types.ts";

/** The values that running upserts have locked. Each transaction deletes its rows, so none are ever committed. */
export const statements = (t: ColumnTypes): readonly string[] => [
  `create table upsert_keys (
    project_id ${t.int} not null, type ${t.text} not null, property ${t.text} not null,
    digest ${t.text} not null, primary key (project_id, type, property, digest)) ${t.clustered}`,
];
