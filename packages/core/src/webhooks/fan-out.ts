import { type Db, deliveries, endpoints, events } from "@rapport/db";
import { subscribes } from "@rapport/model";
import type { Deps } from "../deps.ts";

/** Events per transaction. */
const BATCH_EVENTS = 500;

/**
 * Takes up to 500 events from the outbox and creates a delivery for each enabled endpoint that subscribes.
 *
 * @returns true if the outbox may hold more events
 */
export async function fanOut(deps: Pick<Deps, "db">): Promise<boolean> {
  if (!(await events.anyPending(deps.db))) return false;
  return deps.db.transaction(async (tx) => {
    const taken = await events.takePending(tx, BATCH_EVENTS);
    const at = new Date().toISOString();
    for (const [projectId, ofProject] of Map.groupBy(taken, (event) => event.project_id)) {
      await deliverTo(tx, projectId, ofProject, at);
    }
    return taken.length === BATCH_EVENTS;
  });
}

async function deliverTo(
  tx: Db,
  projectId: number,
  raised: readonly events.PendingEvent[],
  at: string,
): Promise<void> {
  const active = (await endpoints.listEndpoints(tx, { projectId })).filter(
    (one) => one.enabled === 1,
  );
  const rows = active.flatMap((endpoint) =>
    raised
      .filter((event) => subscribes(endpoint.event_types, event.type))
      .toSorted((a, b) => a.id - b.id)
      .map((event) => [projectId, endpoint.id, event.id, event.type, "pending", 0, at, at]),
  );
  if (rows.length > 0) await deliveries.insertDeliveries(tx, rows);
}
