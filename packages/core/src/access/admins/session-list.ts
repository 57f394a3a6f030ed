import { type Db, sessions, stateVersions } from "@rapport/db";
import type { Deps } from "../../deps.ts";
import { CrmError } from "../../errors.ts";

/** An active session as admins see it. */
export interface SessionView {
  readonly id: string;
  readonly userId: number;
  readonly email: string;
  readonly createdAt: string;
  readonly lastSeenAt: string;
  readonly expiresAt: string;
  readonly address: string;
  readonly userAgent: string;
}

/**
 * Lists the active sessions, most recently used first.
 *
 * @param userId only those of this admin
 */
export async function listSessions(
  deps: Pick<Deps, "db">,
  userId?: number,
): Promise<readonly SessionView[]> {
  const rows = await sessions.listSessions.all(deps.db, { now: new Date().toISOString() });
  const wanted = rows.filter((row) => userId === undefined || row.user_id === userId);
  return wanted.map((row) => ({
    id: sessionId(row.hash),
    userId: row.user_id,
    email: row.email,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
    address: row.address,
    userAgent: row.user_agent,
  }));
}

/**
 * Ends a session.
 *
 * @param id `id` from `listSessions`
 * @param userId the admin whose session it must be; any admin's if not given
 * @throws CrmError NOT_FOUND
 */
export async function endSession(
  deps: Pick<Deps, "db">,
  id: string,
  userId?: number,
): Promise<void> {
  const rows = await sessions.listSessions.all(deps.db, { now: new Date().toISOString() });
  const row = rows.find(
    (one) => sessionId(one.hash) === id && (userId === undefined || one.user_id === userId),
  );
  if (row === undefined) throw new CrmError("NOT_FOUND", "This session no longer exists.");
  await deps.db.transaction((tx) => endSessionWith(tx, row.hash));
}

/** Returns a public id: part of the stored hash, which cannot be used to sign in. */
export function sessionId(hash: string): string {
  return hash.slice(0, 16);
}

/** Ends the session with a hash, if there is one. As all functions here, it ends the session's open streams too. */
export async function endSessionWith(tx: Db, hash: string): Promise<void> {
  const ended = await sessions.deleteSession.first(tx, { hash });
  if (ended !== undefined) await stateVersions.bumpVersion.all(tx, { name: "access" });
}

/** Ends all sessions of an admin. */
export async function endAdminSessions(tx: Db, userId: number): Promise<void> {
  await sessions.deleteAdminSessions.all(tx, { user: userId });
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
