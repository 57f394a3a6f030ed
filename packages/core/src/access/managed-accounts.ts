import type { users } from "@rapport/db";
import { CrmError } from "../errors.ts";
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
      : "An admin with this email exists already. Ask an owner of the installation to add them.",
  );
}

export function noAdmin(id: number): CrmError {
  return new CrmError("NOT_FOUND", `There is no admin with id ${id}.`);
}
