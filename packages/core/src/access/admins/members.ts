import { type Db, stateVersions, tenantRoles, users } from "@rapport/db";
import type { Deps } from "../../deps.ts";
import { CrmError } from "../../errors.ts";
import { dropSecondFactor } from "../factors/factor-reset.ts";
import { adminsWithFactor } from "../factors/factor-rule.ts";
import { roleInTenant } from "../project-principal.ts";
import { type OpenLink, openLinks } from "./account-links.ts";
import {
  endManagement,
  insertInvited,
  type LinkedAdmin,
  type LinkMaker,
  linkFor,
  noAdmin,
  refuseOtherManager,
  removeInvited,
} from "./admins.ts";
import { emailIssues } from "./insert-admin.ts";
import { NO_PASSWORD } from "./passwords.ts";
import { type AdminRole, parseRole } from "./roles.ts";
import { endAdminSessions } from "./session-list.ts";
import type { Admin } from "./sessions.ts";

/** An admin with a role in a tenant, as the others of the tenant see them. */
interface MemberView {
  readonly id: number;
  readonly email: string;
  readonly role: AdminRole;
  readonly givenAt: string;
  readonly disabledAt: string | null;
  readonly hasSecondFactor: boolean;
  /** Whether owners of the tenant may reset the password and the second factor. */
  readonly isManaged: boolean;
  /** Their link to join or to set a password. Null if there is none. */
  readonly link: OpenLink | null;
}

/**
 * Lists the admins who have a role in a tenant, ordered by email. Those who have a role only in the installation are
 * left out.
 */
export async function listMembers(
  deps: Pick<Deps, "db">,
  tenantId: number,
): Promise<readonly MemberView[]> {
  const rows = await tenantRoles.listMembers.all(deps.db, { tenant: tenantId });
  const withFactor = await adminsWithFactor(deps.db);
  const openLink = await openLinks(deps.db);
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    role: parseRole(row.role) ?? "read-only",
    givenAt: row.given_at,
    disabledAt: row.disabled_at,
    hasSecondFactor: withFactor.has(row.id),
    isManaged: row.managed_by === tenantId,
    link: openLink(row),
  }));
}

/** The admin who changes a member. */
type By = Pick<Admin, "id" | "role">;

/**
 * Lists the admins whom another one may name, such as the owner of a record: those of the tenant, and for an admin of the
 * installation the others of the installation too.
 */
export async function listColleagues(
  deps: Pick<Deps, "db">,
  by: By,
  tenantId: number,
): Promise<readonly { readonly id: number; readonly email: string }[]> {
  const members = await tenantRoles.listMembers.all(deps.db, { tenant: tenantId });
  const all = by.role === null ? [] : await users.listUsers.all(deps.db, {});
  const others = all.filter(({ role }) => parseRole(role) !== null);
  const byId = new Map([...members, ...others].map(({ id, email }) => [id, { id, email }]));
  return [...byId.values()].toSorted((a, b) => (a.email < b.email ? -1 : 1));
}

/** An admin who may own records of a tenant. */
export interface Owner {
  readonly id: number;
  readonly email: string;
  readonly createdAt: string;
  readonly disabledAt: string | null;
}

/**
 * Lists the admins whom programs may name as owners of a tenant's records, by their id: those of the tenant. If it has none,
 * they are the admins of the installation, who then are the only ones that work in it.
 */
export async function listOwners(
  { db }: Pick<Deps, "db">,
  tenantId: number,
): Promise<readonly Owner[]> {
  const members = await tenantRoles.listMembers.all(db, { tenant: tenantId });
  const own = members.map(({ given_at: at, ...member }) => ({ ...member, created_at: at }));
  const installed = own.length > 0 ? [] : await users.listUsers.all(db, {});
  return [...own, ...installed.filter(({ role }) => parseRole(role) !== null)]
    .map((row) => ({
      ...{ id: row.id, email: row.email },
      ...{ createdAt: row.created_at, disabledAt: row.disabled_at },
    }))
    .toSorted((a, b) => a.id - b.id);
}

export interface AddedMember {
  readonly id: number;
  readonly email: string;
  /** The link of a new account; null if the account existed. */
  readonly invitation: LinkedAdmin | null;
}

export interface RemovedMember {
  readonly email: string;
  /** Whether the account was removed too, because the admin had not joined. */
  readonly isRevoked: boolean;
}

/**
 * Gives an admin a role in a tenant. If there is no account with the email, the admin is invited. If the caller is an owner
 * of the tenant only, its owners manage that account.
 *
 * @returns a link if the admin is invited
 * @throws CrmError INVALID_INPUT for a bad email; CONFLICT if the admin has a role in the tenant already, or another
 *   tenant's owners manage the account
 */
export async function addMember(
  deps: Pick<Deps, "db">,
  maker: LinkMaker,
  tenantId: number,
  { email, role }: { readonly email: string; readonly role: AdminRole },
): Promise<AddedMember> {
  return deps.db.transaction(async (tx) => {
    const known = await users.findUserByEmail.first(tx, { email: email.toLowerCase() });
    const by = await lockOwner(tx, maker.by, tenantId, known?.id);
    const managedBy = by.role === "owner" ? null : tenantId;
    const { id } = known ?? (await insertInvited(tx, { email, role: null, managedBy }));
    const user = await users.lockUser.first(tx, { id });
    if (user === undefined) throw new Error("the new admin was not found");
    refuseOtherManager(user, tenantId, by);
    if ((await memberRole(tx, user.id, tenantId)) !== null) {
      const message = `${user.email} already has a role in this tenant.`;
      throw new CrmError("CONFLICT", message, { issues: emailIssues("member_exists", message) });
    }
    await saveRole(tx, user.id, tenantId, role);
    const invitation = known === undefined ? await linkFor(tx, maker, user) : null;
    return { id: user.id, email: user.email, invitation };
  });
}

/**
 * Changes an admin's role in a tenant. It counts from the next request on.
 *
 * @throws CrmError NOT_FOUND if the admin has no role in the tenant; INVALID_INPUT for the caller's own role
 */
export async function changeMember(
  deps: Pick<Deps, "db">,
  by: By,
  { tenantId, id }: { readonly tenantId: number; readonly id: number },
  role: AdminRole,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    refuseOwnRole(await lockOwner(tx, by, tenantId, id), id);
    await lockMember(tx, id, tenantId);
    await saveRole(tx, id, tenantId, role);
  });
}

/**
 * Takes an admin's role in a tenant: what is open there ends within two seconds. The account stays, unless the admin has
 * not joined yet and has no other role: then the invitation is revoked.
 *
 * @throws as `changeMember`
 */
export async function removeMember(
  deps: Pick<Deps, "db">,
  by: By,
  tenantId: number,
  id: number,
): Promise<RemovedMember> {
  return deps.db.transaction(async (tx) => {
    refuseOwnRole(await lockOwner(tx, by, tenantId, id), id);
    const user = await lockMember(tx, id, tenantId);
    await tenantRoles.deleteRole.all(tx, { user: id, tenant: tenantId });
    await stateVersions.bumpVersion.all(tx, { name: "access" });
    const hasOther =
      parseRole(user.role) !== null || (await tenantRoles.listAdminRoles.any(tx, { user: id }));
    const isRevoked = user.invited_at !== null && !hasOther;
    if (isRevoked) await removeInvited(tx, id);
    return { isRevoked, email: user.email };
  });
}

/**
 * Ends the password and the sessions of an admin whom a tenant's owners manage, and makes a link to set another one; see
 * `resetPassword`. If an owner of the installation does so, see `endManagement`.
 *
 * @throws CrmError NOT_FOUND if the admin has no role in the tenant; CONFLICT if the tenant's owners do not manage the
 *   account; INVALID_INPUT for the caller's own account
 */
export async function resetMemberPassword(
  deps: Pick<Deps, "db">,
  maker: LinkMaker,
  tenantId: number,
  id: number,
): Promise<LinkedAdmin> {
  return deps.db.transaction(async (tx) => {
    const by = await lockOwner(tx, maker.by, tenantId, id);
    const user = await lockManaged(tx, by, tenantId, id);
    await users.setPassword.first(tx, { id, hash: NO_PASSWORD });
    if (by.role === "owner") await endManagement(tx, id);
    await endAdminSessions(tx, id);
    return linkFor(tx, maker, user);
  });
}

/**
 * Removes the authenticator app and the passkeys of an admin whom a tenant's owners manage, and ends all their sessions.
 *
 * @throws CrmError as `resetMemberPassword`; NOT_FOUND if the admin has no second factor
 */
export async function resetMemberFactor(
  deps: Pick<Deps, "db">,
  by: By,
  tenantId: number,
  id: number,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockManaged(tx, await lockOwner(tx, by, tenantId, id), tenantId, id);
    await dropSecondFactor(tx, id);
  });
}

/** Gives an admin a role in a tenant instead of the one before. */
export async function saveRole(
  tx: Db,
  user: number,
  tenant: number,
  role: AdminRole,
): Promise<void> {
  await tenantRoles.saveRole.all(tx, { user, tenant, role, at: new Date().toISOString() });
  await stateVersions.bumpVersion.all(tx, { name: "access" });
}

/** Returns the role of an admin in a tenant; null if it has none. */
async function memberRole(tx: Db, user: number, tenantId: number): Promise<AdminRole | null> {
  const rows = await tenantRoles.listAdminRoles.all(tx, { user });
  return parseRole(rows.find((row) => row.tenant_id === tenantId)?.role ?? null);
}

/**
 * Locks the accounts of an owner and of the admin whom the owner changes, and checks the owner's role again: two owners
 * who remove each other at once would leave the tenant without one.
 *
 * @param id the admin; undefined for a new account
 * @returns the owner with the present role in the installation
 * @throws CrmError as `roleInTenant`; UNAUTHENTICATED if the owner was disabled
 */
async function lockOwner(tx: Db, by: By, tenantId: number, id: number | undefined): Promise<By> {
  let own: users.UserRow | undefined;
  // In the order of ids, so that two changes never wait for each other.
  for (const one of [by.id, id ?? by.id].toSorted((a, b) => a - b)) {
    const user = await users.lockUser.first(tx, { id: one });
    if (one === by.id) own = user;
  }
  if (own === undefined || own.disabled_at !== null) {
    throw new CrmError("UNAUTHENTICATED", "Sign in to the admin app first.");
  }
  const present = { id: by.id, role: parseRole(own.role) };
  await roleInTenant({ db: tx }, present, tenantId, "owner");
  return present;
}

/**
 * Locks the account of a member of a tenant.
 *
 * @throws CrmError NOT_FOUND if the tenant has no such member
 */
async function lockMember(tx: Db, id: number, tenantId: number): Promise<users.UserRow> {
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
async function lockManaged(tx: Db, by: By, tenantId: number, id: number): Promise<users.UserRow> {
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
  const roles = await tenantRoles.listAdminRoles.all(tx, { user: id });
  if (parseRole(user.role) === null && roles.every((one) => one.tenant_id === tenantId))
    return user;
  throw new CrmError(
    "CONFLICT",
    "This account has a role elsewhere. Ask an owner of the installation.",
  );
}

/** Refuses changes of the own role, so that the tenant keeps an owner. */
function refuseOwnRole(by: By, id: number): void {
  if (id !== by.id || by.role === "owner") return;
  throw new CrmError("INVALID_INPUT", "This is your own role. Ask another owner to change it.");
}
