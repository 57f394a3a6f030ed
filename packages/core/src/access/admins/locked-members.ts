import { type Db, tenantRoles, users } from "@rapport/db";
import { CrmError } from "../../errors.ts";
import { noAdmin } from "./managed-accounts.ts";
import { type AdminRole, roleOf } from "./roles.ts";
import type { Admin } from "./sessions.ts";

/** The admin who changes a member. */
export type By = Pick<Admin, "id" | "role">;

/** Returns the role of an admin in a tenant; null if it has none. */
export async function memberRole(
  tx: Db,
  user: number,
  tenantId: number,
): Promise<AdminRole | null> {
  const rows = await tenantRoles.listRolesOf.all(tx, { user });
  return roleOf(rows.find((row) => row.tenant_id === tenantId)?.role ?? null);
}

/**
 * Locks the account of a member of a tenant.
 *
 * @throws CrmError NOT_FOUND if the tenant has no such member
 */
export async function lockMember(tx: Db, id: number, tenantId: number): Promise<users.UserRow> {
  const user = await users.lockUser.first(tx, { id });
  if (user === undefined || (await memberRole(tx, id, tenantId)) === null) {
    // An admin without a role here must look like one who does not exist.
    throw noAdmin(id);
  }
  return user;
}

/**
 * Locks the account of a member that the tenant created, so that its owners may reset it.
 *
 * @throws CrmError NOT_FOUND if the tenant has no such member; INVALID_INPUT for the own account; CONFLICT if others
 *   manage the account too
 */
export async function lockManaged(
  tx: Db,
  by: By,
  tenantId: number,
  id: number,
): Promise<users.UserRow> {
  const user = await lockMember(tx, id, tenantId);
  if (id === by.id) {
    throw new CrmError(
      "INVALID_INPUT",
      "This is your own account. Change it in the menu under your email.",
    );
  }
  if (user.managed_by !== tenantId) {
    throw new CrmError(
      "CONFLICT",
      "The owners of this tenant did not create this account. Ask an owner of the installation.",
    );
  }
  // Programs of version 0.2 may have given it another role. The owners of this tenant must not get that.
  const roles = await tenantRoles.listRolesOf.all(tx, { user: id });
  if (roleOf(user.role) === null && roles.every((one) => one.tenant_id === tenantId)) return user;
  throw new CrmError(
    "CONFLICT",
    "This account has a role elsewhere. Ask an owner of the installation.",
  );
}

/** Refuses changes of the own role, so that the tenant keeps an owner. */
export function refuseOwnRole(by: By, id: number): void {
  if (id !== by.id || by.role === "owner") return;
  throw new CrmError("INVALID_INPUT", "This is your own role. Ask another owner to change it.");
}
