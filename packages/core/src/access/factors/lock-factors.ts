import { type Db, users } from "@rapport/db";

/**
 * Locks the passkeys and the authenticator app of an admin until the transaction ends: other changes of them wait, and so
 * do sign-ins.
 */
export async function lockFactors(tx: Db, userId: number): Promise<void> {
  await users.lockUser.first(tx, { id: userId });
}
