import { type Db, deliveries, feed } from "@rapport/db";

/**
 * Fails the pending deliveries of an endpoint that this transaction disables or deletes. Waits for a transaction that
 * makes deliveries of the project, because it may have seen the endpoint enabled.
 */
export async function failPending(
  tx: Db,
  scope: { readonly projectId: number },
  endpoint: number,
  at: string,
): Promise<void> {
  await feed.waitForFeed(tx, scope);
  await deliveries.failPending.all(tx, { project: scope.projectId, endpoint, at });
}
