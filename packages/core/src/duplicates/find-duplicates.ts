import { type Db, duplicateWork, records } from "@rapport/db";
import { type ObjectType, parseObjectType } from "@rapport/model";
import type { Deps } from "../deps.ts";
import { compareRecords } from "./compare-records.ts";

/** Records or events per transaction. Small, so that no other writer waits long. */
const BATCH = 200;
/** The label of the associations that count: a contact's name is compared within its companies. */
const COUNTED_LABEL = "contact_to_company";

type DuplicateDeps = Pick<Deps, "db" | "schemas">;

/**
 * Finds records that may be the same: among those that changed since the last call, and among those from before there
 * was a search. Runs in the background, after the changes, so that no write waits for it. Any number of processes may
 * do it.
 *
 * @param signal ends the work after the current batch
 */
export async function findDuplicates(deps: DuplicateDeps, signal: AbortSignal): Promise<void> {
  for (let isMore = true; isMore && !signal.aborted; ) {
    const feedsHaveMore = await followFeeds(deps, signal);
    const olderHaveMore = await deps.db.transaction((tx) => compareOlder(deps, tx));
    isMore = feedsHaveMore || olderHaveMore;
    // Let requests go first.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Reads one batch of each feed that went on. Returns whether one of them has more. */
async function followFeeds({ db, schemas }: DuplicateDeps, signal: AbortSignal): Promise<boolean> {
  let isMore = false;
  let project = await duplicateWork.nextBehind(db, 0);
  while (project !== undefined && !signal.aborted) {
    const projectId = project;
    const hasMore = await db.transaction((tx) => followFeed({ schemas }, tx, projectId));
    isMore ||= hasMore;
    project = await duplicateWork.nextBehind(db, projectId);
  }
  return isMore;
}

async function followFeed(
  { schemas }: Pick<DuplicateDeps, "schemas">,
  tx: Db,
  projectId: number,
): Promise<boolean> {
  const scope = { projectId };
  if (!(await duplicateWork.lockComparison(tx, scope))) return false;
  const feed = await duplicateWork.findCompared(tx, scope);
  if (feed === undefined) return false;
  const above = Math.max(feed.compared_number, feed.purged_number);
  const end = Math.min(above + BATCH, feed.last_number);
  const subjects = await duplicateWork.listSubjects(tx, scope, { above, below: end + 1 });
  const schema = await schemas.within(tx).get(projectId);
  for (const [type, ids] of changedRecords(subjects)) {
    await compareRecords(tx, scope, type, schema[type], [...ids]);
  }
  // Last, because numbering skips the project while its row is locked.
  await duplicateWork.setCompared(tx, scope, end);
  return end < feed.last_number;
}

/** Returns the ids of the records that events are about, by type. */
function changedRecords(
  subjects: readonly duplicateWork.EventSubject[],
): ReadonlyMap<ObjectType, ReadonlySet<number>> {
  const changed = new Map<ObjectType, Set<number>>();
  for (const { subject, id } of subjects) {
    const type = subject === COUNTED_LABEL ? "contact" : parseObjectType(subject);
    if (type === undefined || id === null) continue;
    const ids = changed.get(type) ?? new Set();
    changed.set(type, ids.add(id));
  }
  return changed;
}

/** Compares one batch of older records. Returns whether there may be more that no other process has. */
async function compareOlder({ schemas }: Pick<DuplicateDeps, "schemas">, tx: Db): Promise<boolean> {
  const older = await duplicateWork.takeBackfill(tx);
  if (older === undefined) return false;
  const scope = { projectId: older.project_id };
  if (!(await duplicateWork.lockComparison(tx, scope))) return false;
  const type = older.type as ObjectType;
  const rows = await records.listAfter(tx, scope, { type, after: older.after_id, limit: BATCH });
  const schema = (await schemas.within(tx).get(scope.projectId))[type];
  const ids = rows.map(({ id }) => id);
  await compareRecords(tx, scope, type, schema, ids);
  await duplicateWork.moveBackfill(tx, older, ids.length < BATCH ? undefined : ids.at(-1));
  return true;
}
