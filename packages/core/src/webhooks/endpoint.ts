import type { endpoints, PayloadForm } from "@rapport/db";
import type { Principal } from "../principal.ts";
import { type Access, type AccessDeps, accessOf, type NotSent, notSentTo } from "./receivable.ts";

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
export async function viewsOf<Row extends endpoints.EndpointRow>(
  deps: AccessDeps,
  scope: Pick<Principal, "projectId">,
  rows: readonly Row[],
): Promise<readonly { readonly row: Row; readonly shown: Endpoint }[]> {
  const accessTo = await accessOf(deps, scope, rows);
  return rows.map((row) => ({ row, shown: view(row, accessTo(row)) }));
}

/** Returns one endpoint as callers see it. */
export async function viewOf(deps: AccessDeps, row: endpoints.EndpointRow): Promise<Endpoint> {
  return view(row, (await accessOf(deps, { projectId: row.project_id }, [row]))(row));
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
