import { messaging, tenancy } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";

/** State of a tenant's account on the messaging platform, without its access token. */
export interface AccountState {
  readonly wabaId: string;
  /** Time at which the platform refused the token; null while the token works. */
  readonly tokenInvalidAt: string | null;
  readonly updatedAt: string;
  readonly syncedAt: string | null;
}

/**
 * Sets the messaging account of a tenant. Stores the access token encrypted.
 *
 * @throws CrmError INVALID_INPUT for a malformed id or token; NOT_FOUND if the tenant does not exist
 */
export async function setAccount(
  deps: Pick<Deps, "db" | "secrets">,
  tenantId: number,
  input: { wabaId: string; accessToken: string },
): Promise<void> {
  if (!/^[0-9]{1,32}$/.test(input.wabaId)) {
    throw new CrmError(
      "INVALID_INPUT",
      "A WhatsApp Business account id must be a string of digits.",
    );
  }
  if (!/^[\x21-\x7E]{1,4096}$/.test(input.accessToken)) {
    throw new CrmError(
      "INVALID_INPUT",
      "An access token must have 1 to 4096 printable characters and no spaces.",
    );
  }
  await deps.db.transaction(async (tx) => {
    if (!(await tenancy.findTenant.any(tx, { id: tenantId }))) {
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
 * Deletes a tenant's messaging account and its access token.
 *
 * @throws CrmError NOT_FOUND if the tenant has no account
 */
export async function removeAccount(deps: Pick<Deps, "db">, tenantId: number): Promise<void> {
  const removed = await deps.db.transaction((tx) =>
    messaging.deleteAccount.first(tx, { tenant: tenantId }),
  );
  if (removed === undefined) {
    throw new CrmError("NOT_FOUND", "This tenant has no messaging account.");
  }
}

/** Returns the state of a tenant's messaging account, or null if the tenant has none. */
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
