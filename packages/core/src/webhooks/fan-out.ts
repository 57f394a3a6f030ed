import {
  type Db,
  deliveries,
  deliveryProjects,
  endpoints,
  type events,
  liveRevisions,
} from "@rapport/db";
import { subscribes } from "@rapport/model";
import type { Principal } from "../principal.ts";
import { type AccessDeps, formFor, lookUpAccess } from "./receivable.ts";

/**
 * Creates a delivery of each event for each enabled endpoint of the project that subscribes and may be sent it, in the
 * transaction that numbers the events.
 *
 * @param raised the events in the order of their numbers
 * @returns whether there are any
 */
export async function fanOut(
  { db: tx, schemas }: AccessDeps,
  projectId: number,
  raised: readonly events.PendingEvent[],
): Promise<boolean> {
  const at = new Date().toISOString();
  const active = (await endpoints.listEndpoints.all(tx, { project: projectId })).filter(
    (one) => one.enabled === 1,
  );
  const subjects = raised.map(({ subject }) => subject);
  const accessTo = await lookUpAccess({ db: tx, schemas }, { projectId }, active, subjects);
  const rows = active.flatMap((endpoint) => {
    const { id, event_types: patterns, payload } = endpoint;
    const access = accessTo(endpoint);
    return raised
      .filter((event) => subscribes(patterns, event.type))
      .filter((event) => formFor(access, event, payload) !== null)
      .map((event) => [projectId, id, event.id, event.type, "pending", 0, at, at, payload]);
  });
  if (rows.length === 0) return false;
  await deliveries.insertDeliveries(tx, rows);
  await makeDue(tx, { projectId }, at);
  return true;
}

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
