import { messaging } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { syncTemplates } from "./sync.ts";

/**
 * Syncs every tenant whose scheduled sync is due. If several processes call it, one of them syncs each tenant.
 *
 * @param everyMs milliseconds between two scheduled syncs of a tenant
 * @param onError receives each failed sync; the other syncs continue
 */
export async function syncDue(
  deps: Pick<Deps, "db" | "secrets" | "graphUrl">,
  everyMs: number,
  onError: (error: unknown) => void,
): Promise<void> {
  const now = Date.now();
  const due = await deps.db.transaction((tx) =>
    messaging.takeDue.all(tx, {
      now: new Date(now).toISOString(),
      before: new Date(now - everyMs).toISOString(),
    }),
  );
  for (const { tenant_id: tenant } of due) {
    await syncTemplates(deps, tenant, "system:schedule").catch((error: unknown) => {
      const text = error instanceof CrmError ? error.message : error;
      onError(new Error(`the scheduled template sync of tenant ${tenant} failed`, { cause: text }));
    });
  }
}
