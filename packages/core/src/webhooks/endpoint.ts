import { type Db, deliveries, endpoints, feed, type PayloadForm } from "@rapport/db";
import type { Call } from "../call.ts";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import type { Principal } from "../principal.ts";
import { withId } from "../records/errors.ts";
import {
  type Access,
  type AccessDeps,
  lookUpAccess,
  type NotSent,
  notSentTo,
} from "./receivable.ts";

/** A webhook endpoint (specification §2.9), without its secret. */
export interface Endpoint {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly payload: PayloadForm;
  readonly enabled: boolean;
  /** Why the endpoint was disabled; null while it is enabled. */
  readonly disabledReason: string | null;
  /** Time of the first failure since the last success; null if there is none. */
  readonly failingSince: string | null;
  /** What it subscribes to, but is not sent, because the key that set it up may not read it; null if there is nothing. */
  readonly notSent: NotSent | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** An endpoint as admins see it, with its description and delivery health. */
export interface EndpointState extends Omit<Endpoint, "id"> {
  readonly id: number;
  readonly description: string | null;
  /** Accurate to one minute. */
  readonly lastSuccessAt: string | null;
  readonly lastFailureAt: string | null;
  /** Whether it is sent what the admins may read, and not only what an API key may. */
  readonly hasAdminAccess: boolean;
  /** Number of pending deliveries. */
  readonly pending: number;
  /** End of the old secret's validity; null if only one secret is valid. */
  readonly oldSecretUntil: string | null;
}

export interface EndpointWithSecret extends Endpoint {
  readonly signingSecret: string;
}

/** Returns endpoints of a project as callers see them. */
export async function showEndpoints<Row extends endpoints.EndpointRow>(
  { deps, principal }: Call<AccessDeps>,
  rows: readonly Row[],
): Promise<readonly { readonly row: Row; readonly shown: Endpoint }[]> {
  const accessTo = await lookUpAccess(deps, principal, rows);
  return rows.map((row) => ({ row, shown: view(row, accessTo(row)) }));
}

/** Returns one endpoint as callers see it. */
export async function showEndpoint(
  deps: AccessDeps,
  row: endpoints.EndpointRow,
): Promise<Endpoint> {
  return view(row, (await lookUpAccess(deps, { projectId: row.project_id }, [row]))(row));
}

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

export type WebhookDeps = Pick<Deps, "db" | "schemas">;

/**
 * Returns the row of an endpoint.
 *
 * @throws CrmError NOT_FOUND
 */
export async function findEndpoint(
  { deps, principal }: Call<Pick<Deps, "db">>,
  id: number,
): Promise<endpoints.EndpointRow> {
  const row = await endpoints.findEndpoint.first(deps.db, principal, { id });
  if (row === undefined) throw noEndpoint(id);
  return row;
}

/**
 * Locks an endpoint until the transaction ends, and returns its row.
 *
 * @throws CrmError NOT_FOUND
 */
export async function lockEndpoint(
  tx: Db,
  principal: Principal,
  id: number,
): Promise<endpoints.EndpointRow> {
  const row = await endpoints.lockEndpoint.first(tx, principal, { id });
  if (row === undefined) throw noEndpoint(id);
  return row;
}

function noEndpoint(id: number): CrmError {
  return new CrmError("NOT_FOUND", `There is no webhook endpoint ${withId(id)} in this workspace.`);
}

function view(row: endpoints.EndpointRow, access: Access): Endpoint {
  return {
    id: String(row.id),
    url: row.url,
    events: row.event_types,
    payload: row.payload,
    enabled: row.enabled === 1,
    disabledReason: row.disabled_reason,
    failingSince: row.failing_since,
    notSent: notSentTo(access, row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
