import { insights } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { readAccount } from "../templates/accounts.ts";

export interface TemplateStates {
  readonly total: number;
  readonly byStatus: readonly { readonly status: string; readonly count: number }[];
  /** Null when the tenant has no messaging account. */
  readonly account: {
    /** When a sync last succeeded, null before the first. */
    readonly syncedAt: string | null;
    /** Since when the platform has refused the account's token; null while it works. */
    readonly tokenInvalidAt: string | null;
  } | null;
}

/** The states of a tenant's templates, and of what they are synced from. */
export async function templateStates(
  deps: Pick<Deps, "db">,
  tenantId: number,
): Promise<TemplateStates> {
  const [byStatus, account] = await Promise.all([
    insights.countTemplates.all(deps.db, { tenant: tenantId }),
    readAccount(deps, tenantId),
  ]);
  return {
    total: byStatus.reduce((sum, row) => sum + row.count, 0),
    byStatus,
    account: account && { syncedAt: account.syncedAt, tokenInvalidAt: account.tokenInvalidAt },
  };
}
