import type { Generated } from "kysely";
import type { Json, Timestamp } from "./column-types.ts";

export type JobState = "waiting" | "running" | "done" | "cancelled" | "failed" | "undone";

export interface JobTables {
  files: FilesTable;
  file_parts: FilePartsTable;
  jobs: JobsTable;
  job_queue: JobQueueTable;
}

/** An encrypted file. */
interface FilesTable {
  project_id: number;
  id: string;
  /** The object type whose values it holds. */
  type: string;
  /** What it is for: `export` or `attachment`, or null for anything else. */
  kind: string | null;
  /** The key that encrypts its parts, sealed. Null once the file was deleted, until its parts are removed. */
  key: string | null;
  /** Bytes before encryption. Parts behind this length were never finished. */
  length: number;
  created_at: Timestamp;
  /** When the worker removes it; null while its owner needs it. */
  expires_at: Timestamp | null;
  /** The record that it is attached to; null for a file of a job, and for one that is not whole. */
  record_id: number | null;
  /** Its name, if it is attached to a record. */
  name: string | null;
  /** Who attached it. */
  actor: string | null;
}

/** A part of a file. On SQLite, only attachments have rows here. */
interface FilePartsTable {
  project_id: number;
  file_id: string;
  /** Position of its first byte in the file. */
  start: number;
  data: Buffer;
}

interface JobsTable {
  id: Generated<number>;
  project_id: number;
  kind: string;
  /** The object type that it works on. */
  type: string;
  state: JobState;
  settings: Json<Readonly<Record<string, unknown>>>;
  progress: Json<Readonly<Record<string, unknown>>>;
  actor: string;
  /** Why it failed, for its owner. */
  failure: string | null;
  /** Errors since it last made progress. */
  failures: number;
  created_at: Timestamp;
  started_at: Timestamp | null;
  ended_at: Timestamp | null;
}

/** The projects that have a running job. */
interface JobQueueTable {
  project_id: number;
  /** The process that works on the project's jobs. */
  lease: string | null;
  /** Until then, no other process may take the project. */
  until: Timestamp;
}

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
