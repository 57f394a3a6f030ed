import {
  type Db,
  deliveries,
  deliveryProjects,
  duplicatePairs,
  duplicates,
  events,
  feed,
  historyRemoval,
  importDrafts,
  jobs,
  mergeUndo,
  objectTypes,
  purge,
  recordWords,
  runWrites,
  tenancy,
} from "@rapport/db";
import type { Deps } from "../deps.ts";
import { deleteTypeFiles } from "../files/files.ts";
import { forgetOldKeys } from "../idempotency/idempotency.ts";
import { DRAFT_DAYS } from "../imports/drafts/draft.ts";
import { restorableSince } from "../retention.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Time for which finished deliveries, their attempts, and the events of the feed are kept. */
const RETENTION_MS = 30 * DAY_MS;
/** Events are deleted this much later, because the feed must have dropped them before. Longer than any transaction. */
const EVENTS_MARGIN_MS = 60 * 60 * 1000;
/** Time for which imports, exports and bulk changes are listed after their end. Their files go much earlier. */
const JOBS_MS = 365 * DAY_MS;
/** Rows deleted per transaction. Small, so that no writer waits long. */
const BATCH_ROWS = 500;

/**
 * Removes expired rows: records 90 days after their deletion, values of merged records after 90 days, deliveries and
 * events after 30 days, idempotency keys after 24 hours, imports in preparation after 7 days, and jobs a year after
 * their end.
 */
export async function tidy(deps: Pick<Deps, "db">, now = new Date()): Promise<void> {
  await forgetOldKeys(deps, now, BATCH_ROWS);
  const purgeBefore = restorableSince(now);
  for (const remove of [purgeDeleted, purgeMerged]) {
    let purged: number;
    do {
      purged = await deps.db.transaction((tx) => remove(tx, purgeBefore, BATCH_ROWS));
    } while (purged === BATCH_ROWS);
  }
  const before = new Date(now.getTime() - RETENTION_MS).toISOString();
  await deps.db.transaction((tx) => deliveryProjects.noteAll(tx));
  await purgeDrafts(deps, now);
  await purgeFeeds(deps, before);
  const endedBefore = new Date(now.getTime() - JOBS_MS).toISOString();
  await purgeRows(
    deps,
    (limit) => jobs.listEnded.all(deps.db, { before: endedBefore, limit }),
    removeJobs,
  );
  const eventsBefore = new Date(now.getTime() - RETENTION_MS - EVENTS_MARGIN_MS).toISOString();
  await purgeRows(
    deps,
    (limit) => deliveries.listOld.all(deps.db, { before, limit }),
    deliveries.deleteFinished,
  );
  await purgeRows(
    deps,
    (limit) => events.listOldEvents.all(deps.db, { before: eventsBefore, limit }),
    events.deleteEvents,
  );
}

/**
 * Purges the deleted records of object types that projects removed, and then the types with their files.
 *
 * @param signal ends the work after the current batch
 */
export async function purgeRemovedTypes(
  { db }: Pick<Deps, "db">,
  signal: AbortSignal,
): Promise<void> {
  for (const { project_id: projectId, name } of await objectTypes.listRemoved.all(db, {
    limit: BATCH_ROWS,
  })) {
    let purged = BATCH_ROWS;
    while (purged === BATCH_ROWS && !signal.aborted) {
      purged = await db.transaction(async (tx) => {
        const records = await purge.purgeType(tx, { projectId }, name, BATCH_ROWS);
        await forgetRecords(tx, records);
        if (records.length < BATCH_ROWS) {
          await deleteTypeFiles(tx, { projectId }, name);
          await objectTypes.forgetType(tx, { projectId }, name);
        }
        return records.length;
      });
    }
  }
}

/** Removes old rows, in transactions of one project each. */
async function purgeRows(
  deps: Pick<Deps, "db">,
  list: (limit: number) => ReturnType<typeof deliveries.listOld.all>,
  remove: (tx: Db, scope: { projectId: number }, ids: readonly number[]) => Promise<void>,
): Promise<void> {
  for (;;) {
    const rows = await list(BATCH_ROWS);
    for (const [projectId, own] of Map.groupBy(rows, (row) => row.project_id)) {
      const ids = own.map(({ id }) => id);
      await deps.db.transaction((tx) => remove(tx, { projectId }, ids));
    }
    if (rows.length < BATCH_ROWS) return;
  }
}

async function removeJobs(tx: Db, scope: { projectId: number }, ids: readonly number[]) {
  for (const id of ids) await jobs.removeJob.all(tx, scope, { id });
}

/** @returns the number of removed records */
async function purgeDeleted(tx: Db, before: string, limit: number): Promise<number> {
  const records = await purge.purgeDeleted(tx, before, limit);
  await forgetRecords(tx, records);
  return records.length;
}

/** Removes what is left of purged records. */
async function forgetRecords(tx: Db, records: readonly purge.PurgedRecord[]): Promise<void> {
  for (const { project_id: projectId, type, id } of records) {
    await runWrites(tx, recordWords.removeWords({ projectId, type, id }));
    await duplicates.forgetKeys(tx, { projectId }, id);
    await duplicatePairs.forgetPairs(tx, { projectId }, id);
  }
}

/** @returns the number of records that lost their values */
async function purgeMerged(tx: Db, before: string, limit: number): Promise<number> {
  const merged = await mergeUndo.purgeMerged(tx, before, limit);
  for (const { project_id: projectId, merged_id: id } of merged) {
    await duplicatePairs.forgetPairs(tx, { projectId }, id);
  }
  return merged.length;
}

/** Removes drafts of imports that were started or discarded, or are too old. Their files expire by themselves. */
async function purgeDrafts(deps: Pick<Deps, "db">, now: Date): Promise<void> {
  const before = new Date(now.getTime() - DRAFT_DAYS * DAY_MS).toISOString();
  for (;;) {
    const ended = await importDrafts.listEndedDrafts.all(deps.db, { before, limit: BATCH_ROWS });
    for (const { project_id: projectId, id } of ended) {
      for (let isMore = true; isMore; ) {
        isMore = await deps.db.transaction(async (tx) => {
          if (await importDrafts.deleteKeys(tx, { projectId }, id, BATCH_ROWS)) return true;
          await importDrafts.deleteDraft.all(tx, { projectId }, { id });
          return false;
        });
      }
    }
    if (ended.length < BATCH_ROWS) return;
  }
}

async function purgeFeeds(deps: Pick<Deps, "db">, before: string): Promise<void> {
  for (const { project_id: projectId } of await feed.listFeeds.all(deps.db, {})) {
    let purged: number;
    do {
      purged = await deps.db.transaction((tx) =>
        feed.purgeFeed(tx, { projectId }, before, BATCH_ROWS),
      );
    } while (purged === BATCH_ROWS);
  }
}

/**
 * Removes changes of values and of associations from the histories of all projects after some days (setting HISTORY_DAYS).
 * It remembers how far it has come, so it goes on there after a crash.
 */
export async function removeOldHistory(
  deps: Pick<Deps, "db">,
  days: number,
  signal?: AbortSignal,
  now = new Date(),
): Promise<void> {
  const before = new Date(now.getTime() - days * DAY_MS).toISOString();
  for (const { id: projectId } of await tenancy.listProjects.all(deps.db, {})) {
    for (let isMore = true; isMore && !signal?.aborted; ) {
      isMore = await deps.db.transaction((tx) =>
        historyRemoval.removePortion(tx, { projectId }, before, BATCH_ROWS),
      );
    }
  }
}
