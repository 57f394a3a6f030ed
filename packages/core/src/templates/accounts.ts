import { messaging, tenancy } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";

/** How a tenant's account on the messaging platform stands; never with its token. */
export interface AccountState {
  readonly wabaId: string;
  /** Since when the platform has refused the token; null while it works. */
  readonly tokenInvalidAt: string | null;
  readonly updatedAt: string;
  readonly syncedAt: string | null;
}

/**
 * Sets the account that a tenant's templates come from. The token is sealed at once.
 *
 * @throws CrmError INVALID_INPUT for an id that is not digits or an empty token; NOT_FOUND
 */
export async function setAccount(
  deps: Pick<Deps, "db" | "secrets">,
  tenantId: number,
  input: { wabaId: string; accessToken: string },
): Promise<void> {
  if (!/^[0-9]{1,32}$/.test(input.wabaId)) {
    throw new CrmError("INVALID_INPUT", "A WhatsApp Business account id is a string of digits.");
  }
  if (!/^[\x21-\x7E]{1,4096}$/.test(input.accessToken)) {
    throw new CrmError(
      "INVALID_INPUT",
      "An access token has 1 to 4096 printable characters and no spaces.",
    );
  }
  await deps.db.transaction(async (tx) => {
    if ((await tenancy.findTenant.first(tx, { id: tenantId })) === undefined) {
      throw new CrmError("NOT_FOUND", `There is no tenant with id ${tenantId}.`);
    }
    await messaging.saveAccount.all(tx, {
      tenant: tenantId,
      waba: input.wabaId,
      token: deps.secrets.seal(input.accessToken),
      at: new Date().toISOString(),
    });
  });
}

/**
 * Forgets a tenant's account with its token.
 *
 * @throws CrmError NOT_FOUND when the tenant has none
 */
export async function removeAccount(deps: Pick<Deps, "db">, tenantId: number): Promise<void> {
  const removed = await deps.db.transaction((tx) =>
    messaging.deleteAccount.first(tx, { tenant: tenantId }),
  );
  if (removed === undefined) {
    throw new CrmError("NOT_FOUND", "No messaging account is configured for this tenant.");
  }
}

/** @returns null when the tenant has no account */
export async function readAccount(
  deps: Pick<Deps, "db">,
  tenantId: number,
): Promise<AccountState | null> {
  const row = await messaging.findAccount.first(deps.db, { tenant: tenantId });
  if (row === undefined) return null;
  return {
    wabaId: row.waba_id,
    tokenInvalidAt: row.token_invalid_at,
    updatedAt: row.updated_at,
    syncedAt: row.synced_at,
  };
}
