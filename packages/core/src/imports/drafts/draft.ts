import { type Db, importDrafts } from "@rapport/db";
import type { Deps } from "../../deps.ts";
import { CrmError } from "../../errors.ts";
import type { Principal } from "../../principal.ts";
import type { Row, RowPosition } from "../row.ts";
import { importRows } from "../run-import.ts";
import type { CellFormat, ImportedFile, ImportOptions } from "../settings.ts";

/** Days after which a draft is removed with its file. */
export const DRAFT_DAYS = 7;

/** Returns when a draft and its files expire. */
export function draftExpiry({ createdAt }: Pick<Draft, "createdAt">): string {
  return new Date(Date.parse(createdAt) + DRAFT_DAYS * 24 * 60 * 60 * 1000).toISOString();
}

export type Scope = Pick<Principal, "projectId">;

/** How the file of a draft is read, and what to do with its rows. */
export interface DraftSettings
  extends Omit<ImportedFile, "file" | "refusedFile" | "changesFile" | "fixesFile"> {
  readonly options: ImportOptions;
  /** The file as it was recognized at the upload, if an admin has chosen another encoding since. */
  readonly original?: { readonly file: string; readonly encoding: string };
  /** Forms of values that an admin chose. Undefined in drafts of version 0.2.0. */
  readonly chosen?: readonly CellFormat[];
}

/** What a dry run says of a row. */
export const OUTCOMES = ["created", "updated", "unchanged", "duplicate", "refused"] as const;
export type Outcome = (typeof OUTCOMES)[number];
export type Counts = Readonly<Record<Outcome, number>>;

/** An import that an admin prepares: an uploaded file with choices. */
export interface Draft {
  readonly id: string;
  readonly type: string;
  readonly fileId: string;
  readonly fileName: string;
  readonly settings: DraftSettings;
  /** The job of the newest dry run; null if there was none since the last choice. */
  readonly checkId: number | null;
  /** File of the rows that the dry run shows. */
  readonly reportFile: string | null;
  /** File of the rows that an admin fixed. */
  readonly fixesFile: string | null;
  /** Counts of the newest dry run with later fixes; null until it has ended. */
  readonly counts: Counts | null;
  /** The import, once it was started. */
  readonly importId: number | null;
  /** Who uploaded the file, in stored form. */
  readonly actor: string;
  readonly createdAt: string;
}

/** @throws CrmError NOT_FOUND */
export async function readDraft(db: Db, scope: Scope, id: string): Promise<Draft> {
  return toDraft(await importDrafts.findDraft.first(db, scope, { id }));
}

/** Reads a draft and locks it until the transaction ends. @throws CrmError NOT_FOUND */
export async function lockDraft(tx: Db, scope: Scope, id: string): Promise<Draft> {
  return toDraft(await importDrafts.lockDraft.first(tx, scope, { id }));
}

export function toDraft(row: importDrafts.ImportDraft | undefined): Draft {
  if (row === undefined || row.import_id === importDrafts.DISCARDED) {
    throw new CrmError(
      "NOT_FOUND",
      "This import was discarded, or has expired. Upload the file again.",
    );
  }
  return {
    id: row.id,
    type: row.type,
    fileId: row.file_id,
    fileName: row.file_name,
    settings: JSON.parse(row.content) as DraftSettings,
    checkId: row.check_id,
    reportFile: row.report_file,
    fixesFile: row.fixes_file,
    counts: row.report === null ? null : (JSON.parse(row.report) as Counts),
    importId: row.import_id,
    actor: row.actor,
    createdAt: row.created_at,
  };
}

/** Saves what of a draft has changed. The caller must hold its lock. */
export async function saveDraft(
  tx: Db,
  scope: Scope,
  draft: Draft,
  changes: Partial<Draft>,
): Promise<Draft> {
  const after = { ...draft, ...changes };
  await importDrafts.saveDraft(tx, scope, draft.id, {
    file_id: after.fileId,
    content: JSON.stringify(after.settings),
    check_id: after.checkId,
    report_file: after.reportFile,
    fixes_file: after.fixesFile,
    report: after.counts === null ? null : JSON.stringify(after.counts),
    import_id: after.importId,
  });
  return after;
}

/** Reads the rows of a draft's file from a position on. */
export function draftRows(
  deps: Deps,
  scope: Scope,
  { fileId: file, settings: { options, ...found } }: Pick<Draft, "fileId" | "settings">,
  position?: Pick<RowPosition, "offset" | "before">,
): AsyncGenerator<Row> {
  return importRows(deps, scope, options, { file: { ...found, file }, from: position });
}
