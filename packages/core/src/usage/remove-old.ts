import { leaving, requestLog, usage } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { USAGE_DAYS } from "./count-requests.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Requests deleted per transaction. */
const BATCH_ROWS = 500;

/**
 * Removes counts of requests after 31 days, and logged requests.
 *
 * @param requestLogDays days that requests are logged
 */
export async function removeOldUsage(
  deps: Pick<Deps, "db">,
  requestLogDays: number,
  now = new Date(),
): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString();
  for (const { id: projectId } of await leaving.listAllProjects.all(deps.db, {})) {
    await usage.deleteOldUsage.all(deps.db, { projectId }, { before: before(USAGE_DAYS) });
    for (let isMore = true; isMore; ) {
      isMore = await deps.db.transaction((tx) =>
        requestLog.deleteOldRequests(tx, { projectId }, before(requestLogDays), BATCH_ROWS),
      );
    }
  }
}
