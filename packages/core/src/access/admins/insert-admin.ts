import { type Db, UniqueViolation, users } from "@rapport/db";
import { z } from "zod";
import { CrmError, type Issue } from "../../errors.ts";
import type { AdminRole } from "./roles.ts";

/** Stored role of an admin who has no role in the installation. */
const NO_ROLE = "none";

interface NewAdmin {
  readonly email: string;
  /** The role in the installation; null for none. */
  readonly role: AdminRole | null;
  /** The tenant whose owners manage the account; null if owners of the installation do. */
  readonly managedBy: number | null;
  /** Whether they join with a link; not if not given. */
  readonly isInvited?: boolean;
}

/**
 * Inserts an admin.
 *
 * @returns the email as it is stored
 * @throws CrmError INVALID_INPUT for a bad email; CONFLICT if the email is taken
 */
export async function insertAdmin(tx: Db, admin: NewAdmin, hash: string): Promise<string> {
  const email = admin.email.toLowerCase();
  checkEmail(email);
  const at = new Date().toISOString();
  try {
    const { managedBy, isInvited = false } = admin;
    const invitedAt = isInvited ? at : null;
    await users.insertUser(tx, [[email, hash, storedRole(admin.role), at, managedBy, invitedAt]]);
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error;
    const message = `An admin with the email ${email} already exists.`;
    throw new CrmError("CONFLICT", message, {
      issues: emailIssues("email_taken", message),
      cause: error,
    });
  }
  return email;
}

/** @throws CrmError INVALID_INPUT unless the text is an email address */
export function checkEmail(email: string): void {
  if (z.email().safeParse(email).success) return;
  const message = "The email must be an email address.";
  throw new CrmError("INVALID_INPUT", message, { issues: emailIssues("invalid_format", message) });
}

/** Returns an error's issues, so that a form shows its message at the email. */
export function emailIssues(code: string, message: string): readonly Issue[] {
  return [{ path: "email", code, message }];
}

/** Returns a role as the database stores it. */
export function storedRole(role: AdminRole | null): string {
  return role ?? NO_ROLE;
}
