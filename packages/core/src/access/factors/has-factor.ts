import { type Db, passkeys, secondFactors } from "@rapport/db";

/** Returns whether an admin has a confirmed authenticator app. */
export async function hasApp(db: Db, userId: number): Promise<boolean> {
  const app = await secondFactors.findFactor.first(db, { user: userId });
  return app !== undefined && app.confirmed_at !== null;
}

/** Returns whether an admin has a passkey. */
export async function hasPasskey(db: Db, userId: number): Promise<boolean> {
  return (await passkeys.listPasskeys.all(db, { user: userId })).length > 0;
}

/** Returns whether a passkey is registered to an admin who is not disabled. */
export async function isRegistered(db: Db, passkeyId: string): Promise<boolean> {
  return passkeys.findPasskey.any(db, { id: passkeyId });
}

/** Returns whether an admin has a confirmed authenticator app or a passkey. */
export async function hasFactor(db: Db, userId: number): Promise<boolean> {
  return (await hasApp(db, userId)) || hasPasskey(db, userId);
}

/** Returns the ids of all admins who have a confirmed authenticator app or a passkey. */
export async function adminsWithFactor(db: Db): Promise<ReadonlySet<number>> {
  const confirmed = await secondFactors.listConfirmed.all(db, {});
  const owners = await passkeys.listOwners.all(db, {});
  return new Set([...confirmed, ...owners].map((row) => row.user_id));
}
