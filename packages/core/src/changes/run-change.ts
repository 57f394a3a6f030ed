import { type Db, recordScan } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { expireFile } from "../files/files.ts";
import { appendAll } from "../files/write-file.ts";
import type { Job } from "../jobs/jobs.ts";
import { FIRST_PORTION, nextPortion } from "../jobs/portion-size.ts";
import type { JobKind, JobRun } from "../jobs/run-job.ts";
import { KEPT_MS } from "../jobs/undo-conflict.ts";
import type { Principal } from "../principal.ts";
import { encodeChanges } from "../records/undo/change-list.ts";
import { ActionOutdated, type ChangeAction } from "./action.ts";
import { changePortion } from "./change-portion.ts";
import { readDefinition, readIds } from "./files.ts";
import { MAX_REFUSED_KEPT } from "./limits.ts";
import { refusedLines } from "./refused.ts";
import { selectRecords } from "./select.ts";
import { type ChangeDefinition, type ChangeProgress, progressOf, settingsOf } from "./settings.ts";

/** What jobs of the kind `change` do (specification §31). */
export const changeJobs: JobKind = { run: runChange, ended: keepFiles, isUrgent: true };

/** Returns the stored actors of a bulk change and of its undoing. */
export function actorsOf(change: number): { readonly change: string; readonly undo: string } {
  return { change: `change:${change}`, undo: `change_undo:${change}` };
}

async function runChange(run: JobRun): Promise<void> {
  const { deps, job } = run;
  const definition = await readDefinition(deps, job);
  const selected = { projectId: job.projectId, id: settingsOf(job).selectedFile };
  const writer = { ...run.principal, kind: "system", id: actorsOf(job.id).change } as const;
  let progress = progressOf(job);
  let size: number = FIRST_PORTION;
  try {
    if (!progress.isSelected) progress = await selectRecords(run, definition, progress);
    while (progress.done < progress.selected) {
      const ids = await readIds(deps, selected, { from: progress.done, count: size });
      const startedAt = performance.now();
      const before = progress;
      await run.commit(async (joined, tx) => {
        progress = await changeRecords(joined, tx, writer, job, definition, ids, before);
        return { ...progress };
      });
      size = nextPortion(deps.db, ids.length, performance.now() - startedAt);
    }
  } catch (error) {
    throw outdated(error);
  }
}

/** Returns the failure of a job whose action or search does not fit the schema any more; else the same error. */
function outdated(error: unknown): unknown {
  const isOutdated =
    error instanceof ActionOutdated ||
    (error instanceof CrmError && error.code === "INVALID_INPUT");
  if (!isOutdated) return error;
  const faults = error.issues.map(({ message }) => message).join(" ");
  return new CrmError("CONFLICT", `The schema changed during the change. ${faults}`);
}

async function changeRecords(
  deps: Deps,
  tx: Db,
  writer: Principal,
  job: Job,
  definition: ChangeDefinition,
  wanted: readonly number[],
  before: ChangeProgress,
): Promise<ChangeProgress> {
  const { type, projectId } = job;
  await checkTarget(tx, writer, definition.action);
  const portion = await changePortion(deps, tx, writer, type, definition, wanted);
  const { ids, changes, unchanged, reasons } = portion;
  const { changesFile, refusedFile } = settingsOf(job);
  await appendAll(deps, { projectId, id: changesFile }, encodeChanges(changes));
  if (reasons.size > 0 && before.refused < MAX_REFUSED_KEPT) {
    const lines = await refusedLines(tx, writer, type, reasons);
    await appendAll(deps, { projectId, id: refusedFile }, Buffer.from(lines));
  }
  return {
    ...before,
    done: before.done + ids.length,
    changed: before.changed + changes.length,
    unchanged: before.unchanged + unchanged,
    refused: before.refused + reasons.size,
  };
}

/** @throws CrmError CONFLICT if the record to associate with is not live any more */
async function checkTarget(tx: Db, scope: Principal, action: ChangeAction): Promise<void> {
  if (action.kind !== "associate") return;
  const target = (await recordScan.findMany(tx, scope, [action.id])).get(action.id);
  if (target?.type === action.object) return;
  const message = `The ${action.object} with id ${action.id} was deleted during the change.`;
  throw new CrmError("CONFLICT", message);
}

/** Lets the files of a bulk change that has ended expire. */
export async function keepFiles(_: Deps, tx: Db, job: Job): Promise<void> {
  const at = new Date(Date.now() + KEPT_MS).toISOString();
  const { definitionFile, selectedFile, changesFile, refusedFile } = settingsOf(job);
  for (const id of [definitionFile, selectedFile, changesFile, refusedFile]) {
    await expireFile(tx, { projectId: job.projectId, id }, at);
  }
}
