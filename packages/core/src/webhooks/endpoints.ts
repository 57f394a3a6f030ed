import {
  type Db,
  deliveries,
  deliveryProjects,
  endpoints,
  liveRevisions,
  type PayloadForm,
  tenancy,
} from "@rapport/db";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import type { Principal } from "../principal.ts";
import { checkMayReceive } from "./receivable.ts";
import { newSigningSecret } from "./sign.ts";

type EndpointDeps = Pick<Deps, "db" | "secrets" | "addresses">;

/** Endpoints per workspace (specification §8). */
const MAX_ENDPOINTS = 20;
/** Time for which deliveries are signed with both the old and the new secret. */
const SECRET_OVERLAP_MS = 24 * 60 * 60 * 1000;

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
  /** Number of pending deliveries. */
  readonly pending: number;
  /** End of the old secret's validity; null if only one secret is valid. */
  readonly oldSecretUntil: string | null;
}

export interface EndpointWithSecret extends Endpoint {
  readonly signingSecret: string;
}

/**
 * Registers an endpoint (specification §4.2). Only this call and `rotateSecret` return a secret.
 *
 * @param input checked by `checkEndpoint`
 * @throws CrmError CONFLICT if the workspace has 20 endpoints; INSUFFICIENT_SCOPE, see `checkMayReceive`
 */
export async function createEndpoint(
  deps: EndpointDeps,
  principal: Principal,
  input: {
    url: string;
    events: readonly string[];
    payload?: PayloadForm | undefined;
    description?: string | undefined;
  },
): Promise<EndpointWithSecret> {
  const { payload = "compact" } = input;
  checkMayReceive(principal, payload, input.events);
  const secret = newSigningSecret();
  const row = await deps.db.transaction(async (tx) => {
    await tenancy.lockProject.first(tx, { id: principal.projectId });
    if ((await endpoints.listEndpoints(tx, principal)).length >= MAX_ENDPOINTS) {
      throw new CrmError(
        "CONFLICT",
        `A workspace can have at most ${MAX_ENDPOINTS} webhook endpoints. Delete one first.`,
      );
    }
    await liveRevisions.noteRevision(tx, principal, "deliveries");
    return endpoints.insertEndpoint.first(tx, {
      project: principal.projectId,
      url: input.url,
      eventTypes: JSON.stringify([...new Set(input.events)]),
      description: input.description || null,
      payload,
      secret: deps.secrets.seal(secret),
      at: new Date().toISOString(),
    });
  });
  return { ...view(row as endpoints.EndpointRow), signingSecret: secret };
}

/** Lists a workspace's endpoints, oldest first. */
export async function listEndpoints(
  deps: EndpointDeps,
  principal: Principal,
): Promise<readonly Endpoint[]> {
  return (await endpoints.listEndpoints(deps.db, principal)).map(view);
}

/** Lists a workspace's endpoints with their delivery health, oldest first. */
export async function listEndpointStates(
  deps: EndpointDeps,
  principal: Principal,
): Promise<readonly EndpointState[]> {
  const now = new Date().toISOString();
  const rows = await endpoints.listStates.all(deps.db, { project: principal.projectId });
  return rows.map((row) => ({
    ...view(row),
    id: row.id,
    description: row.description,
    lastSuccessAt: row.last_success_at,
    lastFailureAt: row.last_failure_at,
    pending: row.pending,
    oldSecretUntil: (row.old_secret_until ?? now) > now ? row.old_secret_until : null,
  }));
}

/**
 * Returns one endpoint of a workspace.
 *
 * @throws CrmError NOT_FOUND
 */
export async function readEndpoint(
  deps: EndpointDeps,
  principal: Principal,
  id: number,
): Promise<Endpoint> {
  return view(await findEndpoint(deps, principal, id));
}

/**
 * Changes an endpoint. Enabling it clears `disabledReason`; disabling it fails its pending deliveries.
 *
 * @param change checked by `checkEndpoint`
 * @throws CrmError NOT_FOUND; INSUFFICIENT_SCOPE, see `checkMayReceive`
 */
export async function updateEndpoint(
  deps: EndpointDeps,
  principal: Principal,
  id: number,
  change: {
    url?: string | undefined;
    events?: readonly string[] | undefined;
    payload?: PayloadForm | undefined;
    description?: string | undefined;
    enabled?: boolean | undefined;
  },
): Promise<Endpoint> {
  return view(
    await save(deps, principal, id, (row) => {
      const { url = row.url, events = row.event_types, payload = row.payload } = change;
      if ((change.url ?? change.events ?? change.payload) !== undefined) {
        checkMayReceive(principal, payload, events);
      }
      const { description } = change;
      return {
        url,
        eventTypes: JSON.stringify([...new Set(events)]),
        payload,
        description: description === undefined ? row.description : description || null,
        ...(change.enabled === undefined ? {} : switched(principal, change.enabled)),
      };
    }),
  );
}

function switched(principal: Principal, isEnabled: boolean): Partial<Saved> {
  const reason = DISABLED_BY[principal.kind === "user" ? "user" : "owner"];
  return {
    enabled: isEnabled ? 1 : 0,
    disabledReason: isEnabled ? null : reason,
    failingSince: null,
  };
}

const DISABLED_BY = { user: "Disabled by an admin.", owner: "Disabled by its owner." } as const;

/**
 * Gives an endpoint a new signing secret. For 24 hours deliveries are signed with both secrets.
 *
 * @returns the endpoint, the new secret and the time at which the old one ends
 * @throws CrmError NOT_FOUND
 */
export async function rotateSecret(
  deps: EndpointDeps,
  principal: Principal,
  id: number,
): Promise<EndpointWithSecret & { readonly oldSecretUntil: string }> {
  const secret = newSigningSecret();
  const oldSecretUntil = new Date(Date.now() + SECRET_OVERLAP_MS).toISOString();
  const row = await save(deps, principal, id, (before) => ({
    secret: deps.secrets.seal(secret),
    oldSecret: before.secret,
    oldSecretUntil,
  }));
  return { ...view(row), signingSecret: secret, oldSecretUntil };
}

/**
 * Deletes an endpoint and fails its pending deliveries.
 *
 * @throws CrmError NOT_FOUND
 */
export async function deleteEndpoint(
  deps: EndpointDeps,
  principal: Principal,
  id: number,
): Promise<void> {
  const at = new Date().toISOString();
  await deps.db.transaction(async (tx) => {
    await findEndpoint({ ...deps, db: tx }, principal, id);
    await endpoints.deleteEndpoint.all(tx, { id, at });
    await deliveries.failPending.all(tx, { project: principal.projectId, endpoint: id, at });
    await liveRevisions.noteRevision(tx, principal, "deliveries");
  });
}

/**
 * Returns the row of an endpoint.
 *
 * @throws CrmError NOT_FOUND
 */
export async function findEndpoint(
  deps: { db: Db },
  principal: Principal,
  id: number,
): Promise<endpoints.EndpointRow> {
  const row = await endpoints.findEndpoint(deps.db, principal, id);
  if (row !== undefined) return row;
  throw new CrmError("NOT_FOUND", `There is no webhook endpoint with id ${id} in this workspace.`);
}

type Saved = Parameters<typeof endpoints.saveEndpoint.first>[1];

function save(
  deps: EndpointDeps,
  principal: Principal,
  id: number,
  change: (before: endpoints.EndpointRow) => Partial<Saved>,
): Promise<endpoints.EndpointRow> {
  return deps.db.transaction(async (tx) => {
    const row = await findEndpoint({ db: tx }, principal, id);
    const at = new Date().toISOString();
    const changed = change(row);
    const { projectId: project } = principal;
    if (changed.enabled === 0) await deliveries.failPending.all(tx, { project, endpoint: id, at });
    if (changed.enabled === 1) await deliveryProjects.enqueue(tx, principal, at);
    const saved = await endpoints.saveEndpoint.first(tx, {
      id,
      url: row.url,
      eventTypes: JSON.stringify(row.event_types),
      description: row.description,
      payload: row.payload,
      secret: row.secret,
      oldSecret: row.old_secret,
      oldSecretUntil: row.old_secret_until,
      enabled: row.enabled,
      disabledReason: row.disabled_reason,
      failingSince: row.failing_since,
      at,
      ...changed,
    });
    await liveRevisions.noteRevision(tx, principal, "deliveries");
    return saved as endpoints.EndpointRow;
  });
}

function view(row: endpoints.EndpointRow): Endpoint {
  return {
    id: String(row.id),
    url: row.url,
    events: row.event_types,
    payload: row.payload,
    enabled: row.enabled === 1,
    disabledReason: row.disabled_reason,
    failingSince: row.failing_since,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
