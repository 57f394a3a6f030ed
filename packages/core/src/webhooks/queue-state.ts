import { deliveryQueue } from "@rapport/db";
import type { Deps } from "../deps.ts";

/**
 * Returns the number of waiting deliveries and the delay of the most overdue one.
 *
 * @returns `overdueSeconds` is 0 if no delivery is overdue
 */
export async function queueState(
  deps: Pick<Deps, "db">,
): Promise<{ depth: number; overdueSeconds: number }> {
  const state = await deliveryQueue.queueState.first(deps.db, {});
  const oldest = state?.oldest ?? null;
  const overdue = oldest === null ? 0 : (Date.now() - Date.parse(oldest)) / 1000;
  return { depth: state?.depth ?? 0, overdueSeconds: Math.max(0, overdue) };
}
