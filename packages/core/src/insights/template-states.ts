import { insights } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { readAccount } from "../templates/accounts.ts";

export interface TemplateStates {
  readonly total: number;
  readonly byStatus: readonly { readonly status: string; readonly count: number }[];
  /** Null if the tenant has no messaging account. */
  readonly account: {
    /** When a sync last succeeded; null before the first. */
    readonly syncedAt: string | null;
    /** When the platform began to refuse the account's token; null while the token works. */
    readonly tokenInvalidAt: string | null;
  } | null;
}

/** Counts a tenant's templates by status, and reads the state of its messaging account. */
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
