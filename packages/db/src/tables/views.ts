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
