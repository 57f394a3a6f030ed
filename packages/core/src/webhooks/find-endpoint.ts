import { type Db, endpoints } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import type { Principal } from "../principal.ts";

export type EndpointDeps = Pick<Deps, "db" | "schemas" | "secrets" | "addresses">;

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
  const row = await endpoints.lockEndpoint(tx, principal, id);
  if (row === undefined) throw noEndpoint(id);
  return row;
}

function noEndpoint(id: number): CrmError {
  return new CrmError("NOT_FOUND", `There is no webhook endpoint with id ${id} in this workspace.`);
}
