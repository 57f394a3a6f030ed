import type { Db } from "@rapport/db";
import type { CsvForm } from "../csv.ts";
import { fileLength } from "../files/files.ts";
import type { Job } from "../jobs/jobs.ts";
import { type ExportFormat, exportEncodingOf } from "./definition.ts";
import type { ExportEncoding } from "./encode.ts";
import { expiryOf, progressOf, settingsOf } from "./export-state.ts";

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
export async function viewOf(db: Db, job: Job): Promise<ExportView> {
  const { id, type: object, projectId, failure, createdAt, startedAt, endedAt } = job;
  const {
    format,
    gzip,
    labels,
    delimiter = format === "csv" ? "," : null,
    ...settings
  } = settingsOf(job);
  const encoding = exportEncodingOf({ format, labels, encoding: settings.encoding });
  const progress = progressOf(job);
  const isDone = job.state === "done";
  const expiresAt = isDone ? expiryOf(endedAt) : null;
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
