import { type Db, recordsById } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { readAll } from "../files/files.ts";
import type { Job } from "../jobs/jobs.ts";
import type { JobKind, JobRun } from "../jobs/run-job.ts";
import type { ObjectSchema } from "../object-schema.ts";
import type { Principal } from "../principal.ts";
import { examine } from "../query/search/matching.ts";
import {
  addCounts,
  inPortions,
  noteChanged,
  readAllRecords,
  writePortion,
} from "../record-jobs/portions.ts";
import { jobActors, keepFiles } from "../record-jobs/record-jobs.ts";
import { noteRefused, refusalReason } from "../record-jobs/refused.ts";
import { undoJobs } from "../record-jobs/undo.ts";
import type { BatchAnswer } from "../records/batch/batch.ts";
import type { InputItem } from "../records/batch/input.ts";
import { ActionOutdated, batchOperation } from "./action.ts";
import { CHANGES } from "./changes.ts";
import { readIds, selectionContext, selectRecords } from "./selection.ts";
import {
  type ChangeAction,
  type ChangeDefinition,
  type ChangeProgress,
  changeProgress,
  changeSettings,
} from "./settings.ts";

/** What jobs of the kind `change` do, and those that undo them (specification §31). */
export const changeJobs: JobKind = {
  run: runChange,
  ended: (_, tx, job) => keepFiles(tx, CHANGES, job),
  isUrgent: true,
};
export const changeUndoJobs = undoJobs(CHANGES);

/** How often a record is tried that others change meanwhile. */
const MAX_ATTEMPTS = 3;

async function runChange(run: JobRun): Promise<void> {
  const { deps, job } = run;
  const definition = await readDefinition(deps, job);
  const selected = { projectId: job.projectId, id: changeSettings(job).selectedFile };
  const writer = { ...run.principal, kind: "system", id: jobActors(CHANGES, job).job } as const;
  try {
    const begun = changeProgress(job);
    const start = begun.isSelected ? begun : await selectRecords(run, definition, begun);
    await inPortions<number, ChangeProgress>(run, start, {
      take: async (most, { done }) =>
        done < start.selected ? readIds(deps, selected, { from: done, count: most }) : [],
      write: (joined, tx, ids, before) =>
        changeRecords({ deps: joined, tx, writer, job, definition }, ids, before),
    });
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

/**
 * Reads what a bulk change does.
 *
 * @throws FileGone if a record of its type was erased, or 7 days after its end
 */
async function readDefinition(deps: Deps, job: Job): Promise<ChangeDefinition> {
  const file = { projectId: job.projectId, id: changeSettings(job).definitionFile };
  return JSON.parse((await readAll(deps, file)).toString("utf8"));
}

/** Where records are changed. */
interface Changing {
  readonly deps: Deps;
  readonly tx: Db;
  readonly writer: Principal;
  readonly job: Job;
  readonly definition: ChangeDefinition;
}

/** Changes some of the selected records, and notes what was changed and refused. */
async function changeRecords(
  changing: Changing,
  ids: readonly number[],
  before: ChangeProgress,
): Promise<ChangeProgress> {
  const { deps, tx, writer, job, definition } = changing;
  const { projectId, type } = job;
  await checkTarget(tx, writer, definition.action);
  const object = await deps.schemas.object(projectId, type);
  const reasons = new Map<number, string>();
  const results: BatchAnswer["results"][number][] = [];
  let pending = ids;
  for (let attempt = 1; pending.length > 0 && attempt <= MAX_ATTEMPTS; attempt++) {
    const tried = await tryOnce(changing, object, pending, reasons);
    results.push(...tried.results);
    pending = tried.late;
  }
  for (const id of pending) reasons.set(id, CHANGED_MEANWHILE);
  const { changesFile, refusedFile } = changeSettings(job);
  const changed = await noteChanged(deps, { projectId, id: changesFile }, results);
  const file = { projectId, id: refusedFile };
  await noteRefused({ deps, tx, object, file }, reasons, before.refused);
  const unchanged = results.length - changed;
  const counts = { done: ids.length, changed, unchanged, refused: reasons.size };
  return { ...before, ...addCounts(before, counts) };
}

const NOT_MATCHING = "It no longer met the filter when its turn came.";
const CHANGED_MEANWHILE = "Others kept changing it. Try again.";

/**
 * Tries to change records.
 *
 * @param reasons gets why others were refused
 * @returns also the records that others changed after they were examined
 */
async function tryOnce(
  { deps, tx, writer, definition: { action, search } }: Changing,
  object: ObjectSchema,
  ids: readonly number[],
  reasons: Map<number, string>,
): Promise<Pick<BatchAnswer, "results"> & { readonly late: readonly number[] }> {
  const { item, apply } = batchOperation(action);
  let items: readonly (InputItem & { readonly id: number })[] = ids.map((id) => ({ id }));
  if (search !== null) {
    const context = selectionContext(
      { deps: { db: tx, scan: null }, principal: writer, object },
      search,
    );
    items = await stillMatching(context, ids, reasons);
  }
  const inputs = items.map((one) => ({ id: one.id, input: { item: { ...item, ...one } } }));
  const { results, refused } = await writePortion({ deps, writer, object }, inputs, { apply });
  const late: number[] = [];
  for (const { given, error } of refused) {
    if (error.code === "VERSION_MISMATCH") late.push(given.id);
    else reasons.set(given.id, refusalReason(error, object));
  }
  return { results, late };
}

/** Examines whether records still meet a search. Those that do may be changed in the version that was examined. */
async function stillMatching(
  context: ReturnType<typeof selectionContext>,
  ids: readonly number[],
  reasons: Map<number, string>,
): Promise<readonly (InputItem & { readonly id: number })[]> {
  const { db, scope, search } = context;
  const rows = await readAllRecords(db, scope, ids);
  const { matching } = await examine(context, search.groups, ids, [...rows.values()]);
  const versions = new Map(matching.map(({ id, version }) => [id, version]));
  return ids.flatMap((id) => {
    // A batch says why a record is not live.
    if (!rows.has(id) || versions.has(id)) return [{ id, ifVersion: versions.get(id) }];
    reasons.set(id, NOT_MATCHING);
    return [];
  });
}

/** @throws CrmError CONFLICT if the record to associate with is not live any more */
async function checkTarget(tx: Db, scope: Principal, action: ChangeAction): Promise<void> {
  if (action.kind !== "associate") return;
  const target = (await recordsById.findMany(tx, scope, [action.id])).get(action.id);
  if (target?.type === action.object) return;
  const message = `The ${action.object} with id ${action.id} was deleted during the change.`;
  throw new CrmError("CONFLICT", message);
}
