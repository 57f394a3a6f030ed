import type { ColumnTypes } from "./column-types.ts";

/** Imports from HubSpot that are not finished yet. */
export const statements = (t: ColumnTypes): readonly string[] => [
  `create table hubspot_imports (
    project_id ${t.int} not null primary key references projects (id), account text not null,
    type text not null, after text, pages ${t.int} not null, details ${t.json} not null,
    begun_at ${t.time} not null)`,
];
