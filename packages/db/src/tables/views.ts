import type { Timestamp } from "./column-types.ts";

export interface ViewTables {
  views: ViewsTable;
}

/** A view of the records of one type: filters, order, columns, table or board. */
interface ViewsTable {
  project_id: number;
  /** Random, part of the page's address. */
  id: string;
  /** `project` for a view that everyone sees; otherwise the only admin who does, such as `user:7`. */
  audience: string;
  type: string;
  name: string;
  /** JSON text. */
  content: string;
  /** Counts the changes. */
  version: number;
  /** Actor who made it. */
  maker: string;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface ReportTables {
  currency_rates: CurrencyRatesTable;
  home_reports: HomeReportsTable;
  mentions_seen: MentionsSeenTable;
  reporting_currencies: ReportingCurrenciesTable;
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

/** Until when one admin has seen on Home who mentions them in one project. */
interface MentionsSeenTable {
  project_id: number;
  /** Actor, such as `user:7`. */
  admin: string;
  /** Change of the newest activity that they have seen. */
  seen_at: Timestamp;
}

/** The currency in which a project adds up amounts. A project without a row adds up each currency on its own. */
interface ReportingCurrenciesTable {
  project_id: number;
  /** ISO 4217. */
  currency: string;
}

/** How much one unit of a currency is worth in the base, from a day on until the next rate. */
interface CurrencyRatesTable {
  project_id: number;
  base: string;
  currency: string;
  /** `2026-11-28`, in UTC. */
  starts_on: string;
  /** Exact decimal. */
  rate: string;
}
