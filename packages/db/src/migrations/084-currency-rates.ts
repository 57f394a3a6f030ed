import type { ColumnTypes } from "./column-types.ts";

/**
 * The currency in which a project adds up amounts, and the rates into it. Rates into earlier currencies stay, so they are
 * there if the project returns to one.
 */
export const statements = (t: ColumnTypes): readonly string[] => [
  `create table reporting_currencies (
    project_id ${t.int} primary key references projects (id), currency text not null)`,
  `create table currency_rates (
    project_id ${t.int} not null references projects (id), base ${t.text} not null, currency ${t.text} not null,
    starts_on ${t.text} not null, rate text not null,
    primary key (project_id, base, currency, starts_on)) ${t.clustered}`,
];
