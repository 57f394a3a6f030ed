import { sql } from "kysely";
import { isFound } from "../dialect/access-path.ts";
import { insertRow } from "../inserts.ts";
import { deleteRows, selectRows, sqlStatement, updateRows } from "../statement.ts";

const COLUMNS = [
  "tenant_id",
  "waba_id",
  "access_token",
  "token_invalid_at",
  "updated_at",
  "synced_at",
] as const;

export const findAccount = selectRows("messaging_find", "messaging_accounts", COLUMNS, {
  where: { tenant_id: "tenant" },
});

/** Sets a tenant's account. A new token counts as valid until the platform refuses it. */
export const saveAccount = insertRow("messaging_save", "messaging_accounts", {
  values: {
    tenant_id: "tenant",
    waba_id: "waba",
    access_token: "token",
    token_invalid_at: null,
    updated_at: "at",
  },
  key: ["tenant_id"],
  replace: ["waba_id", "access_token", "token_invalid_at", "updated_at"],
});

/** Deletes a tenant's account; returns its id if there was one. */
export const deleteAccount = deleteRows(
  "messaging_delete",
  "messaging_accounts",
  { tenant_id: "tenant" },
  ["tenant_id"],
);

/** Leases the sync of a tenant; returns no row if another process has the lease. */
export const takeLease = sqlStatement<
  { tenant: number; lease: string; until: string; now: string },
  { tenant_id: number }
>(
  "messaging_take_lease",
  (param) => sql`
    update messaging_accounts set lease = ${param("lease")}, lease_until = ${param("until")}
    where tenant_id = ${param("tenant")} and (lease_until is null or lease_until <= ${param("now")})
    returning tenant_id`,
);

export const dropLease = updateRows("messaging_drop_lease", "messaging_accounts", {
  set: { lease: null, lease_until: null },
  where: { tenant_id: "tenant", lease: "lease" },
});

/** Records that a sync is done, if it still has its lease. */
export const markSynced = updateRows("messaging_mark_synced", "messaging_accounts", {
  set: { synced_at: "at", token_invalid_at: null },
  where: { tenant_id: "tenant", lease: "lease" },
  returning: ["tenant_id"],
});

/** Records that the platform refused the token, unless the token was replaced since. */
export const markInvalid = updateRows("messaging_mark_invalid", "messaging_accounts", {
  set: { token_invalid_at: "at" },
  where: { tenant_id: "tenant", access_token: "token" },
});

/** Takes the accounts whose scheduled sync is due. Only one process gets each. Deleted tenants have none. */
export const takeDue = sqlStatement<{ before: string; now: string }, { tenant_id: number }>(
  "messaging_take_due",
  (param) => sql`
    update messaging_accounts set scheduled_at = ${param("now")}
    where token_invalid_at is null and (scheduled_at is null or scheduled_at <= ${param("before")})
      and ${isFound(sql`select t.id from tenants t
        where t.id = messaging_accounts.tenant_id and t.deleted_at is null`)}
    returning tenant_id`,
);
