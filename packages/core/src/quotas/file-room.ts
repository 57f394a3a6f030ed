import { type Db, quotas, tenancy } from "@rapport/db";
import type { Deps, FileKey } from "../deps.ts";
import { sumFileBytes } from "./quotas.ts";
import { quotaExceeded } from "./room.ts";

type Known = Pick<Deps, "quotas">;

/**
 * Makes sure that a file may have a length. Others who ask wait until the transaction ends.
 *
 * @throws CrmError QUOTA
 */
export async function requireFileRoom(
  deps: Known,
  tx: Db,
  file: FileKey,
  length: number,
): Promise<void> {
  const tenant = await limitedTenantOf(deps, tx, file);
  if (tenant === undefined) return;
  const limit = (await quotas.lockQuota.first(tx, { tenant }))?.file_bytes ?? 0;
  if (limit === 0) return;
  const used = await sumFileBytes(tx, tenant, file.id);
  if (used + length > limit) throw quotaExceeded({ quota: "fileBytes", limit, used });
}

/**
 * Refuses work that would write a file later, if its tenant may have no more bytes in files. It locks nothing.
 *
 * @throws CrmError QUOTA
 */
export async function requireAnyFileRoom(
  deps: Known,
  db: Db,
  scope: Pick<FileKey, "projectId">,
): Promise<void> {
  const tenant = await limitedTenantOf(deps, db, scope);
  if (tenant === undefined) return;
  const limit = deps.quotas.limitOf(tenant, "fileBytes");
  const used = await sumFileBytes(db, tenant);
  if (used >= limit) throw quotaExceeded({ quota: "fileBytes", limit, used });
}

/** Returns the tenant of a project if it has a quota of bytes of files. */
async function limitedTenantOf(
  { quotas: known }: Known,
  db: Db,
  { projectId: id }: Pick<FileKey, "projectId">,
): Promise<number | undefined> {
  if (!known.tenants().some((tenant) => known.limitOf(tenant, "fileBytes") > 0)) return undefined;
  const tenant = (await tenancy.findProject.first(db, { id }))?.tenant_id;
  return tenant !== undefined && known.limitOf(tenant, "fileBytes") > 0 ? tenant : undefined;
}
