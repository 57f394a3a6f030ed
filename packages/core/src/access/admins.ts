import { randomBytes } from "node:crypto";
import { passkeys, secondFactors, UniqueViolation, users } from "@rapport/db";
import { z } from "zod";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { hashPassword } from "./passwords.ts";
import { type AdminRole, isAdminRole } from "./roles.ts";

/** Long enough to withstand guessing at the rate that the sign-in limit allows. */
const MIN_PASSWORD_CHARACTERS = 12;
const MAX_PASSWORD_CHARACTERS = 1_000;

export interface AdminView {
  readonly id: number;
  readonly email: string;
  readonly role: AdminRole;
  readonly createdAt: string;
  readonly disabledAt: string | null;
  readonly lastSignInAt: string | null;
  readonly hasSecondFactor: boolean;
}

/**
 * Creates an admin, who has access to the whole installation.
 *
 * @param input.password generated and returned if not given
 * @param input.role `owner` if not given
 * @param made result of `makePassword`, instead of `input.password`, for a caller that is inside a transaction
 * @throws CrmError INVALID_INPUT for a bad email or password; CONFLICT if the email is taken
 */
export async function createAdmin(
  deps: Pick<Deps, "db">,
  input: { email: string; password?: string | undefined; role?: AdminRole },
  made?: MadePassword,
): Promise<{ email: string; password: string }> {
  const email = input.email.toLowerCase();
  if (!z.email().safeParse(email).success) {
    throw new CrmError("INVALID_INPUT", "The email must be an email address.");
  }
  if (input.password !== undefined) checkPassword(input.password);
  const { password, hash } = made ?? (await makePassword(input.password));
  const at = new Date().toISOString();
  try {
    await deps.db.transaction((tx) =>
      users.insertUser(tx, [[email, hash, input.role ?? "owner", at]]),
    );
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error;
    throw new CrmError("CONFLICT", `An admin with the email ${email} already exists.`, {
      cause: error,
    });
  }
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

/** Lists all admins, ordered by email. */
export async function listAdmins(deps: Pick<Deps, "db">): Promise<readonly AdminView[]> {
  const confirmed = await secondFactors.listConfirmed.all(deps.db, {});
  const owners = await passkeys.listOwners.all(deps.db, {});
  const withFactor = new Set([...confirmed, ...owners].map((row) => row.user_id));
  return (await users.listUsers.all(deps.db, {})).map((row) => ({
    id: row.id,
    email: row.email,
    role: isAdminRole(row.role) ? row.role : "read-only",
    createdAt: row.created_at,
    disabledAt: row.disabled_at,
    lastSignInAt: row.last_sign_in_at,
    hasSecondFactor: withFactor.has(row.id),
  }));
}

/**
 * Changes an admin's role, or disables or enables them, and ends their sessions. Disabling also unlinks the
 * admin's OpenID account; the first sign-in after enabling links it again.
 *
 * @throws CrmError NOT_FOUND; CONFLICT if no owner would be left
 */
export async function updateAdmin(
  deps: Pick<Deps, "db">,
  id: number,
  change: { role?: AdminRole | undefined; disabled?: boolean | undefined },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const all = await users.listUsers.all(tx, {});
    const user = all.find((one) => one.id === id);
    if (user === undefined) throw noAdmin(id);
    const role = change.role ?? user.role;
    const disabled = change.disabled ?? user.disabled_at !== null;
    const isOwner = (one: users.UserRow) => one.role === "owner" && one.disabled_at === null;
    if ((role !== "owner" || disabled) && !all.some((one) => one.id !== id && isOwner(one))) {
      throw new CrmError("CONFLICT", "This is the last owner. Make another admin an owner first.");
    }
    await users.saveUser.all(tx, {
      id,
      role,
      disabledAt: disabled ? (user.disabled_at ?? new Date().toISOString()) : null,
    });
    if (disabled) await users.unbindIdentity.all(tx, { id });
    await users.deleteSessionsOf.all(tx, { user: id });
  });
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

/**
 * Gives another admin a new password and ends all their sessions.
 *
 * @param made result of `makePassword`
 * @returns the email and the password, which cannot be read again
 * @throws CrmError NOT_FOUND; INVALID_INPUT for the caller's own account; see `replaceOwnPassword`
 */
export async function resetPassword(
  deps: Pick<Deps, "db">,
  by: { readonly id: number },
  id: number,
  made: MadePassword,
): Promise<{ email: string; password: string }> {
  if (id === by.id) {
    throw new CrmError(
      "INVALID_INPUT",
      "This is your own account. Change its password in the menu under your email.",
    );
  }
  return deps.db.transaction(async (tx) => {
    const user = await users.setPassword.first(tx, { id, hash: made.hash });
    if (user === undefined) throw noAdmin(id);
    await users.deleteSessionsOf.all(tx, { user: id });
    return { email: user.email, password: made.password };
  });
}

function noAdmin(id: number): CrmError {
  return new CrmError("NOT_FOUND", `There is no admin with id ${id}.`);
}

/** @throws CrmError INVALID_INPUT if the password is too short or too long */
export function checkPassword(password: string): void {
  if (password.length >= MIN_PASSWORD_CHARACTERS && password.length <= MAX_PASSWORD_CHARACTERS)
    return;
  throw new CrmError(
    "INVALID_INPUT",
    `A password must have ${MIN_PASSWORD_CHARACTERS} to ${MAX_PASSWORD_CHARACTERS} characters.`,
  );
}
