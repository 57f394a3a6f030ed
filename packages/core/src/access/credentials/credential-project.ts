import type { Deps } from "../../deps.ts";
import type { AdminRole } from "../admins/roles.ts";
import { type Acting, enter, type ProjectAdmin } from "../project-principal.ts";
import { noKey, projectOfKey } from "./api-keys.ts";
import { noClient, projectOfClient } from "./clients.ts";

/**
 * Does what `principalOfProject` does, for the project of an OAuth client.
 *
 * @throws CrmError NOT_FOUND naming the client; INSUFFICIENT_SCOPE
 */
export async function principalOfClient(
  deps: Pick<Deps, "db">,
  admin: Acting,
  clientId: string,
  least: AdminRole,
): Promise<ProjectAdmin> {
  const found = await enter(deps, admin, await projectOfClient(deps, clientId), least);
  if (found === null) throw noClient(clientId);
  return found;
}

/**
 * Does what `principalOfProject` does, for the project of an API key.
 *
 * @throws CrmError NOT_FOUND naming the key; INSUFFICIENT_SCOPE
 */
export async function principalOfKey(
  deps: Pick<Deps, "db">,
  admin: Acting,
  keyId: number,
  least: AdminRole,
): Promise<ProjectAdmin> {
  const found = await enter(deps, admin, await projectOfKey(deps, keyId), least);
  if (found === null) throw noKey(keyId);
  return found;
}
