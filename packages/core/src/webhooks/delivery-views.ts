import { type DeliveryStatus, deliveries, deliveryViews } from "@rapport/db";
import { CrmError } from "../errors.ts";
import type { Principal } from "../principal.ts";
import { type DeliveryDeps, replayDelivery, replayFailed } from "./deliveries.ts";
import { listEndpoints, readEndpoint } from "./endpoints.ts";
import { attemptHeaders } from "./send.ts";

/** A delivery as admins see it, whichever endpoint of the project it is for. */
export interface DeliveryState {
  readonly id: number;
  readonly endpointId: number;
  /** The `webhook-id` header of its requests. */
  readonly messageId: string;
  readonly eventType: string;
  readonly status: DeliveryStatus;
  /** Since it was made, or replayed last. */
  readonly attemptCount: number;
  /** When the next attempt is due, null when there is none to come. */
  readonly nextAttemptAt: string | null;
  readonly createdAt: string;
  readonly finishedAt: string | null;
}

export interface ListedDelivery extends DeliveryState {
  /** The receiver's latest status, and why there was no complete answer. */
  readonly lastStatus: number | null;
  readonly lastError: string | null;
}

/** A delivery with all that was sent and answered. */
export interface DeliveryDetails extends DeliveryState {
  readonly endpoint: { readonly url: string; readonly isDeleted: boolean };
  /** The body of each request, to the byte. */
  readonly body: string;
  readonly attempts: readonly {
    readonly at: string;
    readonly durationMs: number;
    readonly error: string | null;
    /** The request's headers but for its signature, which is not kept. */
    readonly requestHeaders: Readonly<Record<string, string>>;
    /** The receiver's status, null when there was no answer. */
    readonly status: number | null;
    /** The first KiB of the receiver's answer. */
    readonly response: string | null;
  }[];
}

/**
 * One page of a project's deliveries, newest first.
 *
 * @param filter undefined members do not count; times are ISO 8601
 * @param page.before the id that the page comes before, 0 for the first
 * @returns the deliveries, and the id to go on before, null when there are no more
 * @throws CrmError NOT_FOUND when there is no such endpoint
 */
export async function listNewestDeliveries(
  deps: DeliveryDeps,
  principal: Principal,
  filter: {
    endpointId?: number | undefined;
    status?: DeliveryStatus | undefined;
    eventType?: string | undefined;
    from?: string | undefined;
    to?: string | undefined;
  },
  page: { before: number; limit: number },
): Promise<{ deliveries: readonly ListedDelivery[]; next: number | null }> {
  if (filter.endpointId !== undefined) await readEndpoint(deps, principal, filter.endpointId);
  const rows = await deliveryViews.listNewest(deps.db, {
    project: principal.projectId,
    endpoint: filter.endpointId ?? null,
    status: filter.status ?? null,
    eventType: filter.eventType ?? null,
    from: filter.from ?? "1970-01-01T00:00:00.000Z",
    to: filter.to ?? "9999-12-31T23:59:59.999Z",
    before: page.before || Number.MAX_SAFE_INTEGER,
    limit: page.limit + 1,
  });
  const shown = rows.slice(0, page.limit);
  return {
    deliveries: shown.map((row) => ({
      ...state(row),
      lastStatus: row.last_status,
      lastError: row.last_error,
    })),
    next: rows.length > page.limit ? (shown.at(-1)?.id ?? null) : null,
  };
}

/**
 * What a delivery says and what came of each attempt, oldest first.
 *
 * @throws CrmError NOT_FOUND
 */
export async function readDelivery(
  deps: DeliveryDeps,
  principal: Principal,
  id: number,
): Promise<DeliveryDetails> {
  const row = await find(deps, principal, id);
  const range = { endpoint: row.endpoint_id, from: id, to: id };
  const attempts = await deliveries.listAttempts.all(deps.db, range);
  return {
    ...state(row),
    endpoint: { url: row.url, isDeleted: row.deleted_at !== null },
    body: row.payload,
    attempts: attempts.map((attempt) => ({
      at: attempt.at,
      durationMs: attempt.duration_ms,
      error: attempt.error,
      requestHeaders: attemptHeaders(row.message_id, Date.parse(attempt.at)),
      status: attempt.status,
      response: attempt.response,
    })),
  };
}

/**
 * Makes a delivery due again, whichever endpoint of the project it is for.
 *
 * @throws CrmError NOT_FOUND for no such delivery, or when its endpoint is deleted; CONFLICT when that is disabled
 */
export async function replayOfProject(
  deps: DeliveryDeps,
  principal: Principal,
  id: number,
): Promise<void> {
  const { endpoint_id: endpoint } = await find(deps, principal, id);
  await replayDelivery(deps, principal, endpoint, id);
}

/**
 * Makes every failed delivery due again of the project's endpoints that are enabled.
 *
 * @returns how many
 */
export async function replayFailedOfProject(
  deps: DeliveryDeps,
  principal: Principal,
  since: string,
): Promise<number> {
  let replayed = 0;
  for (const { id, enabled } of await listEndpoints(deps, principal)) {
    if (enabled) replayed += await replayFailed(deps, principal, Number(id), since);
  }
  return replayed;
}

async function find(
  deps: DeliveryDeps,
  principal: Principal,
  id: number,
): Promise<deliveryViews.FoundDeliveryRow> {
  const found = { project: principal.projectId, id };
  const row = await deliveryViews.findDelivery.first(deps.db, found);
  if (row !== undefined) return row;
  throw new CrmError("NOT_FOUND", `There is no delivery with id ${id} in this project.`);
}

function state(row: deliveryViews.DeliveryStateRow): DeliveryState {
  return {
    id: row.id,
    endpointId: row.endpoint_id,
    messageId: row.message_id,
    eventType: row.event_type,
    status: row.status,
    attemptCount: row.attempt_count,
    nextAttemptAt: row.status === "pending" ? row.next_at : null,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  };
}
