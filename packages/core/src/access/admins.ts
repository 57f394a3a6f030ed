import { randomBytes } from "node:crypto";
import { UniqueViolation, users } from "@rapport/db";
import { z } from "zod";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { hashPassword } from "./passwords.ts";

/** Characters; long enough to withstand guessing at the speed that sign-in allows. */
const SHORTEST_PASSWORD = 12;

/**
 * Creates an admin, an owner of the whole installation.
 *
 * @param input.password made and returned when not given
 * @throws CrmError INVALID_INPUT for a bad email or password; CONFLICT when the email is taken
 */
export async function createAdmin(
  deps: Pick<Deps, "db">,
  input: { email: string; password?: string | undefined },
): Promise<{ email: string; password: string }> {
  const email = input.email.toLowerCase();
  const password = input.password ?? randomBytes(15).toString("base64url");
  if (!z.email().safeParse(email).success) {
    throw new CrmError("INVALID_INPUT", "The email must be an email address.");
  }
  if (password.length < SHORTEST_PASSWORD || password.length > 1_000) {
    throw new CrmError(
      "INVALID_INPUT",
      `A password must have ${SHORTEST_PASSWORD} to 1000 characters.`,
    );
  }
  const hash = await hashPassword(password);
  try {
    await deps.db.transaction((tx) =>
      users.insertUser(tx, [[email, hash, "owner", new Date().toISOString()]]),
    );
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error;
    throw new CrmError("CONFLICT", `There is an admin with the email ${email} already.`, {
      cause: error,
    });
  }
  return { email, password };
}
