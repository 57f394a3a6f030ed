import type { Db } from "@rapport/db";
import type { CsvForm } from "../csv.ts";
import type { FileKey } from "../deps.ts";
import { fileLength } from "../files/files.ts";
import type { Job } from "../jobs/jobs.ts";
import type { Total } from "../query/count-search.ts";
import { type ExportDefinition, type ExportFormat, exportEncoding } from "./definition.ts";
import type { ExportEncoding, GzipState } from "./encode.ts";

/** How long a file is kept. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** The settings of an export. */
export interface ExportSettings {
  readonly format: ExportDefinition["format"];
  readonly gzip: boolean;
  readonly labels: boolean;
  /** Null for NDJSON. Undefined in exports of version 0.3.0. */
  readonly delimiter?: CsvForm["delimiter"] | null | undefined;
  readonly encoding?: ExportEncoding | undefined;
  /** Whether the records are counted first, so that the progress has an end. */
  readonly isCounted?: boolean | undefined;
  /** Types of associated records whose names are in the file. */
  readonly named?: readonly string[] | undefined;
  /** Id of the file with the definition. It is a file, because filters have values that an erasure must delete. */
  readonly definition: string;
  /** Id of the file to write. Exports of earlier versions create it when they begin. */
  readonly file?: string | undefined;
}

/** How far an export has come. */
export interface ExportProgress {
  /** Id of the file. */
  readonly file: string;
  readonly rows: number;
  /** Bytes of the file. */
  readonly bytes: number;
  /**
   * Position to resume from: the sort key, sealed because it is a value of a record, and the id. Null at the beginning
   * and, with bytes, at the end.
   */
  readonly after: readonly [key: string | null, id: number] | null;
  readonly gzip: GzipState;
  /** The records to write, if they are counted. */
  readonly total?: Total | undefined;
}

export function exportSettings({ settings }: Pick<Job, "settings">): ExportSettings {
  return settings as ExportSettings;
}

/** Returns the object types of which an export has values. */
export function exportedTypes(job: Pick<Job, "type" | "settings">): readonly string[] {
  return [job.type, ...(exportSettings(job).named ?? [])];
}

/** Returns the files of an export. An export of an earlier version has none to write before it begins. */
export function exportFiles(job: Pick<Job, "projectId" | "settings" | "progress">): {
  readonly definition: FileKey;
  readonly output: FileKey | undefined;
} {
  const { projectId } = job;
  const { definition, file = exportProgress(job)?.file } = exportSettings(job);
  const output = file === undefined ? undefined : { projectId, id: file };
  return { definition: { projectId, id: definition }, output };
}

/** Returns how far an export has come; undefined if it has not begun. */
export function exportProgress({ progress }: Pick<Job, "progress">): ExportProgress | undefined {
  return "file" in progress ? (progress as ExportProgress) : undefined;
}

/** Returns when the file of an export that ended expires. */
export function exportExpiry(endedAt: string | null): string {
  return new Date(Date.parse(endedAt ?? "") + KEPT_MS).toISOString();
}

export const EXPORT_STATES = [
  "waiting",
  "running",
  "done",
  "failed",
  "cancelled",
  "expired",
] as const;

/** An export as its owner sees it (specification §27). */
export interface ExportView {
  readonly id: number;
  readonly object: Job["type"];
  readonly format: ExportFormat;
  readonly gzip: boolean;
  readonly labels: boolean;
  /** Null for NDJSON. */
  readonly delimiter: CsvForm["delimiter"] | null;
  readonly encoding: ExportEncoding;
  readonly state: (typeof EXPORT_STATES)[number];
  /** Records in the file so far. */
  readonly rows: number;
  /** Bytes of the file so far. */
  readonly bytes: number;
  /** Why it failed. */
  readonly failure: string | null;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  /** When the file is deleted; null unless it is done. */
  readonly expiresAt: string | null;
}

/** Returns an export as its owner sees it. */
export async function exportView(db: Db, job: Job): Promise<ExportView> {
  const { id, type: object, projectId, failure, createdAt, startedAt, endedAt } = job;
  const {
    format,
    gzip,
    labels,
    delimiter = format === "csv" ? "," : null,
    ...settings
  } = exportSettings(job);
  const encoding = exportEncoding({ format, labels, encoding: settings.encoding });
  const progress = exportProgress(job);
  const isDone = job.state === "done";
  const expiresAt = isDone ? exportExpiry(endedAt) : null;
  const file = isDone && progress !== undefined ? { projectId, id: progress.file } : null;
  const isKept = file !== null && (await fileLength(db, file)) !== undefined;
  const isExpired = isDone && (!isKept || (expiresAt ?? "") <= new Date().toISOString());
  const begun = progress === undefined ? "waiting" : "running";
  return {
    ...{ id, object, format, gzip, labels, delimiter, encoding },
    state: isExpired ? "expired" : job.state === "running" ? begun : (job.state as "done"),
    rows: progress?.rows ?? 0,
    bytes: progress?.bytes ?? 0,
    ...{ failure, createdAt, startedAt: progress === undefined ? null : startedAt, endedAt },
    expiresAt: isExpired ? null : expiresAt,
  };
}
