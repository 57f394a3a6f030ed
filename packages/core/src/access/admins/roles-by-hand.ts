import { stateVersions, tenancy, tenantRoles, users } from "@rapport/db";
import { recordAudit } from "../../audit/audit.ts";
import { type Deps, joinDeps } from "../../deps.ts";
import { CrmError } from "../../errors.ts";
import { updateAdmin } from "./admins.ts";
import { refuseOtherManager } from "./managed-accounts.ts";
import { saveRole } from "./members.ts";
import type { AdminRole } from "./roles.ts";

interface WantedRole {
  readonly email: string;
  /** Null removes the role. */
  readonly role: AdminRole | null;
  /** The tenant of the role; undefined for the role in the installation. */
  readonly tenantId?: number | undefined;
}

/**
 * Gives, changes or removes a role of an admin, for the command line.
 *
 * @throws CrmError NOT_FOUND if there is no such admin or tenant, or no role to take; CONFLICT as `updateAdmin`
 */
export async function setRoleByHand(
  deps: Deps,
  { email, role, tenantId }: WantedRole,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const user = await users.findUserByEmail.first(tx, { email: email.toLowerCase() });
    if (user === undefined) {
      throw new CrmError("NOT_FOUND", `There is no admin with the email ${email.slice(0, 320)}.`);
    }
    const { id } = user;
    if (tenantId === undefined) await updateAdmin(joinDeps(deps, tx), id, { role });
    else if ((await tenancy.findTenant.first(tx, { id: tenantId })) === undefined) {
      throw new CrmError("NOT_FOUND", `There is no tenant with id ${tenantId}.`);
    } else if (role !== null) {
      refuseOtherManager(user, tenantId, { role: "owner" });
      await saveRole(tx, id, tenantId, role);
    } else {
      const taken = await tenantRoles.deleteRole.first(tx, { user: id, tenant: tenantId });
      if (taken === undefined) {
        throw new CrmError("NOT_FOUND", `The admin has no role in the tenant ${tenantId}.`);
      }
      await stateVersions.bumpVersion(tx, "access");
    }
    await recordAudit(tx, {
      ...{
        projectId: null,
        tenantId,
        actor: "cli:rapport",
        surface: "cli",
        subject: `admin:${id}`,
      },
      action: tenantId === undefined ? "admins.update" : actionOf(role),
      details: { role, ...(tenantId !== undefined && { tenantId }) },
    });
  });
}

function actionOf(role: AdminRole | null): string {
  return role === null ? "members.remove" : "members.setRole";
}
