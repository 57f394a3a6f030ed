import { deliveries, events, purge } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { forgetOldKeys } from "../idempotency/idempotency.ts";
import { restorableSince } from "../retention.ts";

/** Time for which finished deliveries, their attempts and their events are kept. */
const DELIVERY_RETENTION_MS = 30 * 24 * 60 * 60 * 1000;
/** Rows deleted per transaction. Small, so that no writer waits long. */
const BATCH_ROWS = 500;

/**
 * Removes expired rows: records 90 days after their deletion, deliveries and events after 30 days, and
 * idempotency keys after 24 hours.
 */
export async function tidy(deps: Pick<Deps, "db">, now = new Date()): Promise<void> {
  await forgetOldKeys(deps, now);
  const purgeBefore = restorableSince(now);
  let purged: number;
  do {
    purged = await deps.db.transaction((tx) => purge.purgeDeleted(tx, purgeBefore, BATCH_ROWS));
  } while (purged === BATCH_ROWS);
  const before = new Date(now.getTime() - DELIVERY_RETENTION_MS).toISOString();
  let removed: number;
  do {
    removed = await deps.db.transaction(async (tx) => {
      const rows = await deliveries.deleteOld(tx, before, BATCH_ROWS);
      return rows + (await events.deleteOldEvents(tx, before, BATCH_ROWS));
    });
  } while (removed >= BATCH_ROWS);
}
