import { type Db, recordsById } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { appendAll } from "../files/write-file.ts";
import type { Job } from "../jobs/jobs.ts";
import type { Principal } from "../principal.ts";
import { encodeChanges } from "../records/undo/change-list.ts";
import type { ChangeAction } from "./action.ts";
import { changePortion } from "./change-portion.ts";
import { MAX_REFUSED_KEPT } from "./limits.ts";
import { refusedLines } from "./refused.ts";
import { type ChangeDefinition, type ChangeProgress, settingsOf } from "./settings.ts";

/** Changes some of the selected records, and notes what was changed and refused. */
export async function changeRecords(
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
    const object = await deps.schemas.within(tx).object(projectId, type);
    const lines = await refusedLines(tx, writer, object, reasons);
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
  const target = (await recordsById.findMany(tx, scope, [action.id])).get(action.id);
  if (target?.type === action.object) return;
  const message = `The ${action.object} with id ${action.id} was deleted during the change.`;
  throw new CrmError("CONFLICT", message);
}
