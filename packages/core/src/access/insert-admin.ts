import { type Db, UniqueViolation, users } from "@rapport/db";
import { z } from "zod";
import { CrmError } from "../errors.ts";
import type { AdminRole } from "./roles.ts";

/** What the column of roles holds for an admin who has none in the installation. */
const NO_ROLE = "none";

interface NewAdmin {
  readonly email: string;
  /** The role in the installation; null for none. */
  readonly role: AdminRole | null;
  /** The tenant whose owners manage the account; null if owners of the installation do. */
  readonly managedBy: number | null;
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
    await users.insertUser(tx, [[email, hash, storedRole(admin.role), at, admin.managedBy]]);
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error;
    throw new CrmError("CONFLICT", `An admin with the email ${email} already exists.`, {
      cause: error,
    });
  }
  return email;
}

/** @throws CrmError INVALID_INPUT if it is no email address */
export function checkEmail(email: string): void {
  if (z.email().safeParse(email).success) return;
  throw new CrmError("INVALID_INPUT", "The email must be an email address.");
}

/** Returns a role as the database stores it. */
export function storedRole(role: AdminRole | null): string {
  return role ?? NO_ROLE;
}
