import { type Db, jobs as jobRows, tenancy } from "@rapport/db";
import type { Call } from "../call.ts";
import { CrmError } from "../errors.ts";
import { cancelJob, countOpenJobs, createJob, JOB_WORDS, type Job } from "../jobs/jobs.ts";
import type { Principal } from "../principal.ts";
import {
  KEPT_MS,
  type RecordJobKind,
  type RecordJobView,
  readRecordJob,
} from "../record-jobs/record-jobs.ts";
import { invalid } from "../records/errors.ts";
import { MAX_OPEN_IMPORTS } from "./files.ts";
import { optionIssues, withColumnNames } from "./plan.ts";
import { refusedHeader } from "./row-inputs.ts";
import { IMPORT, type ImportOptions, type ImportSettings, importSettings } from "./settings.ts";

/** How far an import has come. */
export type ImportCounts = Readonly<
  Record<"read" | "created" | "updated" | "unchanged" | "refused", number>
>;

/** The progress of the job. */
export interface ImportProgress extends ImportCounts {
  /** Bytes of the file that are done. */
  readonly offset: number;
  /** The last line that is done. Undefined at the beginning, and in version 0.3.0. */
  readonly line?: number;
  /** The job that undoes it. */
  readonly undo?: number;
}

const NOTHING_DONE: ImportProgress = {
  ...{ read: 0, created: 0, updated: 0, unchanged: 0, refused: 0 },
  offset: 0,
};

/** Returns how far a job of the kind `import` has come. */
export function importProgress({ progress }: Pick<Job, "progress">): ImportProgress {
  return { ...NOTHING_DONE, ...progress };
}

/** What an import shows besides what every job shows that changes records. */
export interface ImportMembers extends ImportCounts {
  readonly mode: ImportOptions["mode"];
  readonly idProperty: string | null;
  readonly format: ImportOptions["format"];
  readonly fileName: string | null;
  /** Rows of the file; null before the data has arrived. */
  readonly rows: number | null;
  /** Rows without a value, which are ignored and not counted otherwise. */
  readonly blank: number;
  readonly bytesRead: number;
  readonly bytes: number | null;
  readonly encoding: string | null;
  readonly delimiter: string | null;
}

/** An import as its owner sees it (specification §26). */
export type ImportView = ImportMembers & RecordJobView<"deleted" | "restored" | "left">;

/** Returns an import as the Public API shows it: without who made it. */
export function publicImport({
  actor: _,
  canUndo: __,
  ...shown
}: ImportView): Omit<ImportView, "actor" | "canUndo"> {
  return shown;
}

function importMembers(job: Job): ImportMembers {
  const { mode, idProperty = null, format, fileName, data } = importSettings(job);
  const { read, created, updated, unchanged, refused, offset } = importProgress(job);
  return {
    ...{ mode, idProperty, format, fileName, read, created, updated, unchanged, refused },
    ...{ blank: data?.blank ?? 0, rows: data?.rows ?? null },
    ...{ bytesRead: offset, bytes: data?.bytes ?? null },
    ...{ encoding: data?.encoding ?? null, delimiter: data?.delimiter ?? null },
  };
}

/** Imports of files. */
export const IMPORTS: RecordJobKind<ImportMembers, "deleted" | "restored" | "left"> = {
  ...{ name: IMPORT, ...JOB_WORDS.import, inputs: "rows", isUrgent: false },
  ...{ undoCounts: ["deleted", "restored", "left"], keepsLeft: false },
  showJob: importMembers,
  countChanged: (job) => importProgress(job).created + importProgress(job).updated,
  jobFiles: (job) => {
    const { data } = importSettings(job);
    if (data === null) return undefined;
    const { file, fixesFile, changesFile: changes, refusedFile: refused } = data;
    return { changes, refused, sources: fixesFile == null ? [file] : [file, fixesFile] };
  },
  refusedHead: (job) => refusedHeader(importSettings(job).data?.columns ?? []),
  describeUndo: () => ({ action: "edit" }),
};

/**
 * Creates an import that waits for its data.
 *
 * @param name type of the records, in either form
 * @throws CrmError INVALID_INPUT with every fault of the options; INSUFFICIENT_SCOPE; CONFLICT if five imports of the
 *   project are open
 */
export async function createImport(
  { deps, principal }: Call,
  name: string,
  options: ImportOptions,
  { fileName = null }: { readonly fileName?: string | null } = {},
): Promise<ImportView> {
  const schemas = await deps.schemas.get(principal.projectId);
  const issues = optionIssues(schemas, name, options);
  if (issues.length > 0) throw invalid(issues);
  const { name: type } = schemas.object(name);
  const associations = options.associations.map((one) => ({
    ...one,
    object: schemas.object(one.object).name,
  }));
  const settings: ImportSettings = {
    ...withColumnNames({ ...options, associations }),
    ...{ fileName, data: null },
  };
  const id = await deps.db.transaction(async (tx) => {
    await tenancy.lockProject.first(tx, { id: principal.projectId });
    await cancelForgotten(tx, principal);
    if ((await countOpenJobs(tx, principal, IMPORT)) >= MAX_OPEN_IMPORTS) throw tooMany();
    return createJob({ deps, principal }, tx, {
      ...{ kind: IMPORT, type, state: "waiting" },
      settings: { ...settings },
    });
  });
  return readRecordJob({ deps, principal }, IMPORTS, id);
}

/** Cancels imports of the project whose data never came. */
async function cancelForgotten(tx: Db, principal: Principal): Promise<void> {
  const before = new Date(Date.now() - KEPT_MS).toISOString();
  for (const job of await jobRows.listOpen.all(tx, { project: principal.projectId })) {
    const isForgotten = job.kind === IMPORT && job.state === "waiting" && job.created_at < before;
    if (isForgotten) await cancelJob(tx, principal, job.id);
  }
}

/** Returns the refusal of an import that would be one too many. */
export function tooMany(): CrmError {
  return new CrmError(
    "CONFLICT",
    `This project has ${MAX_OPEN_IMPORTS} open imports. Wait until one has ended, or cancel one.`,
  );
}
