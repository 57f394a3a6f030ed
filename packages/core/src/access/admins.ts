import { randomBytes } from "node:crypto";
import { UniqueViolation, users } from "@rapport/db";
import { z } from "zod";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { hashPassword } from "./passwords.ts";
import { type AdminRole, isAdminRole } from "./roles.ts";

/** Characters; long enough to withstand guessing at the speed that sign-in allows. */
const SHORTEST_PASSWORD = 12;
const LONGEST_PASSWORD = 1_000;

export interface AdminView {
  readonly id: number;
  readonly email: string;
  readonly role: AdminRole;
  readonly createdAt: string;
  readonly disabledAt: string | null;
  readonly lastSignInAt: string | null;
}

/**
 * Creates an admin of the whole installation.
 *
 * @param input.password made and returned when not given
 * @param input.role an owner when not given
 * @param made as `makePassword` makes it, in place of a password; by a caller that is in a transaction
 * @throws CrmError INVALID_INPUT for a bad email or password; CONFLICT when the email is taken
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
    throw new CrmError("CONFLICT", `There is an admin with the email ${email} already.`, {
      cause: error,
    });
  }
  return { email, password };
}

/**
 * Makes the first admin of an installation that has none, an owner.
 *
 * @returns the email and the password, which is stored nowhere else; null when there are admins already
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

/** Every admin, by email. */
export async function listAdmins(deps: Pick<Deps, "db">): Promise<readonly AdminView[]> {
  return (await users.listUsers.all(deps.db, {})).map((row) => ({
    id: row.id,
    email: row.email,
    role: isAdminRole(row.role) ? row.role : "read-only",
    createdAt: row.created_at,
    disabledAt: row.disabled_at,
    lastSignInAt: row.last_sign_in_at,
  }));
}

/**
 * Changes an admin's role or whether they may sign in, and signs them out. Whoever is disabled is parted
 * from their account at the OpenID provider, and bound anew once enabled.
 *
 * @throws CrmError NOT_FOUND; CONFLICT when no owner would be left
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
      throw new CrmError("CONFLICT", "This is the last owner; make another admin an owner first.");
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

/** A password for somebody with its hash, which is derived before a transaction begins. */
export async function makePassword(
  password = randomBytes(15).toString("base64url"),
): Promise<MadePassword> {
  return { password, hash: await hashPassword(password) };
}

/**
 * Gives another admin, who forgot theirs, a new password and ends all of their sessions.
 *
 * @param made as `makePassword` makes it
 * @returns the password, which is stored nowhere else
 * @throws CrmError NOT_FOUND; INVALID_INPUT for one's own, which takes the current one to change
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
      "This is your own account; change its password in the menu below your email.",
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

/** @throws CrmError INVALID_INPUT when a password is too short or too long */
export function checkPassword(password: string): void {
  if (password.length >= SHORTEST_PASSWORD && password.length <= LONGEST_PASSWORD) return;
  throw new CrmError(
    "INVALID_INPUT",
    `A password must have ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters.`,
  );
}
