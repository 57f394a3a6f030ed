import {
  type Db,
  deliveryProjects,
  endpoints,
  liveRevisions,
  type PayloadForm,
  tenancy,
} from "@rapport/db";
import type { Call } from "../call.ts";
import type { Deps } from "../deps.ts";
import type { Principal } from "../principal.ts";
import {
  type Endpoint,
  type EndpointWithSecret,
  failPending,
  lockEndpoint,
  showEndpoint,
  type WebhookDeps,
} from "./endpoint.ts";
import { refuseDuplicateUrl } from "./endpoint-input.ts";
import { checkMayReceive, sendsAs } from "./receivable.ts";
import { newSigningSecret } from "./send.ts";

/** Time for which deliveries are signed with both the old and the new secret. */
const SECRET_OVERLAP_MS = 24 * 60 * 60 * 1000;

/**
 * Changes an endpoint. Enabling it clears `disabledReason`; disabling it fails its pending deliveries. If a client or an API
 * key sets the URL, the events or the payload, deliveries use its access from then on. An admin changes the access only with
 * `takeOver`.
 *
 * @param change checked by `checkEndpoint`
 * @throws CrmError NOT_FOUND; CONFLICT if another endpoint has the URL; INSUFFICIENT_SCOPE, see `checkMayReceive`
 */
export async function updateEndpoint(
  { deps, principal }: Call<WebhookDeps>,
  id: number,
  change: {
    url?: string | undefined;
    events?: readonly string[] | undefined;
    payload?: PayloadForm | undefined;
    description?: string | undefined;
    enabled?: boolean | undefined;
    /** True if another endpoint may have this URL. */
    allowDuplicateUrl?: boolean | undefined;
  },
): Promise<Endpoint> {
  const schema = await deps.schemas.get(principal.projectId);
  return showEndpoint(
    deps,
    await save({ deps, principal }, id, async (row, tx) => {
      if (change.url !== undefined && change.url !== row.url && !change.allowDuplicateUrl) {
        await tenancy.lockProject.first(tx, { id: principal.projectId });
        const all = await endpoints.listEndpoints.all(tx, { project: principal.projectId });
        refuseDuplicateUrl(
          change.url,
          all.filter((other) => other.id !== id),
        );
      }
      const { url = row.url, events = row.event_types, payload = row.payload } = change;
      const isSet = (change.url ?? change.events ?? change.payload) !== undefined;
      if (isSet) checkMayReceive(schema, principal, payload, events);
      const { description } = change;
      return {
        url,
        eventTypes: [...new Set(events)],
        payload,
        ...(isSet && principal.kind !== "user" && { sendsAs: sendsAs(principal) }),
        description: description === undefined ? row.description : description || null,
        ...(change.enabled === undefined ? {} : switched(principal, change.enabled)),
      };
    }),
  );
}

/**
 * Gives an endpoint the access of admins, whoever set it up.
 *
 * @throws CrmError NOT_FOUND
 */
export async function takeOver(call: Call<WebhookDeps>, id: number): Promise<void> {
  await save(call, id, () => ({ sendsAs: sendsAs(call.principal) }));
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
 * Gives an endpoint a new signing secret. For 24 hours deliveries are signed with both secrets; a
 * further rotation in that time ends the older one at once.
 *
 * @returns the endpoint, the new secret and the time at which the old one ends
 * @throws CrmError NOT_FOUND
 */
export async function rotateSecret(
  { deps, principal }: Call<WebhookDeps & Pick<Deps, "secrets">>,
  id: number,
): Promise<EndpointWithSecret & { readonly oldSecretUntil: string }> {
  const secret = newSigningSecret();
  const oldSecretUntil = new Date(Date.now() + SECRET_OVERLAP_MS).toISOString();
  const row = await save({ deps, principal }, id, (before) => ({
    secret: deps.secrets.seal(secret),
    oldSecret: before.secret,
    oldSecretUntil,
  }));
  return { ...(await showEndpoint(deps, row)), signingSecret: secret, oldSecretUntil };
}

type Saved = Parameters<typeof endpoints.saveEndpoint.first>[1];

function save(
  { deps, principal }: Call<WebhookDeps>,
  id: number,
  change: (before: endpoints.EndpointRow, tx: Db) => Partial<Saved> | Promise<Partial<Saved>>,
): Promise<endpoints.EndpointRow> {
  return deps.db.transaction(async (tx) => {
    const row = await lockEndpoint(tx, principal, id);
    const at = new Date().toISOString();
    const changed = await change(row, tx);
    if (changed.enabled === 0) await failPending(tx, principal, id, at);
    if (changed.enabled === 1) await deliveryProjects.enqueue.all(tx, principal, { at });
    const saved = await endpoints.saveEndpoint.first(tx, {
      id,
      url: row.url,
      eventTypes: row.event_types,
      description: row.description,
      payload: row.payload,
      sendsAs: row.sends_as,
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
