import { users } from "@rapport/db";
import type { Deps } from "../../deps.ts";
import { CrmError } from "../../errors.ts";
import { checkPassword, hashPassword, NO_PASSWORD, verifyPassword } from "./passwords.ts";
import { endOtherSessions } from "./session-list.ts";
import type { Admin } from "./sessions.ts";

/** Hashes of an admin's current and new password. */
interface PasswordChange {
  readonly from: string;
  readonly to: string;
}

/**
 * Checks an admin's current and new password. Call it before a transaction, because hashing is slow.
 *
 * @param countAttempt counts the attempt against the sign-in limit; the function it returns is called if the
 *   current password is right
 * @throws CrmError INVALID_INPUT for a wrong current password or a bad new one; what `countAttempt` throws
 */
export async function checkOwnPassword(
  deps: Pick<Deps, "db">,
  admin: Admin,
  input: { current: string; next: string },
  countAttempt: () => Promise<() => Promise<void>>,
): Promise<PasswordChange> {
  checkPassword(input.next);
  if (input.next === input.current) {
    throw new CrmError("INVALID_INPUT", "The new password must differ from the current one.");
  }
  const given = { path: "current", password: input.current };
  const from = await checkCurrentPassword(deps, admin, given, countAttempt);
  return { from, to: await hashPassword(input.next) };
}

/**
 * Checks the password of the signed-in admin, before something that a stolen session must not do.
 *
 * @param given.path where in the request the password is
 * @param countAttempt see `checkOwnPassword`
 * @returns its hash
 * @throws CrmError INVALID_INPUT for a wrong password; what `countAttempt` throws
 */
export async function checkCurrentPassword(
  deps: Pick<Deps, "db">,
  admin: Admin,
  { path = "password", password }: { readonly path?: string; readonly password: string },
  countAttempt: () => Promise<() => Promise<void>>,
): Promise<string> {
  const succeeded = await countAttempt();
  const user = await users.findUserByEmail.first(deps.db, { email: admin.email });
  if (user?.password_hash === NO_PASSWORD) {
    await succeeded();
    throw new CrmError(
      "INVALID_INPUT",
      "You have no password yet. Ask an owner for a link to set one.",
    );
  }
  if (user === undefined || !(await verifyPassword(password, user.password_hash))) {
    const message = "The current password is wrong.";
    throw CrmError.ofIssue("INVALID_INPUT", { path, code: "password_wrong", message });
  }
  await succeeded();
  return user.password_hash;
}

/**
 * Replaces an admin's own password and ends all their sessions except the current one.
 *
 * @throws CrmError CONFLICT if the password has changed since it was checked
 */
export async function replaceOwnPassword(
  deps: Pick<Deps, "db">,
  admin: Admin,
  change: PasswordChange,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const changed = await users.replacePassword.first(tx, { id: admin.id, ...change });
    if (changed === undefined) {
      throw new CrmError(
        "CONFLICT",
        "The password was changed in the meantime. Sign in with the new one.",
      );
    }
    await endOtherSessions(tx, admin);
  });
}
