import type { ColumnTypes } from "./column-types.ts";

/** Views of tables and boards that admins save. A project and an admin have only a few of them. */
export const statements = (t: ColumnTypes): readonly string[] => [
  `create table views (
    project_id ${t.int} not null, id ${t.text} not null, audience ${t.text} not null, type ${t.text} not null,
    name ${t.text} not null, content ${t.text} not null, version ${t.int} not null, maker ${t.text} not null,
    created_at ${t.time} not null, updated_at ${t.time} not null,
    primary key (project_id, id)) ${t.clustered}`,
  "create index views_by_audience on views (project_id, audience, type)",
  ...(t.dialect === "sqlite" ? SQLITE_STATISTICS : []),
];

const SQLITE_STATISTICS: readonly string[] = [
  `insert into sqlite_stat1 (tbl, idx, stat) values
    ('views', 'views', '10000 100 1'),
    ('views', 'views_by_audience', '10000 100 20 5')`,
  // Loads them into this connection too.
  "analyze sqlite_schema",
];
