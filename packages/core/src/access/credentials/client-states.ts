import { access } from "@rapport/db";
import type { Deps } from "../../deps.ts";
import { listClients } from "./clients.ts";

/** A client as admins see it, without its secrets. */
export interface ClientState {
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
