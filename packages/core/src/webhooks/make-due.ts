import { type Db, deliveryProjects, liveRevisions } from "@rapport/db";
import type { Principal } from "../principal.ts";

/**
 * Lets workers and open pages know that deliveries of a project are due at a time. Call it in the transaction that makes
 * them due, after them.
 */
export async function makeDue(
  tx: Db,
  scope: Pick<Principal, "projectId">,
  at: string,
): Promise<void> {
  await deliveryProjects.enqueue.all(tx, scope, { at });
  await liveRevisions.noteRevision(tx, scope, "deliveries");
}
