import { CrmError } from "../errors.ts";
import { FIRST_PORTION, nextPortion } from "../jobs/portion-size.ts";
import type { JobKind, JobRun } from "../jobs/run-job.ts";
import { ActionOutdated } from "./action.ts";
import { changeRecords } from "./change-records.ts";
import { readDefinition, readIds } from "./files.ts";
import { keepFiles } from "./keep-files.ts";
import { selectRecords } from "./select.ts";
import { progressOf, settingsOf } from "./settings.ts";

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
