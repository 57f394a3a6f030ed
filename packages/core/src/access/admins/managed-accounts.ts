import { type Db, users } from "@rapport/db";
import { CrmError } from "../../errors.ts";
import { dropFactors } from "../factors/factor-reset.ts";
import type { AdminRole } from "./roles.ts";

/**
 * Refuses to give an account that one tenant's owners manage a role elsewhere: those who made it may still know its
 * password, and would get that role too.
 *
 * @param tenantId the tenant of the role; null for a role in the installation
 * @throws CrmError CONFLICT
 */
export function refuseOtherManager(
  user: Pick<users.UserRow, "managed_by">,
  tenantId: number | null,
  by: { readonly role: AdminRole | null },
): void {
  if (user.managed_by === null || user.managed_by === tenantId) return;
  throw new CrmError(
    "CONFLICT",
    by.role === "owner"
      ? "The owners of another tenant created this account and may know its password. Reset its password first."
      : "An admin with this email already exists. Ask an owner of the installation to add them.",
  );
}

/** Ends the management of an account by a tenant's owners. Removes the second factor, which they may have set up. */
export async function endManagement(tx: Db, id: number): Promise<void> {
  await dropFactors(tx, id);
  await users.endManagement.all(tx, { id });
}

export function noAdmin(id: number): CrmError {
  return new CrmError("NOT_FOUND", `There is no admin with id ${id}.`);
}
