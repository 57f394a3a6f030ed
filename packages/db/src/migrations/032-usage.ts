import type { ColumnTypes } from "./column-types.ts";

/** Counts of API requests by credential and hour, and the log of requests. Neither has values of records. */
export const statements = (t: ColumnTypes): readonly string[] => [
  `create table api_usage (
    project_id ${t.int} not null, hour ${t.time} not null, credential ${t.text} not null,
    requests ${t.int} not null, client_errors ${t.int} not null, server_errors ${t.int} not null,
    throttled ${t.int} not null, peak_percent ${t.int} not null,
    ${UPPER_BOUNDS_MS.map((ms) => `ms_${ms} ${t.int} not null`).join(", ")}, ms_more ${t.int} not null,
    primary key (project_id, hour, credential)) ${t.clustered}`,
  `create table request_log (
    project_id ${t.int} not null, at ${t.time} not null, id ${t.text} not null, method ${t.text} not null,
    route ${t.text} not null, status ${t.int} not null, microseconds ${t.int} not null,
    credential ${t.text} not null, code ${t.text}, details ${t.json},
    primary key (project_id, at, id)) ${t.clustered}`,
  ...(t.dialect === "sqlite" ? SQLITE_STATISTICS : []),
];

/** As they were when this migration was written. */
const UPPER_BOUNDS_MS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000];

const SQLITE_STATISTICS: readonly string[] = [
  `insert into sqlite_stat1 (tbl, idx, stat) values
    ('api_usage', 'api_usage', '100000 10000 10 1'),
    ('request_log', 'request_log', '1000000 100000 2 1')`,
  // Loads them into this connection too.
  "analyze sqlite_schema",
];
