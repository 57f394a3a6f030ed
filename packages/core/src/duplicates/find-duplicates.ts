import { setImmediate as nextTurn } from "node:timers/promises";
import { associations, type Db, duplicateWork, recordScan } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { isRecordSubject } from "../events/events.ts";
import { compareRecords } from "./compare-records.ts";

/** Records or events per transaction. Small, so that no other writer waits long. */
const BATCH = 200;
/** The label of the associations that count: a contact's name is compared within its companies. */
const COUNTED_LABEL = "contact_to_company";

/** Events of a company after which its contacts have it, or have it no longer, without events of their own. */
const MOVES = new Set(
  ["merged", "unmerged", "deleted", "restored"].map((action) => `company.${action}`),
);

interface Scope {
  readonly projectId: number;
}

type DuplicateDeps = Pick<Deps, "db" | "schemas">;

/**
 * Finds records that may be the same: among records that changed since the last call, and among records that are older
 * than this search. Runs in the background, after the changes, so that no write waits for it. Any number of processes
 * may do it.
 *
 * @param signal ends the work after the current batch
 */
export async function findDuplicates(deps: DuplicateDeps, signal: AbortSignal): Promise<void> {
  for (let isMore = true; isMore && !signal.aborted; ) {
    const feedsHaveMore = await followFeeds(deps, signal);
    const olderHaveMore = await deps.db.transaction((tx) => compareOlder(deps, tx));
    isMore = feedsHaveMore || olderHaveMore;
    // Let requests go first.
    await nextTurn();
  }
}

/** Reads one batch of each feed that has new events. Returns whether one of them has more. */
async function followFeeds(deps: DuplicateDeps, signal: AbortSignal): Promise<boolean> {
  const { db } = deps;
  let isMore = false;
  let project = await duplicateWork.nextBehind(db, 0);
  while (project !== undefined && !signal.aborted) {
    const projectId: number = project;
    const hasMore = await followFeed(deps, projectId, signal);
    isMore ||= hasMore;
    project = await duplicateWork.nextBehind(db, projectId);
  }
  return isMore;
}

async function followFeed(
  deps: DuplicateDeps,
  projectId: number,
  signal: AbortSignal,
): Promise<boolean> {
  // No short transaction shares its time, because it lets other requests be served in between.
  const done = await deps.db.transaction((tx) => compareChanges(deps, tx, projectId), {
    hasOwnCommit: true,
  });
  if (done.moved !== undefined) await compareContacts(deps, { projectId }, done.moved, signal);
  return done.hasMore;
}

interface Compared {
  readonly hasMore: boolean;
  /** The next event, if it moved more contacts than one batch compares. */
  readonly moved?: duplicateWork.EventSubject;
}

async function compareChanges(
  { schemas }: Pick<DuplicateDeps, "schemas">,
  tx: Db,
  projectId: number,
): Promise<Compared> {
  const scope = { projectId };
  if (!(await duplicateWork.lockComparison(tx, scope))) return { hasMore: false };
  const feed = await duplicateWork.findCompared.first(tx, { project: scope.projectId });
  if (feed === undefined) return { hasMore: false };
  const above = Math.max(feed.compared_number, feed.purged_number);
  const last = Math.min(above + BATCH, feed.last_number);
  const subjects = await duplicateWork.listSubjects(tx, scope, { above, below: last + 1 });
  const { changed, next } = await changedRecords(tx, scope, subjects);
  await nextTurn();
  if (next !== undefined && next === subjects[0]) return { hasMore: true, moved: next };
  const cached = await schemas.within(tx).get(projectId);
  const isCurrent = [...changed.keys()].every((type) => cached.objects.has(type));
  const schema = isCurrent ? cached : await schemas.within(tx).renew(projectId);
  for (const [type, ids] of changed) {
    const object = schema.objects.get(type);
    // A removed type has no records left to compare.
    if (object !== undefined) await compareRecords(tx, scope, object, [...ids]);
  }
  const end = next === undefined ? last : next.number - 1;
  // Last, because numbering skips the project while its row is locked.
  await duplicateWork.setCompared.all(tx, scope, { number: end });
  return { hasMore: end < feed.last_number };
}

/**
 * Returns the ids of the records that events are about, by type.
 *
 * @returns `next`: the first event whose contacts do not fit into the batch, or undefined. It and later events are left for
 *   the next batch
 */
async function changedRecords(
  tx: Db,
  scope: Scope,
  subjects: readonly duplicateWork.EventSubject[],
): Promise<{
  readonly changed: ReadonlyMap<string, ReadonlySet<number>>;
  readonly next: duplicateWork.EventSubject | undefined;
}> {
  const changed = new Map<string, Set<number>>();
  const add = (type: string, ids: readonly number[]) => {
    const all = changed.get(type) ?? new Set();
    changed.set(type, all);
    for (const id of ids) all.add(id);
  };
  let room = BATCH;
  for (const event of subjects) {
    const { subject, id } = event;
    if (id === null || !(subject === COUNTED_LABEL || isRecordSubject(subject))) continue;
    const type = subject === COUNTED_LABEL ? "contact" : subject;
    if (MOVES.has(event.type)) {
      const contacts = await listContacts(tx, scope, id, { after: 0, limit: room + 1 });
      if (contacts.length > room) return { changed, next: event };
      room -= contacts.length;
      add("contact", contacts);
    }
    add(type, [id]);
  }
  return { changed, next: undefined };
}

async function listContacts(
  tx: Db,
  scope: Scope,
  company: number,
  page: { readonly after: number; readonly limit: number },
): Promise<readonly number[]> {
  const side = { id: company, type: "contact", isFrom: true };
  return (await associations.listAssociations(tx, scope, side, page)).map(({ id }) => id);
}

/**
 * Compares all contacts of a company after an event that moved them, in batches, then the company. After a crash it
 * begins again, because the feed counts as compared only at the end.
 */
async function compareContacts(
  { db, schemas }: DuplicateDeps,
  scope: Scope,
  { id: company, number }: duplicateWork.EventSubject,
  signal: AbortSignal,
): Promise<void> {
  if (company === null) return;
  let after: number | undefined = 0;
  while (after !== undefined && !signal.aborted) {
    const from: number = after;
    after = await db.transaction(async (tx) => {
      if (!(await duplicateWork.lockComparison(tx, scope))) return undefined;
      const schema = await schemas.within(tx).get(scope.projectId);
      const contacts = await listContacts(tx, scope, company, { after: from, limit: BATCH });
      await compareRecords(tx, scope, schema.object("contact"), contacts);
      if (contacts.length === BATCH) return contacts.at(-1);
      await compareRecords(tx, scope, schema.object("company"), [company]);
      const feed = await duplicateWork.findCompared.first(tx, { project: scope.projectId });
      const isBehind = feed !== undefined && feed.compared_number < number;
      if (isBehind) await duplicateWork.setCompared.all(tx, scope, { number });
      return undefined;
    });
  }
}

/** Compares one batch of older records. Returns whether there may be more that no other process has. */
async function compareOlder({ schemas }: Pick<DuplicateDeps, "schemas">, tx: Db): Promise<boolean> {
  const older = await duplicateWork.takeBackfill(tx);
  if (older === undefined) return false;
  const scope = { projectId: older.project_id };
  if (!(await duplicateWork.lockComparison(tx, scope))) return false;
  const type = older.type;
  const range = { above: older.after_id, below: Number.MAX_SAFE_INTEGER };
  const rows = await recordScan.scanIds(
    tx,
    scope,
    { type, range },
    { direction: "asc", limit: BATCH },
  );
  const object = await schemas.within(tx).object(scope.projectId, type);
  const ids = rows.map(({ id }) => id);
  await compareRecords(tx, scope, object, ids);
  await duplicateWork.moveBackfill(tx, older, ids.length < BATCH ? undefined : ids.at(-1));
  return true;
}
