import type { Timestamp } from "./column-types.ts";

export interface ImportDraftTables {
  import_drafts: ImportDraftsTable;
  import_draft_keys: ImportDraftKeysTable;
}

/** An import that an admin prepares. */
interface ImportDraftsTable {
  project_id: number;
  /** Random, part of the page's address. */
  id: string;
  type: string;
  file_id: string;
  file_name: string;
  /** JSON text: how the file is read, and the options of the import. */
  content: string;
  /** The job of the newest dry run. */
  check_id: number | null;
  /** Rows that the dry run shows. */
  report_file: string | null;
  /** Rows that an admin fixed. */
  fixes_file: string | null;
  /** JSON text: the counts of the newest dry run, with later fixes. Null until it has ended. */
  report: string | null;
  /** The import, once it was started. */
  import_id: number | null;
  actor: string;
  created_at: Timestamp;
}

interface ImportDraftKeysTable {
  project_id: number;
  draft_id: string;
  /** SHA-256 of a property and a value. */
  digest: string;
  /** The first row that has the value. */
  row_number: number;
}
