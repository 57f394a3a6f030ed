import { access, stateVersions } from "@rapport/db";
import { PUBLIC_SCOPES } from "@rapport/model";
import type { Deps } from "../../deps.ts";
import { checkName, checkScopes, listClients, noClient } from "./clients.ts";

/**
 * Renames a client or changes its scopes. If it loses a scope, every process refuses the tokens that it got before
 * within five seconds, because they name the scope.
 *
 * @throws CrmError NOT_FOUND; INVALID_INPUT for a bad name or an unknown scope
 */
export async function updateClient(
  deps: Pick<Deps, "db">,
  clientId: string,
  { name, scopes }: { name?: string | undefined; scopes?: readonly string[] | undefined },
): Promise<void> {
  if (name !== undefined) checkName(name);
  await deps.db.transaction(async (tx) => {
    // Changes compare the scopes one at a time. The client may get tokens while this waits, so take the time after it.
    if (scopes !== undefined) await stateVersions.bumpVersion.all(tx, { name: "access" });
    const at = new Date().toISOString();
    const client = await access.findClient.first(tx, { id: clientId });
    if (client === undefined) throw noClient(clientId);
    if (scopes !== undefined) await checkScopes(tx, client.project_id, scopes, PUBLIC_SCOPES);
    await access.saveClient.all(tx, {
      id: clientId,
      name: name ?? null,
      scopes: scopes === undefined ? null : JSON.stringify([...new Set(scopes)]),
    });
    const isNarrower = scopes !== undefined && client.scopes.some((one) => !scopes.includes(one));
    if (isNarrower) await access.voidTokens.all(tx, { id: clientId, at });
  });
}

/**
 * Enables a disabled client. Its tokens from before stay void.
 *
 * @throws CrmError NOT_FOUND
 */
export async function enableClient(deps: Pick<Deps, "db">, clientId: string): Promise<void> {
  const row = await deps.db.transaction((tx) => access.enableClient.first(tx, { id: clientId }));
  if (row === undefined) throw noClient(clientId);
}

/** A client as admins see it, without its secrets. */
interface ClientState {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly createdAt: string;
  readonly disabledAt: string | null;
  readonly lastUsedAt: string | null;
  /** Oldest first. The last one has no end. */
  readonly secrets: readonly { readonly createdAt: string; readonly expiresAt: string | null }[];
}

/** Lists the clients of a project, oldest first, with the dates of their secrets. */
export async function listClientStates(
  deps: Pick<Deps, "db">,
  projectId: number,
): Promise<readonly ClientState[]> {
  const secrets = Map.groupBy(
    await access.listSecretTimes.all(deps.db, { project: projectId }),
    (secret) => secret.client_id,
  );
  return (await listClients(deps, projectId)).map((row) => ({
    id: row.id,
    name: row.name,
    scopes: row.scopes,
    createdAt: row.created_at,
    disabledAt: row.disabled_at,
    lastUsedAt: row.last_used_at,
    secrets: (secrets.get(row.id) ?? []).map((secret) => ({
      createdAt: secret.created_at,
      expiresAt: secret.expires_at,
    })),
  }));
}
