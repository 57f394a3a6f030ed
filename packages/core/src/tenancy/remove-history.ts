import { historyRemoval, tenancy } from "@rapport/db";
import type { Deps } from "../deps.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Entries looked at per transaction. Small, so that no writer waits long. */
const BATCH_ROWS = 500;

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
