import { type DeliveryStatus, deliveries, endpoints } from "@rapport/db";
import type { Call } from "../call.ts";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { cutPage } from "../paging.ts";
import type { Principal } from "../principal.ts";
import { withId } from "../records/errors.ts";
import { findEndpoint, lockEndpoint, type WebhookDeps } from "./endpoint.ts";
import { readEndpoint } from "./endpoints.ts";
import { makeDue } from "./fan-out.ts";
import { type Access, formFor, lookUpAccess } from "./receivable.ts";

export interface Attempt {
  readonly at: string;
  /** The receiver's HTTP status; null if there was no response. */
  readonly status: number | null;
  readonly error: string | null;
  readonly durationMs: number;
  /** The first KiB of the receiver's response; null for a caller who may not read what was sent. */
  readonly response: string | null;
}

export interface Delivery {
  readonly id: string;
  /** The `webhook-id` header of its requests. */
  readonly messageId: string;
  readonly event: string;
  readonly status: DeliveryStatus;
  /** Time of the next attempt; null if there will be none. */
  readonly nextAttemptAt: string | null;
  readonly createdAt: string;
  readonly finishedAt: string | null;
  readonly attempts: readonly Attempt[];
}

/**
 * Lists an endpoint's deliveries with their attempts, oldest first, one page at a time.
 *
 * @param page.after last id of the previous page, 0 for the first
 * @returns the deliveries and the `after` of the next page, null on the last
 * @throws CrmError NOT_FOUND if the endpoint does not exist
 */
export async function listDeliveries(
  { deps, principal }: Call<WebhookDeps>,
  endpoint: number,
  page: { status?: DeliveryStatus | undefined; after: number; limit: number },
): Promise<{ deliveries: readonly Delivery[]; next: number | null }> {
  const found = await findEndpoint({ deps, principal }, endpoint);
  const access = (await lookUpAccess(deps, principal, [found]))(found);
  const rows = await deliveries.listDeliveries.all(deps.db, {
    project: principal.projectId,
    endpoint,
    after: page.after,
    status: page.status ?? null,
    limit: page.limit + 1,
  });
  const { shown, next } = cutPage(rows, page.limit);
  const [from = 0, to = 0] = [shown.at(0)?.id, shown.at(-1)?.id];
  const attempts = Map.groupBy(
    await deliveries.listAttempts.all(deps.db, {
      project: principal.projectId,
      endpoint,
      from,
      to,
    }),
    (attempt) => attempt.delivery_id,
  );
  return {
    deliveries: shown.map((row) => {
      const all = attempts.get(row.id) ?? [];
      return view(row, maySee(principal, row, access) ? all : all.map(withoutResponse));
    }),
    next,
  };
}

/**
 * Returns whether a caller may read what a delivery sends. A receiver's response may repeat it.
 *
 * @param access of the endpoint
 */
function maySee(principal: Principal, row: deliveries.DeliveryRow, access: Access) {
  if (principal.kind === "user") return true;
  const event = { type: row.event_type, subject: row.subject };
  const own = formFor({ ...access, scopes: principal.scopes }, event, row.form);
  return own === row.form || (own !== null && own === formFor(access, event, row.form));
}

function withoutResponse(attempt: deliveries.AttemptRow): deliveries.AttemptRow {
  return { ...attempt, response: null };
}

/**
 * Replays one delivery: it is sent again, with the full number of attempts.
 *
 * @throws CrmError NOT_FOUND; CONFLICT if the endpoint is disabled
 */
export async function replayDelivery(
  { deps, principal }: Call<WebhookDeps>,
  endpoint: number,
  id: number,
): Promise<void> {
  await requireEnabled({ deps, principal }, endpoint);
  const at = new Date().toISOString();
  const { projectId: project } = principal;
  const row = await deps.db.transaction(async (tx) => {
    // A change that disables the endpoint meanwhile waits for this, and then fails the replayed delivery too.
    if ((await lockEndpoint(tx, principal, endpoint)).enabled === 0) throw disabled();
    const replayed = await deliveries.replayOne.first(tx, { project, endpoint, id, at });
    await makeDue(tx, principal, at);
    return replayed;
  });
  if (row === undefined) {
    throw new CrmError("NOT_FOUND", `There is no delivery ${withId(id)} of this endpoint.`);
  }
}

/** Deliveries per transaction of a replay. */
const BATCH_DELIVERIES = 5_000;

/**
 * Replays an endpoint's failed deliveries since a time, in transactions of at most 5,000.
 *
 * @param since ISO 8601 time
 * @returns number of replayed deliveries
 * @throws CrmError NOT_FOUND; CONFLICT if the endpoint is disabled
 */
export async function replayFailed(
  { deps, principal }: Call<WebhookDeps>,
  endpoint: number,
  since: string,
): Promise<number> {
  await requireEnabled({ deps, principal }, endpoint);
  // Leaves out deliveries that fail again during the loop, so that each is replayed only once.
  const at = new Date().toISOString();
  const { projectId: project } = principal;
  const args = { project, endpoint, since, until: at, at, limit: BATCH_DELIVERIES };
  let replayed = 0;
  for (;;) {
    const { length } = await deps.db.transaction(async (tx) => {
      await endpoints.lockEndpoint.first(tx, principal, { id: endpoint });
      const replayed = await deliveries.replayFailed.all(tx, args);
      await makeDue(tx, principal, at);
      return replayed;
    });
    replayed += length;
    if (length < BATCH_DELIVERIES) return replayed;
  }
}

/**
 * Replays those of some deliveries to an endpoint that failed or wait for another attempt. Replays none if the endpoint is
 * disabled or deleted meanwhile.
 *
 * @returns number of replayed deliveries
 */
export async function replayMany(
  { deps, principal }: Call<Pick<Deps, "db">>,
  endpoint: number,
  ids: readonly number[],
): Promise<number> {
  const at = new Date().toISOString();
  return deps.db.transaction(async (tx) => {
    await endpoints.lockEndpoint.first(tx, principal, { id: endpoint });
    const replayed = await deliveries.replayMany(tx, principal, endpoint, { ids, at });
    await makeDue(tx, principal, at);
    return replayed;
  });
}

/**
 * Checks that an endpoint is enabled.
 *
 * @throws CrmError NOT_FOUND; CONFLICT if the endpoint is disabled
 */
export async function requireEnabled(call: Call<WebhookDeps>, endpoint: number): Promise<void> {
  if ((await readEndpoint(call, endpoint)).enabled) return;
  throw disabled();
}

function disabled(): CrmError {
  return new CrmError(
    "CONFLICT",
    "The endpoint is disabled. Enable it before you replay its deliveries.",
  );
}

function view(row: deliveries.DeliveryRow, attempts: readonly deliveries.AttemptRow[]): Delivery {
  return {
    id: String(row.id),
    messageId: row.message_id,
    event: row.event_type,
    status: row.status,
    nextAttemptAt: row.status === "pending" ? row.next_at : null,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    attempts: attempts.map((attempt) => ({
      at: attempt.at,
      status: attempt.status,
      error: attempt.error,
      durationMs: attempt.duration_ms,
      response: attempt.response,
    })),
  };
}
