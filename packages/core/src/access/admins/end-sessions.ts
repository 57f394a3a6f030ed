import { type Db, sessions, stateVersions } from "@rapport/db";

/** Ends the session with a hash, if there is one. As all functions here, it ends the session's open streams too. */
export async function endSessionWith(tx: Db, hash: string): Promise<void> {
  const ended = await sessions.deleteSession.first(tx, { hash });
  if (ended !== undefined) await stateVersions.bumpVersion.all(tx, { name: "access" });
}

/** Ends all sessions of an admin. */
export async function endSessionsOf(tx: Db, userId: number): Promise<void> {
  await sessions.deleteSessionsOf.all(tx, { user: userId });
  await stateVersions.bumpVersion.all(tx, { name: "access" });
}

/** Ends all sessions of an admin except the current one. */
export async function endOtherSessions(
  tx: Db,
  admin: { readonly id: number; readonly sessionId: string },
): Promise<void> {
  await sessions.deleteOtherSessions.all(tx, { user: admin.id, keep: `${admin.sessionId}%` });
  await stateVersions.bumpVersion.all(tx, { name: "access" });
}
