import { type Db, recordScan, recordsById } from "@rapport/db";
import type { Call, ObjectCall } from "../call.ts";
import { joinDeps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { createFile, NO_VALUES } from "../files/files.ts";
import { appendAll } from "../files/write-file.ts";
import { countOpenJobs, createJob, JOB_WORDS, noteProgress } from "../jobs/jobs.ts";
import type { Principal } from "../principal.ts";
import { EVERY_ID } from "../query/search/id-range.ts";
import { requireAnyFileRoom } from "../quotas/tenant-room.ts";
import type { RecordJobKind } from "../record-jobs/record-jobs.ts";
import { REFUSED_HEAD } from "../record-jobs/refused.ts";
import { invalid } from "../records/errors.ts";
import { actionIssues, listEdits } from "./action.ts";
import { checkIds, encodeIds, selectionContext } from "./selection.ts";
import {
  type ChangeAction,
  type ChangeDefinition,
  type ChangeProgress,
  type ChangeSelection,
  type ChangeSettings,
  changeProgress,
  changeSettings,
  MAX_OPEN_CHANGES,
} from "./settings.ts";

/** What a bulk change shows besides what every job shows that changes records (specification §31). */
type ChangeMembers = Pick<ChangeSettings, "action" | "edits" | "target"> &
  Pick<ChangeProgress, "selected" | "isSelected" | "done" | "changed" | "unchanged" | "refused">;

/** Changes of many records that an admin selects. */
export const CHANGES: RecordJobKind<ChangeMembers, "undone" | "left"> = {
  ...{ name: "change", ...JOB_WORDS.change, inputs: "records", isUrgent: true },
  ...{ undoCounts: ["undone", "left"], keepsLeft: true },
  showJob: (job) => {
    const { action, edits, target } = changeSettings(job);
    const { selected, isSelected, done, changed, unchanged, refused } = changeProgress(job);
    return {
      ...{ action, edits, target },
      ...{ selected, isSelected, done, changed, unchanged, refused },
    };
  },
  countChanged: (job) => changeProgress(job).changed,
  jobFiles: (job) => {
    const { definitionFile, selectedFile, changesFile, refusedFile } = changeSettings(job);
    return { changes: changesFile, refused: refusedFile, sources: [definitionFile, selectedFile] };
  },
  refusedHead: () => REFUSED_HEAD,
  describeUndo: (job) => {
    const { action, target } = changeSettings(job);
    return { action, target };
  },
};

/**
 * Begins a bulk change, which a worker makes. The records are those that the selection has now.
 *
 * @returns its id
 * @throws CrmError INVALID_INPUT with one issue per fault; NOT_FOUND if the record to associate with is not live, or
 *   none of the ids is that of a record to change; CONFLICT if five bulk changes of the project are open; QUOTA if the
 *   tenant may have no more bytes in files
 */
export async function startChange(
  { deps, principal, object }: ObjectCall,
  selection: ChangeSelection,
  action: ChangeAction,
): Promise<number> {
  const issues = actionIssues(object, action);
  if (issues.length > 0) throw invalid(issues);
  if ("search" in selection) selectionContext({ deps, principal, object }, selection.search);
  return deps.db.transaction(async (tx) => {
    await checkTarget(tx, principal, action);
    await requireAnyFileRoom(deps, tx, principal);
    const joined = joinDeps(deps, tx);
    const ids = "ids" in selection ? [...new Set(selection.ids)].toSorted((a, b) => a - b) : null;
    if (ids !== null)
      await checkIds(tx, principal, {
        type: object.name,
        ids,
        isOfDeleted: action.kind === "restore",
      });
    const settings = await createFiles({ deps: joined, principal }, tx, object.name, {
      selection,
      action,
      ids,
    });
    const job = {
      kind: CHANGES.name,
      type: object.name,
      settings: { ...settings },
      state: "running",
    } as const;
    const id = await createJob({ deps, principal }, tx, job);
    // The new job locks the project's queue, so the others are counted one after the other.
    if ((await countOpenJobs(tx, principal, CHANGES.name)) > MAX_OPEN_CHANGES) throw tooMany();
    const begun: Partial<ChangeProgress> =
      ids === null ? {} : { selected: ids.length, isSelected: true };
    await noteProgress(tx, principal, id, begun);
    return id;
  });
}

async function checkTarget(tx: Db, scope: Principal, action: ChangeAction): Promise<void> {
  if (action.kind !== "associate") return;
  const target = (await recordsById.findMany(tx, scope, [action.id])).get(action.id);
  if (target?.type === action.object) return;
  const message = `There is no ${action.object} with id ${action.id} in this project.`;
  throw new CrmError("NOT_FOUND", message);
}

async function createFiles(
  { deps, principal }: Call,
  tx: Db,
  type: string,
  {
    selection,
    action,
    ids,
  }: {
    readonly selection: ChangeSelection;
    readonly action: ChangeAction;
    readonly ids: readonly number[] | null;
  },
): Promise<ChangeSettings> {
  const { projectId } = principal;
  const definition: ChangeDefinition = {
    action,
    search: "search" in selection ? selection.search : null,
    except: "search" in selection ? (selection.except ?? []) : [],
  };
  const [newest] = await recordScan.scanIds(
    tx,
    principal,
    { type, range: EVERY_ID },
    { direction: "desc", limit: 1 },
  );
  const settings: ChangeSettings = {
    action: action.kind,
    edits: listEdits(action).map(({ internal_name, how }) => ({ internal_name, how })),
    target: action.kind === "associate" ? { object: action.object, id: action.id } : null,
    highestId: newest?.id ?? 0,
    definitionFile: await createFile(deps, tx, principal, { type }),
    selectedFile: await createFile(deps, tx, principal, { type: NO_VALUES }),
    changesFile: await createFile(deps, tx, principal, { type: NO_VALUES }),
    refusedFile: await createFile(deps, tx, principal, { type }),
  };
  const text = Buffer.from(JSON.stringify(definition), "utf8");
  await appendAll(deps, { projectId, id: settings.definitionFile }, text);
  if (ids !== null) await appendAll(deps, { projectId, id: settings.selectedFile }, encodeIds(ids));
  return settings;
}

function tooMany(): CrmError {
  return new CrmError(
    "CONFLICT",
    `${MAX_OPEN_CHANGES} bulk changes of this project wait or run. Wait until one has ended, or cancel one.`,
  );
}
