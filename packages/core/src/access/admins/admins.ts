import { randomBytes } from "node:crypto";
import { accountLinks, type Db, removal, tenantRoles, users } from "@rapport/db";
import type { Deps } from "../../deps.ts";
import { CrmError } from "../../errors.ts";
import { dropFactors } from "../factors/factor-reset.ts";
import { adminsWithFactor } from "../factors/factor-rule.ts";
import {
  type LinkSettings,
  type MadeLink,
  makeLink,
  type OpenLink,
  openLinks,
} from "./account-links.ts";
import { checkEmail, insertAdmin, storedRole } from "./insert-admin.ts";
import { checkPassword, hashPassword, NO_PASSWORD } from "./passwords.ts";
import { type AdminRole, parseRole } from "./roles.ts";
import { endAdminSessions } from "./session-list.ts";
import type { Admin } from "./sessions.ts";

export interface AdminView {
  readonly id: number;
  readonly email: string;
  /** The role in the installation; null if there is none. */
  readonly role: AdminRole | null;
  /** The roles in tenants. */
  readonly tenants: readonly { readonly tenantId: number; readonly role: AdminRole }[];
  /** The tenant whose owners invited the admin. */
  readonly managedBy: number | null;
  /** Their link to join or to set a password. Null if there is none. */
  readonly link: OpenLink | null;
  readonly createdAt: string;
  readonly disabledAt: string | null;
  readonly lastSignInAt: string | null;
  readonly hasSecondFactor: boolean;
}

/**
 * Creates an admin of the installation.
 *
 * @param input.password generated and returned if not given
 * @param input.role role in the whole installation, null for none; `owner` if not given
 * @param made result of `makePassword`, instead of `input.password`, for a caller that is inside a transaction
 * @throws CrmError INVALID_INPUT for a bad email or password; CONFLICT if the email is taken
 */
export async function createAdmin(
  deps: Pick<Deps, "db">,
  input: { email: string; password?: string | undefined; role?: AdminRole | null },
  made?: MadePassword,
): Promise<{ email: string; password: string }> {
  checkEmail(input.email.toLowerCase());
  if (input.password !== undefined) checkPassword(input.password);
  const { password, hash } = made ?? (await makePassword(input.password));
  const { role = "owner" } = input;
  const email = await deps.db.transaction((tx) =>
    insertAdmin(tx, { email: input.email, role, managedBy: null }, hash),
  );
  return { email, password };
}

/**
 * Creates the first admin, an owner, if the installation has no admins.
 *
 * @returns the email and the password, which cannot be read again; null if there are admins already
 */
export async function createFirstAdmin(
  deps: Pick<Deps, "db">,
): Promise<{ email: string; password: string } | null> {
  if ((await users.listUsers.all(deps.db, {})).length > 0) return null;
  try {
    return await createAdmin(deps, { email: "admin@example.com" });
  } catch (error) {
    if (error instanceof CrmError && error.code === "CONFLICT") return null;
    throw error;
  }
}

/** Returns whether an admin has signed in before. */
export async function hasSignIns({ db }: Pick<Deps, "db">): Promise<boolean> {
  return (await users.findSignedIn.first(db, {})) !== undefined;
}

/** Lists all admins, ordered by email. */
export async function listAdmins(deps: Pick<Deps, "db">): Promise<readonly AdminView[]> {
  const withFactor = await adminsWithFactor(deps.db);
  const openLink = await openLinks(deps.db);
  const given = Map.groupBy(await tenantRoles.listRoles.all(deps.db, {}), (row) => row.user_id);
  return (await users.listUsers.all(deps.db, {})).map((row) => ({
    id: row.id,
    email: row.email,
    role: parseRole(row.role),
    tenants: (given.get(row.id) ?? []).map(({ tenant_id: tenantId, role }) => ({
      tenantId,
      role: parseRole(role) ?? "read-only",
    })),
    managedBy: row.managed_by,
    link: openLink(row),
    createdAt: row.created_at,
    disabledAt: row.disabled_at,
    lastSignInAt: row.last_sign_in_at,
    hasSecondFactor: withFactor.has(row.id),
  }));
}

/**
 * Changes an admin's role in the installation, or disables or enables them, and ends their sessions. Disabling also
 * unlinks the admin's OpenID account; the first sign-in after enabling links it again.
 *
 * @param change.role null removes the role
 * @param by the owner who does so; null for the command line
 * @throws CrmError NOT_FOUND; CONFLICT if no owner would be left, or a role is given to an account that a tenant's
 *   owners manage; INSUFFICIENT_SCOPE, see `lockOwners`
 */
export async function updateAdmin(
  deps: Pick<Deps, "db">,
  id: number,
  change: { role?: AdminRole | null | undefined; disabled?: boolean | undefined },
  by: Pick<Admin, "id"> | null = null,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const active = await lockOwners(tx, by);
    const user = await users.lockUser.first(tx, { id });
    if (user === undefined) throw noAdmin(id);
    const role = change.role === undefined ? parseRole(user.role) : change.role;
    const disabled = change.disabled ?? user.disabled_at !== null;
    const isLast = active.length === 1 && active[0]?.id === id;
    if (isLast && (role !== "owner" || disabled)) {
      throw new CrmError("CONFLICT", "This is the last owner. Make another admin an owner first.");
    }
    if (role !== null) refuseOtherManager(user, null, { role: "owner" });
    await users.saveUser.all(tx, {
      id,
      role: storedRole(role),
      disabledAt: disabled ? (user.disabled_at ?? new Date().toISOString()) : null,
    });
    if (disabled) await users.unbindIdentity.all(tx, { id });
    await endAdminSessions(tx, id);
  });
}

/**
 * Locks the owners of the installation, so that one of them stays.
 *
 * @returns those who are not disabled
 * @throws CrmError INSUFFICIENT_SCOPE if another owner has taken the caller's role since the request began
 */
async function lockOwners(
  tx: Db,
  by: Pick<Admin, "id"> | null,
): Promise<readonly { readonly id: number }[]> {
  const owners = await users.lockOwners.all(tx, {});
  const active = owners.filter((one) => one.disabled_at === null);
  if (by === null || active.some((one) => one.id === by.id)) return active;
  throw new CrmError("INSUFFICIENT_SCOPE", "This needs the role owner, which you no longer have.");
}

export interface MadePassword {
  readonly password: string;
  readonly hash: string;
}

/** Returns a password and its hash. Call it before a transaction, because hashing is slow. */
export async function makePassword(
  password = randomBytes(15).toString("base64url"),
): Promise<MadePassword> {
  return { password, hash: await hashPassword(password) };
}

/** Who makes a link, and how. */
export interface LinkMaker {
  readonly by: Pick<Admin, "id" | "role">;
  readonly settings: LinkSettings;
}

/** An admin who gets a link. */
export interface LinkedAdmin extends MadeLink {
  readonly id: number;
  readonly email: string;
  /** Whether the admin has not joined yet. */
  readonly isInvitation: boolean;
}

/**
 * Invites an admin of the installation.
 *
 * @throws CrmError INVALID_INPUT for a bad email; CONFLICT if the email is taken
 */
export async function inviteAdmin(
  deps: Pick<Deps, "db">,
  maker: LinkMaker,
  { email, role }: { readonly email: string; readonly role: AdminRole | null },
): Promise<LinkedAdmin> {
  return deps.db.transaction(async (tx) => {
    await lockOwners(tx, maker.by);
    const user = await insertInvited(tx, { email, role, managedBy: null });
    return linkFor(tx, maker, user);
  });
}

/** Inserts an admin who has no password yet. @throws as `insertAdmin` */
export async function insertInvited(
  tx: Db,
  admin: { email: string; role: AdminRole | null; managedBy: number | null },
): Promise<users.UserRow> {
  const email = await insertAdmin(tx, { ...admin, isInvited: true }, NO_PASSWORD);
  const user = await users.findUserByEmail.first(tx, { email });
  if (user === undefined) throw new Error("the new admin was not found");
  return user;
}

/** Makes a link for an admin. */
export async function linkFor(
  tx: Db,
  { by, settings }: LinkMaker,
  user: users.UserRow,
): Promise<LinkedAdmin> {
  const made = await makeLink(tx, settings, { userId: user.id, by: `user:${by.id}` });
  const { id, email } = user;
  return { id, email, isInvitation: user.invited_at !== null, ...made };
}

/**
 * Ends another admin's password and sessions, and makes a link to set another one; for an admin who has not joined yet, a
 * new invitation. If a tenant's owners manage the account, it also removes the second factor, which they may have set up,
 * and they no longer manage it.
 *
 * @throws CrmError NOT_FOUND; INVALID_INPUT for the caller's own account; see `replaceOwnPassword`
 */
export async function resetPassword(
  deps: Pick<Deps, "db">,
  maker: LinkMaker,
  id: number,
): Promise<LinkedAdmin> {
  if (id === maker.by.id) {
    throw new CrmError(
      "INVALID_INPUT",
      "This is your own account. Change its password in the menu under your email.",
    );
  }
  return deps.db.transaction(async (tx) => {
    await lockOwners(tx, maker.by);
    await replacePassword(tx, id, NO_PASSWORD);
    const user = await users.lockUser.first(tx, { id });
    if (user === undefined) throw noAdmin(id);
    return linkFor(tx, maker, user);
  });
}

/** Does the part of `resetPassword` that writes. @returns the email */
export async function replacePassword(tx: Db, id: number, hash: string): Promise<string> {
  const user = await users.lockUser.first(tx, { id });
  if (user === undefined) throw noAdmin(id);
  await users.setPassword.first(tx, { id, hash });
  if (user.managed_by !== null) await endManagement(tx, id);
  await endAdminSessions(tx, id);
  return user.email;
}

/**
 * Takes an invitation back, and removes the account.
 *
 * @throws CrmError NOT_FOUND; CONFLICT if the admin has joined
 */
export async function revokeInvitation(
  deps: Pick<Deps, "db">,
  by: Pick<Admin, "id">,
  id: number,
): Promise<{ email: string }> {
  return deps.db.transaction(async (tx) => {
    await lockOwners(tx, by);
    const user = await users.lockUser.first(tx, { id });
    if (user === undefined) throw noAdmin(id);
    if (user.invited_at === null) {
      throw new CrmError("CONFLICT", `${user.email} has joined already. Disable them instead.`);
    }
    await removeInvited(tx, id);
    return { email: user.email };
  });
}

/** Removes the account of an admin who has not joined, with their roles. The link then says that it was revoked. */
export async function removeInvited(tx: Db, id: number): Promise<void> {
  await accountLinks.revokeLinks.all(tx, { user: id, now: new Date().toISOString() });
  await removal.removeAccount.first(tx, { id });
}

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
      ? "The owners of another tenant invited this admin and may have used the link. Reset the password first."
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
