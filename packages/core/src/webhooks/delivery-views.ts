import {
  type DeliveryStatus,
  deliveries,
  deliveryQueue,
  deliveryViews,
  recordsById,
} from "@rapport/db";
import type { Call } from "../call.ts";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { eventBody } from "../events/events.ts";
import { cutPage } from "../paging.ts";
import { namingProperties, recordName } from "../records/names.ts";
import type { WebhookDeps } from "./endpoint.ts";
import { readEndpoint } from "./endpoints.ts";
import { formFor, lookUpAccess } from "./receivable.ts";
import { attemptHeaders } from "./send.ts";

/** A delivery to any endpoint of a project, as admins see it. */
export interface DeliveryState {
  readonly id: number;
  readonly endpointId: number;
  /** The `webhook-id` header of its requests. */
  readonly messageId: string;
  readonly eventType: string;
  readonly status: DeliveryStatus;
  /** Attempts since the delivery was created or last replayed. */
  readonly attemptCount: number;
  /** Time of the next attempt; null if there will be none. */
  readonly nextAttemptAt: string | null;
  readonly createdAt: string;
  readonly finishedAt: string | null;
}

/** The record of an event, by its name now. */
export interface DeliveredRecord {
  readonly type: string;
  readonly id: number;
  readonly name: string;
  /** True if the record is in the bin now. */
  readonly isDeleted: boolean;
}

/** Statuses that the list filters by; `retrying` ones are `pending` and have failed attempts. */
export const LISTED_STATUSES = ["pending", "retrying", "delivered", "failed"] as const;

export interface ListedDelivery extends DeliveryState {
  /** Null if the event has no record, or the record was erased or removed for good. */
  readonly record: DeliveredRecord | null;
  /** The receiver's HTTP status at the last attempt; null if there was no response. */
  readonly lastStatus: number | null;
  /** Why the last attempt got no complete response; null if it got one. */
  readonly lastError: string | null;
}

/** A delivery with its requests and their responses. */
export interface DeliveryDetails extends DeliveryState {
  /** Null if the event has no record, or the record was erased or removed for good. */
  readonly record: DeliveredRecord | null;
  readonly endpoint: { readonly url: string; readonly isDeleted: boolean };
  /** The body of each request: what the endpoint may be sent now of the event, or all of it if it may be sent nothing. */
  readonly body: string;
  readonly attempts: readonly {
    readonly at: string;
    readonly durationMs: number;
    readonly error: string | null;
    /** The request's headers without its signature, which is not stored. */
    readonly requestHeaders: Readonly<Record<string, string>>;
    /** The receiver's HTTP status; null if there was no response. */
    readonly status: number | null;
    /** The first KiB of the receiver's response. */
    readonly response: string | null;
  }[];
}

/** What a list of deliveries shows; undefined fields match everything. */
export interface ListFilter {
  readonly endpointId?: number | undefined;
  readonly status?: (typeof LISTED_STATUSES)[number] | undefined;
  readonly eventType?: string | undefined;
  /** When the deliveries were created, ISO 8601. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Reads a page of the rows of `listNewestDeliveries`. */
export async function newestRows(
  { deps, principal }: Call<Pick<Deps, "db">>,
  filter: ListFilter,
  page: { readonly before: number; readonly limit: number },
): Promise<{ shown: readonly deliveryViews.ListedDeliveryRow[]; next: number | null }> {
  const rows = await deliveryViews.listNewest(deps.db, {
    project: principal.projectId,
    endpoint: filter.endpointId ?? null,
    status: filter.status === "retrying" ? "pending" : (filter.status ?? null),
    attempts: filter.status === "retrying" ? 1 : 0,
    ...columnFilter(filter),
    before: page.before || Number.MAX_SAFE_INTEGER,
    limit: page.limit + 1,
  });
  return cutPage(rows, page.limit);
}

export const MIN_TIME = "1970-01-01T00:00:00.000Z";

/** Returns what a filter says of columns that every list of deliveries has. */
export function columnFilter({ eventType, from, to }: ListFilter) {
  return {
    eventType: eventType ?? null,
    from: from ?? MIN_TIME,
    to: to ?? "9999-12-31T23:59:59.999Z",
  };
}

/**
 * Lists a project's deliveries, newest first, one page at a time.
 *
 * @param page.before last id of the previous page, 0 for the first
 * @returns the deliveries and the `before` of the next page, null on the last
 * @throws CrmError NOT_FOUND if the endpoint in the filter does not exist
 */
export async function listNewestDeliveries(
  call: Call<WebhookDeps>,
  filter: ListFilter,
  page: { before: number; limit: number },
): Promise<{ deliveries: readonly ListedDelivery[]; next: number | null }> {
  if (filter.endpointId !== undefined) await readEndpoint(call, filter.endpointId);
  const { shown, next } = await newestRows(call, filter, page);
  const findRecord = await findRecords(call, shown);
  return {
    deliveries: shown.map((row) => ({
      ...state(row),
      record: findRecord(row),
      lastStatus: row.last_status,
      lastError: row.last_error,
    })),
    next,
  };
}

/**
 * Returns a delivery with its message and its attempts, oldest first.
 *
 * @throws CrmError NOT_FOUND
 */
export async function readDelivery(
  { deps, principal }: Call<WebhookDeps>,
  id: number,
): Promise<DeliveryDetails> {
  const row = await findDelivery({ deps, principal }, id);
  const range = { project: principal.projectId, endpoint: row.endpoint_id, from: id, to: id };
  const attempts = await deliveries.listAttempts.all(deps.db, range);
  const findRecord = await findRecords({ deps, principal }, [row]);
  const endpoint = { created_at: row.endpoint_created_at, sends_as: row.sends_as };
  const access = (await lookUpAccess(deps, principal, [endpoint]))(endpoint);
  const event = { ...row, id: row.event_id, type: row.event_type, created_at: row.raised_at };
  const form = formFor(access, event, row.form) ?? row.form;
  return {
    ...state(row),
    record: findRecord(row),
    endpoint: { url: row.url, isDeleted: row.deleted_at !== null },
    body: eventBody(event, form),
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

type EventRow = Pick<deliveryViews.ListedDeliveryRow, "record_id">;

async function findRecords(
  { deps, principal }: Call<WebhookDeps>,
  rows: readonly EventRow[],
): Promise<(row: EventRow) => DeliveredRecord | null> {
  const ids = new Set(rows.flatMap(({ record_id }) => record_id ?? []));
  const schema = await deps.schemas.get(principal.projectId);
  const names = namingProperties(schema);
  const kept = await recordsById.findKept(deps.db, principal, [...ids], names);
  return ({ record_id }) => {
    const row = record_id === null ? undefined : kept.get(record_id);
    if (row === undefined) return null;
    const { id, type } = row;
    // The page of a merged record leads to the one that it was merged into.
    const isDeleted = row.deleted_at !== null && row.merged_into === null;
    return { type, id, name: recordName(schema.object(type), row), isDeleted };
  };
}

export async function findDelivery(
  { deps, principal }: Call<WebhookDeps>,
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
