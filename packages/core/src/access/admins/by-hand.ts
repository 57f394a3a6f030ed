import { type Db, stateVersions, tenancy, tenantRoles, users } from "@rapport/db";
import { recordAudit } from "../../audit/audit.ts";
import { type Deps, joinDeps } from "../../deps.ts";
import { CrmError } from "../../errors.ts";
import { dropSecondFactor } from "../factors/factor-reset.ts";
import { endInvitation } from "./account-links.ts";
import { makePassword, refuseOtherManager, replacePassword, updateAdmin } from "./admins.ts";
import { saveRole } from "./members.ts";
import { checkPassword } from "./passwords.ts";
import type { AdminRole } from "./roles.ts";

/*
 * What the command line does with admins: an operator who can read the database needs no role, and may be the only one
 * who is not locked out.
 */

interface WantedRole {
  readonly email: string;
  /** Null removes the role. */
  readonly role: AdminRole | null;
  /** The tenant of the role; undefined for the role in the installation. */
  readonly tenantId?: number | undefined;
}

/**
 * Gives, changes or removes a role of an admin.
 *
 * @throws CrmError NOT_FOUND if there is no such admin or tenant, or no role to take; CONFLICT as `updateAdmin`
 */
export function setRoleByHand(deps: Deps, { email, role, tenantId }: WantedRole): Promise<void> {
  const noted = {
    tenantId,
    action: tenantId === undefined ? "admins.update" : roleAction(role),
    details: { role, ...(tenantId !== undefined && { tenantId }) },
  };
  return changeByHand(deps, email, noted, async (tx, user) => {
    const { id } = user;
    if (tenantId === undefined) await updateAdmin(joinDeps(deps, tx), id, { role });
    else if (!(await tenancy.findTenant.any(tx, { id: tenantId }))) {
      throw new CrmError("NOT_FOUND", `There is no tenant with id ${tenantId}.`);
    } else if (role !== null) {
      refuseOtherManager(user, tenantId, { role: "owner" });
      await saveRole(tx, id, tenantId, role);
    } else {
      const taken = await tenantRoles.deleteRole.first(tx, { user: id, tenant: tenantId });
      if (taken === undefined) {
        throw new CrmError("NOT_FOUND", `The admin has no role in the tenant ${tenantId}.`);
      }
      await stateVersions.bumpVersion.all(tx, { name: "access" });
    }
  });
}

function roleAction(role: AdminRole | null): string {
  return role === null ? "members.remove" : "members.setRole";
}

/**
 * Disables or enables an admin, and ends their sessions.
 *
 * @throws CrmError NOT_FOUND if there is no such admin; CONFLICT for the last owner, as `updateAdmin`
 */
export function disableByHand(deps: Deps, email: string, disabled: boolean): Promise<void> {
  return changeByHand(deps, email, { action: "admins.update", details: { disabled } }, (tx, user) =>
    updateAdmin(joinDeps(deps, tx), user.id, { disabled }),
  );
}

/**
 * Gives an admin a new password and ends all their sessions; see `resetPassword`.
 *
 * @param wanted generated if not given
 * @returns the email and the password, which cannot be read again
 * @throws CrmError NOT_FOUND if there is no such admin; INVALID_INPUT for a bad password
 */
export async function setPasswordByHand(
  deps: Deps,
  email: string,
  wanted: string | undefined,
): Promise<{ email: string; password: string }> {
  if (wanted !== undefined) checkPassword(wanted);
  const { password, hash } = await makePassword(wanted);
  await changeByHand(deps, email, { action: "admins.resetPassword" }, async (tx, { id }) => {
    await replacePassword(tx, id, hash);
    await endInvitation(tx, id);
  });
  return { email: email.toLowerCase(), password };
}

/**
 * Removes an admin's authenticator app, passkeys and recovery codes, and ends all their sessions. The password alone then
 * signs in.
 *
 * @throws CrmError NOT_FOUND if there is no such admin, or the admin has none
 */
export function resetFactorsByHand(deps: Pick<Deps, "db">, email: string): Promise<void> {
  return changeByHand(deps, email, { action: "admins.resetSecondFactor" }, (tx, { id }) =>
    dropSecondFactor(tx, id),
  );
}

interface Noted {
  readonly action: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly tenantId?: number | undefined;
}

/** Changes the admin with an email, and records it in the audit log. @throws CrmError NOT_FOUND */
async function changeByHand(
  { db }: Pick<Deps, "db">,
  email: string,
  { details = {}, ...noted }: Noted,
  change: (tx: Db, user: users.UserRow) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const user = await users.findUserByEmail.first(tx, { email: email.toLowerCase() });
    if (user === undefined) {
      throw new CrmError("NOT_FOUND", `There is no admin with the email ${email.slice(0, 320)}.`);
    }
    await change(tx, user);
    const subject = `admin:${user.id}`;
    const by = { projectId: null, actor: "cli:rapport", surface: "cli", subject };
    await recordAudit(tx, { ...by, ...noted, details });
  });
}
