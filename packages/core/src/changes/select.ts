import { appendAll } from "../files/write-file.ts";
import type { JobRun } from "../jobs/run-job.ts";
import { everyMatch } from "../query/matches.ts";
import { encodeIds } from "./files.ts";
import { selectionContext } from "./search.ts";
import { type ChangeDefinition, type ChangeProgress, settingsOf } from "./settings.ts";

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
  const { selectedFile, highestId } = settingsOf(job);
  const file = { projectId: job.projectId, id: selectedFile };
  const object = await deps.schemas.object(job.projectId, job.type);
  const context = selectionContext(deps, principal, object, search);
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
