import { endpoints, insights } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { countDeliveries } from "./count-deliveries.ts";

export interface WebhookHealth {
  /** Each endpoint counts once. A failing endpoint is enabled, but its latest attempts failed. */
  readonly endpoints: {
    readonly active: number;
    readonly failing: number;
    readonly disabled: number;
  };
  /** Deliveries of the last 24 hours by status, from the quarter of an hour in which these begin. */
  readonly deliveries: {
    readonly succeeded: number;
    readonly failed: number;
    readonly pending: number;
  };
  /** When the oldest pending delivery was created; null if none is pending. */
  readonly oldestPending: string | null;
  readonly failingEndpoints: readonly { readonly id: number; readonly url: string }[];
  readonly disabledEndpoints: readonly {
    readonly id: number;
    readonly url: string;
    readonly reason: string | null;
  }[];
  /** When the deliveries were counted: up to 30 seconds ago if there are many. */
  readonly asOf: string;
}

const QUARTER_MS = 15 * 60 * 1000;
const QUARTERS_PER_DAY = 96;

/** Reads the state of a project's webhook endpoints and recent deliveries. */
export async function webhookHealth(
  deps: Pick<Deps, "db" | "figures">,
  projectId: number,
): Promise<WebhookHealth> {
  const [rows, oldest, deliveries] = await Promise.all([
    endpoints.listEndpoints.all(deps.db, { project: projectId }),
    insights.oldestPending.first(deps.db, { project: projectId }),
    countedDeliveries(deps, projectId),
  ]);
  const disabled = rows.filter((row) => row.enabled === 0);
  const failing = rows.filter((row) => row.enabled === 1 && row.failing_since !== null);
  return {
    endpoints: {
      active: rows.length - disabled.length - failing.length,
      failing: failing.length,
      disabled: disabled.length,
    },
    deliveries: deliveries.value,
    oldestPending: oldest?.created_at ?? null,
    failingEndpoints: failing.map(({ id, url }) => ({ id, url })),
    disabledEndpoints: disabled.map(({ id, url, disabled_reason: reason }) => ({
      id,
      url,
      reason,
    })),
    asOf: deliveries.asOf,
  };
}

function countedDeliveries(deps: Pick<Deps, "db" | "figures">, projectId: number) {
  return deps.figures.get(`deliveries:${projectId}`, async () => {
    const current = Math.floor(Date.now() / QUARTER_MS);
    const at = (quarter: number) => new Date(quarter * QUARTER_MS).toISOString();
    const day = { starts: at(current - QUARTERS_PER_DAY), ends: at(current + 1) };
    const { value, rows } = await countDeliveries(deps, projectId, [day]);
    const count = (status: string) =>
      value.reduce((sum, row) => (row.status === status ? sum + row.count : sum), 0);
    return {
      value: {
        succeeded: count("delivered"),
        failed: count("failed"),
        pending: count("pending"),
      },
      rows,
    };
  });
}
