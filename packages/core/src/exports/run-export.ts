import type { Db } from "@rapport/db";
import { type Deps, readingDeps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { deleteFile, expireFile, readAll } from "../files/files.ts";
import type { Job } from "../jobs/jobs.ts";
import type { JobKind, JobRun } from "../jobs/run-job.ts";
import { countEvery } from "../query/count-every.ts";
import type { Total } from "../query/count-search.ts";
import type { ExportDefinition } from "./definition.ts";
import { openOutput, openPosition } from "./export-output.ts";
import { expiryOf, filesOf, settingsOf } from "./export-state.ts";
import { readDefinition, writeExport } from "./write-export.ts";

/** Milliseconds for which records are counted. */
const COUNT_MS = 10_000;

/** Exports as jobs: each writes a file in portions, and resumes after the last one after a crash. */
export const exportJobs: JobKind = { run: runExport, ended: endExport };

async function runExport(run: JobRun): Promise<void> {
  const { deps, principal, job } = run;
  const definition = await definitionOf(deps, job);
  const output = await openOutput(run, definition);
  if (output.isComplete) return;
  const start = openPosition(deps, output.progress().after);
  const reading = await readingDeps(deps, principal);
  try {
    if (settingsOf(job).isCounted && output.progress().total === undefined) {
      await output.noteTotal(await countRecords({ ...run, deps: reading }, definition));
    }
    for await (const part of writeExport(reading, principal, definition, start)) {
      await output.add(part.text, part.rows, part.after);
    }
  } catch (error) {
    throw error instanceof CrmError && error.code === "INVALID_INPUT" ? outdated(error) : error;
  }
  await output.finish();
}

/** Counts the records of an export, for a limited time: the file is more urgent than the end of its progress. */
async function countRecords(
  { deps, principal, signal }: JobRun,
  definition: ExportDefinition,
): Promise<Total> {
  const { search } = readDefinition(await deps.schemas.get(principal.projectId), definition);
  const until = Date.now() + COUNT_MS;
  return countEvery(deps, principal, search, () => signal.aborted || Date.now() > until);
}

/** The schema was changed after the export was created. */
function outdated({ issues }: CrmError): CrmError {
  const faults = issues.map(({ message }) => message).join(" ");
  return new CrmError("INVALID_INPUT", `The schema has changed. ${faults}`);
}

/**
 * Reads what an export asks for.
 *
 * @throws FileGone if it was deleted: because the export has expired, or a record of its type was erased
 */
export async function definitionOf(
  deps: Pick<Deps, "db" | "fileParts" | "secrets">,
  job: Pick<Job, "projectId" | "settings">,
): Promise<ExportDefinition> {
  const { definition: file } = filesOf({ ...job, progress: {} });
  return JSON.parse((await readAll(deps, file)).toString("utf8"));
}

/** Keeps the file of an export that is done, and deletes all others. What was asked for is kept to be shown. */
async function endExport(_deps: Deps, tx: Db, job: Job): Promise<void> {
  const expiry = expiryOf(job.endedAt);
  const { definition, output } = filesOf(job);
  await expireFile(tx, definition, expiry);
  if (output === undefined) return;
  if (job.state === "done") await expireFile(tx, output, expiry);
  else await deleteFile(tx, output);
}
