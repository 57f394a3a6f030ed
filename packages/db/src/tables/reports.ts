import type { Timestamp } from "./column-types.ts";

export interface ReportTables {
  home_reports: HomeReportsTable;
}

/** The reports on the Home page of one admin in one project. Without a row it has the default ones. */
interface HomeReportsTable {
  project_id: number;
  /** Actor, such as `user:7`. */
  admin: string;
  /** JSON text. */
  content: string;
  updated_at: Timestamp;
}
