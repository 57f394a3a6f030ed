import { type Db, passkeys, secondFactors } from "@rapport/db";
import type { Deps } from "../../deps.ts";
import { CrmError } from "../../errors.ts";
import { endAdminSessions } from "../admins/session-list.ts";
import { lockFactors } from "./factor-codes.ts";
import { hasPasskey } from "./factor-rule.ts";

/**
 * Removes the authenticator app and the passkeys of an admin who has lost them, and ends all their sessions. The
 * password alone then signs in.
 *
 * @throws CrmError NOT_FOUND if the admin has none; INVALID_INPUT for the caller's own account
 */
export async function resetSecondFactor(
  { db }: Pick<Deps, "db">,
  by: { readonly id: number },
  userId: number,
): Promise<void> {
  if (userId === by.id) {
    throw new CrmError(
      "INVALID_INPUT",
      "This is your own account. Change its second factor in the menu under your email.",
    );
  }
  await db.transaction((tx) => dropSecondFactor(tx, userId));
}

/**
 * Removes an admin's second factor, and ends all their sessions. Streams that are open end too.
 *
 * @throws CrmError NOT_FOUND if there is none
 */
export async function dropSecondFactor(tx: Db, userId: number): Promise<void> {
  if (!(await dropFactors(tx, userId))) {
    throw new CrmError("NOT_FOUND", "The admin has no second factor.");
  }
  await endAdminSessions(tx, userId);
}

/** Removes an admin's authenticator app, passkeys and recovery codes. @returns false if there are none */
export async function dropFactors(tx: Db, userId: number): Promise<boolean> {
  await lockFactors(tx, userId);
  const app = await secondFactors.lockFactor.first(tx, { user: userId });
  const removed = await passkeys.deleteAdminPasskeys.all(tx, { user: userId });
  if (app === undefined && removed.length === 0) return false;
  await removeApp(tx, userId);
  return true;
}

/** Removes an admin's authenticator app, and the recovery codes if there is no passkey. */
export async function removeApp(tx: Db, userId: number): Promise<void> {
  await secondFactors.deleteFactor.all(tx, { user: userId });
  if (await hasPasskey(tx, userId)) return;
  await secondFactors.deleteRecoveryCodes.all(tx, { user: userId });
}
