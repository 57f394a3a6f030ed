import { type Db, recordBatches, recordsById } from "@rapport/db";
import type { ObjectCall } from "../call.ts";
import type { Deps, FileKey } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { readAll } from "../files/files.ts";
import { appendAll } from "../files/write-file.ts";
import type { JobRun } from "../jobs/run-job.ts";
import type { Principal } from "../principal.ts";
import { everyMatch } from "../query/search/matches.ts";
import { type SearchContext, searchContext } from "../query/search/search-context.ts";
import { parseRequest } from "../query/search-objects.ts";
import { invalid } from "../records/errors.ts";
import { restorableSince } from "../retention.ts";
import { type ChangeDefinition, type ChangeProgress, changeSettings } from "./settings.ts";

/**
 * Returns the search that finds the records of a selection, in the order of their ids.
 *
 * @throws CrmError INVALID_INPUT if it does not fit the schema
 */
export function selectionContext(
  call: ObjectCall<Pick<Deps, "scan"> & { readonly db: Db }>,
  wanted: NonNullable<ChangeDefinition["search"]>,
  direction: "asc" | "desc" = "asc",
): SearchContext {
  const { filterGroups, query } = wanted;
  const { search, issues } = parseRequest(call.object, { filterGroups, query });
  if (issues.length > 0) throw invalid(issues);
  const ordered = { ...search, sort: { by: null, direction } };
  return searchContext(call, ordered);
}

/** Records that one statement reads. Most often, the first ones include one to change. */
const CHUNK = 100;

/**
 * Checks that at least one of the ids belongs to a record that can be changed. The other ids are refused one by one.
 *
 * @param isOfDeleted whether the records are to be restored
 * @throws CrmError NOT_FOUND
 */
export async function checkIds(
  db: Db,
  scope: Principal,
  {
    type,
    ids,
    isOfDeleted,
  }: { readonly type: string; readonly ids: readonly number[]; readonly isOfDeleted: boolean },
): Promise<void> {
  const since = restorableSince(new Date());
  for (let start = 0; start < ids.length; start += CHUNK) {
    const some = ids.slice(start, start + CHUNK);
    const rows = isOfDeleted
      ? await recordBatches.lockDeleted(db, scope, type, { ids: some, since })
      : [...(await recordsById.findMany(db, scope, some)).values()].filter(
          (row) => row.type === type,
        );
    if (rows.length > 0) return;
  }
  throw new CrmError("NOT_FOUND", `None of these ${isOfDeleted ? "deleted " : ""}records exists.`);
}

/** Bytes of an id in the file of selected records. */
const ID_BYTES = 8;

/** Returns the bytes of ids, as the file of selected records has them. */
export function encodeIds(ids: readonly number[]): Buffer {
  const bytes = Buffer.alloc(ids.length * ID_BYTES);
  for (const [i, id] of ids.entries()) bytes.writeDoubleBE(id, i * ID_BYTES);
  return bytes;
}

/**
 * Reads some of the selected ids.
 *
 * @param range.from how many come before them
 */
export async function readIds(
  deps: Pick<Deps, "db" | "fileParts" | "secrets">,
  file: FileKey,
  { from, count }: { readonly from: number; readonly count: number },
): Promise<readonly number[]> {
  const bytes = await readAll(deps, file, {
    from: from * ID_BYTES,
    to: (from + count) * ID_BYTES,
  });
  return Array.from({ length: bytes.length / ID_BYTES }, (_, i) =>
    bytes.readDoubleBE(i * ID_BYTES),
  );
}

/** Ids that one transaction notes. */
const PORTION_IDS = 5_000;
/** Milliseconds after which the ids found so far are noted, however few they are. */
const PORTION_MS = 250;

/**
 * Notes the ids of the records that meet the search of a bulk change. So the change of a record cannot remove others
 * from the selection or add them, and the count is known before the first change.
 *
 * @throws CrmError INVALID_INPUT if the search does not fit the schema any more
 */
export async function selectRecords(
  { deps, principal, job, commit }: JobRun,
  { search, except }: ChangeDefinition,
  before: ChangeProgress,
): Promise<ChangeProgress> {
  if (search === null) throw new Error("a change of ids is selected from its start");
  const { selectedFile, highestId } = changeSettings(job);
  const file = { projectId: job.projectId, id: selectedFile };
  const object = await deps.schemas.object(job.projectId, job.type);
  const context = selectionContext({ deps, principal, object }, search);
  const left = new Set(except);
  let progress = before;
  let held: number[] = [];
  let since = Date.now();
  const note = async (after: number | null, isSelected: boolean) => {
    const next = { ...progress, selected: progress.selected + held.length, after, isSelected };
    await commit(async (joined) => {
      await appendAll(joined, file, encodeIds(held));
      return { ...next };
    });
    progress = next;
    held = [];
    since = Date.now();
  };
  const start = before.after === null ? null : ([null, before.after] as const);
  for await (const { found, after } of everyMatch(context, start)) {
    const last = after?.[1] ?? progress.after;
    for (const [, { id }] of found) if (id <= highestId && !left.has(id)) held.push(id);
    if (last !== null && last >= highestId) break;
    if (held.length >= PORTION_IDS || Date.now() - since > PORTION_MS) await note(last, false);
  }
  await note(highestId, true);
  return progress;
}
