import { endpoints, liveRevisions, type PayloadForm, tenancy } from "@rapport/db";
import type { Call } from "../call.ts";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { cutPage } from "../paging.ts";
import { requireEndpointRoom } from "../quotas/tenant-room.ts";
import {
  type Endpoint,
  type EndpointState,
  type EndpointWithSecret,
  failPending,
  findEndpoint,
  lockEndpoint,
  showEndpoint,
  showEndpoints,
  type WebhookDeps,
} from "./endpoint.ts";
import { refuseDuplicateUrl } from "./endpoint-input.ts";
import { checkMayReceive, sendsAs } from "./receivable.ts";
import { newSigningSecret } from "./send.ts";

/** Endpoints per workspace (specification §8). */
const MAX_ENDPOINTS = 20;

/**
 * Registers an endpoint (specification §4.2). Only this call and `rotateSecret` return a secret.
 *
 * @param input checked by `checkEndpoint`
 * @throws CrmError CONFLICT if the workspace has 20 endpoints, or one with this URL; INSUFFICIENT_SCOPE, see
 *   `checkMayReceive`; QUOTA if the tenant may have no more
 */
export async function createEndpoint(
  { deps, principal }: Call<WebhookDeps & Pick<Deps, "secrets">>,
  input: {
    url: string;
    events: readonly string[];
    payload?: PayloadForm | undefined;
    description?: string | undefined;
    /** Whether another endpoint may have this URL. */
    allowDuplicateUrl?: boolean | undefined;
  },
): Promise<EndpointWithSecret> {
  const { payload = "compact" } = input;
  checkMayReceive(await deps.schemas.get(principal.projectId), principal, payload, input.events);
  const secret = newSigningSecret();
  const row = await deps.db.transaction(async (tx) => {
    await tenancy.lockProject.first(tx, { id: principal.projectId });
    const others = await endpoints.listEndpoints.all(tx, { project: principal.projectId });
    if (!input.allowDuplicateUrl) refuseDuplicateUrl(input.url, others);
    if (others.length >= MAX_ENDPOINTS) {
      throw new CrmError(
        "CONFLICT",
        `A workspace can have at most ${MAX_ENDPOINTS} webhook endpoints. Delete one first.`,
      );
    }
    await requireEndpointRoom(tx, principal.tenantId);
    await liveRevisions.noteRevision(tx, principal, "deliveries");
    return endpoints.insertEndpoint.first(tx, {
      project: principal.projectId,
      url: input.url,
      eventTypes: JSON.stringify([...new Set(input.events)]),
      description: input.description || null,
      payload,
      sendsAs: sendsAs(principal),
      secret: deps.secrets.seal(secret),
      at: new Date().toISOString(),
    });
  });
  return { ...(await showEndpoint(deps, row as endpoints.EndpointRow)), signingSecret: secret };
}

/** Lists a workspace's endpoints, oldest first. */
export async function listEndpoints(call: Call<WebhookDeps>): Promise<readonly Endpoint[]> {
  const project = call.principal.projectId;
  const rows = await endpoints.listEndpoints.all(call.deps.db, { project });
  return (await showEndpoints(call, rows)).map(({ shown }) => shown);
}

/**
 * Lists a workspace's endpoints, oldest first, one page at a time.
 *
 * @param page.after last id of the previous page, 0 for the first
 * @returns the endpoints and the `after` of the next page, null on the last
 */
export async function listEndpointPage(
  { deps, principal }: Call<WebhookDeps>,
  page: { readonly after: number; readonly limit: number },
): Promise<{ readonly endpoints: readonly Endpoint[]; readonly next: number | null }> {
  const rows = await endpoints.listEndpoints.all(deps.db, { project: principal.projectId });
  const { shown, next } = cutPage(
    rows.filter(({ id }) => id > page.after),
    page.limit,
  );
  const views = await showEndpoints({ deps, principal }, shown);
  return { endpoints: views.map(({ shown }) => shown), next };
}

/** Lists a workspace's endpoints with their delivery health, oldest first. */
export async function listEndpointStates(
  call: Call<WebhookDeps>,
): Promise<readonly EndpointState[]> {
  const now = new Date().toISOString();
  const rows = await endpoints.listStates.all(call.deps.db, { project: call.principal.projectId });
  return (await showEndpoints(call, rows)).map(({ row, shown }) => ({
    ...shown,
    id: row.id,
    description: row.description,
    lastSuccessAt: row.last_success_at,
    lastFailureAt: row.last_failure_at,
    pending: row.pending,
    hasAdminAccess: row.sends_as === "admins",
    oldSecretUntil: (row.old_secret_until ?? now) > now ? row.old_secret_until : null,
  }));
}

/**
 * Returns one endpoint of a workspace.
 *
 * @throws CrmError NOT_FOUND
 */
export async function readEndpoint(
  { deps, principal }: Call<WebhookDeps>,
  id: number,
): Promise<Endpoint> {
  return showEndpoint(deps, await findEndpoint({ deps, principal }, id));
}

/**
 * Deletes an endpoint and fails its pending deliveries.
 *
 * @throws CrmError NOT_FOUND
 */
export async function deleteEndpoint(
  { deps, principal }: Call<WebhookDeps>,
  id: number,
): Promise<void> {
  const at = new Date().toISOString();
  await deps.db.transaction(async (tx) => {
    await lockEndpoint(tx, principal, id);
    await endpoints.deleteEndpoint.all(tx, { id, at });
    await failPending(tx, principal, id, at);
    await liveRevisions.noteRevision(tx, principal, "deliveries");
  });
}
