import { type Db, events, feed } from "@rapport/db";
import type { Deps } from "../deps.ts";

/** Events per transaction. */
const BATCH = 500;

/**
 * Called in the transaction that numbers a project's events.
 *
 * @param numbered the events in the order of their numbers
 */
export type OnNumbered = (
  tx: Db,
  projectId: number,
  numbered: readonly events.PendingEvent[],
) => Promise<void>;

/**
 * Numbers up to 500 committed events of each project. Two processes never number one project at the same time, so
 * the numbers have no gaps and become visible in their order.
 *
 * @returns how many events were numbered, and whether there may be more
 */
export async function numberEvents(
  deps: Pick<Deps, "db">,
  onNumbered: OnNumbered,
): Promise<{ numbered: number; isMore: boolean }> {
  let total = 0;
  let isMore = false;
  let project = await events.nextProjectWithPending(deps.db, 0);
  while (project !== undefined) {
    const projectId = project;
    const numbered = await deps.db.transaction((tx) => numberProject(tx, projectId, onNumbered));
    total += numbered;
    isMore ||= numbered === BATCH;
    project = await events.nextProjectWithPending(deps.db, projectId);
  }
  return { numbered: total, isMore };
}

async function numberProject(tx: Db, projectId: number, onNumbered: OnNumbered): Promise<number> {
  const state = await feed.lockFeed(tx, { projectId });
  if (state === undefined) return 0;
  // This statement sees every event that was committed before the lock was taken.
  const pending = await events.listPending.all(tx, { project: projectId, limit: BATCH });
  if (pending.length === 0) return 0;
  const inFeed = pending.filter(({ subject }) => subject !== null);
  const numbered = inFeed.map(({ id, type, subject }, i) => ({
    project_id: projectId,
    number: state.last_number + 1 + i,
    event_id: id,
    type,
    subject,
  }));
  await feed.insertNumbers.all(tx, { numbered: JSON.stringify(numbered) });
  await feed.setLastNumber.all(tx, {
    project: projectId,
    number: state.last_number + numbered.length,
  });
  const ids = JSON.stringify(pending.map(({ id }) => id));
  await events.markNumbered.all(tx, { project: projectId, ids });
  await onNumbered(tx, projectId, pending);
  return pending.length;
}
