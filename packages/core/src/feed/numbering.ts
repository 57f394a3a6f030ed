import { setTimeout as sleep } from "node:timers/promises";
import { type Db, events, feed } from "@rapport/db";
import { idlePause } from "../clock.ts";
import type { Deps } from "../deps.ts";

/** Pause after an internal error, such as an unreachable database. */
const AFTER_ERROR_MS = 1_000;

/**
 * Called in the transaction that numbers a project's events.
 *
 * @param numbered the events in the order of their numbers
 */
type OnNumbered = (
  tx: Db,
  projectId: number,
  numbered: readonly events.PendingEvent[],
) => Promise<unknown>;

/**
 * Numbers the events of every project until it is stopped. Any number of processes may do so.
 *
 * @param options.onNumbered called in the transaction that numbers events
 * @param options.onCommitted called after a round that numbered events
 * @param options.onError receives internal errors; numbering continues
 */
export function startNumbering(
  deps: Pick<Deps, "db">,
  options: {
    onNumbered: OnNumbered;
    onCommitted: () => void;
    onError: (error: unknown) => void;
  },
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const pause = (ms: number) =>
    sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined);

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const began = performance.now();
        const { numbered, isMore } = await numberEvents(deps, options.onNumbered);
        if (numbered > 0) options.onCommitted();
        if (!isMore) await pause(idlePause(numbered > 0 ? 0 : performance.now() - began));
      } catch (error) {
        options.onError(error);
        await pause(AFTER_ERROR_MS);
      }
    }
  }

  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

/** Events per transaction. */
const BATCH = 500;

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
