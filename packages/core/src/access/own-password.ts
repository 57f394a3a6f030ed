import { users } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { checkPassword } from "./admins.ts";
import { hashPassword, verifyPassword } from "./passwords.ts";
import type { Admin } from "./sessions.ts";

/** An admin's password before and after, as hashes. */
interface PasswordChange {
  readonly from: string;
  readonly to: string;
}

/**
 * Judges an admin's wish for another password, so that the deriving is done before a transaction begins.
 *
 * @param countAttempt counts the attempt before it is judged, as sign-in does; what it returns is called
 *   once the current password has proved right
 * @throws CrmError INVALID_INPUT for a wrong current password or a bad new one; what `countAttempt` throws
 */
export async function judgeOwnPassword(
  deps: Pick<Deps, "db">,
  admin: Admin,
  input: { current: string; next: string },
  countAttempt: () => Promise<() => Promise<void>>,
): Promise<PasswordChange> {
  checkPassword(input.next);
  if (input.next === input.current) {
    throw new CrmError("INVALID_INPUT", "The new password must differ from the current one.");
  }
  const succeeded = await countAttempt();
  const user = await users.findUserByEmail.first(deps.db, { email: admin.email });
  if (user === undefined || !(await verifyPassword(input.current, user.password_hash))) {
    throw new CrmError("INVALID_INPUT", "The current password is wrong.");
  }
  await succeeded();
  return { from: user.password_hash, to: await hashPassword(input.next) };
}

/**
 * Replaces an admin's password and ends every session of theirs but the one that asks.
 *
 * @throws CrmError CONFLICT when the password was changed since it was judged
 */
export async function replaceOwnPassword(
  deps: Pick<Deps, "db">,
  admin: Admin,
  change: PasswordChange,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const changed = await users.replacePassword.first(tx, { id: admin.id, ...change });
    if (changed === undefined) {
      throw new CrmError("CONFLICT", "The password was changed meanwhile; sign in with that one.");
    }
    await users.deleteOtherSessions.all(tx, { user: admin.id, keep: `${admin.sessionId}%` });
  });
}
