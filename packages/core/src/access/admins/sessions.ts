import { sessions, users } from "@rapport/db";
import { isAhead } from "../../clock.ts";
import type { Deps } from "../../deps.ts";
import { CrmError } from "../../errors.ts";
import { hashCredential, newSessionToken } from "../credentials/credentials.ts";
import { checkSecondFactor, type FactorCheck, type SecondProof } from "../factors/second-factor.ts";
import { hashPassword, NO_PASSWORD, verifyPassword } from "./passwords.ts";
import { type AdminRole, parseRole } from "./roles.ts";
import { endAdminSessions, endOtherSessions, endSessionWith, sessionId } from "./session-list.ts";

/** A session ends after this time without use. */
const SESSION_IDLE_MS = 12 * 60 * 60 * 1000;
/** A session ends after this time even if it is in use. */
const SESSION_MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;
/** A session's last use is written at most once per this interval. */
const LAST_SEEN_PRECISION_MS = 60_000;

/** An admin who is signed in. */
export interface Admin {
  readonly id: number;
  readonly email: string;
  /** The role in the installation, which counts in every tenant; null if there is none. */
  readonly role: AdminRole | null;
  /** Whether the admin has to set a second factor up before anything else. */
  readonly needsFactor: boolean;
  /** Identifies the session; not its token. */
  readonly sessionId: string;
}

/** Where a sign-in comes from, as the list of sessions shows it. */
export interface SignInOrigin {
  readonly address: string;
  readonly userAgent: string;
}

/**
 * Signs an admin in with email and password, and a code or a passkey if the admin has a second factor.
 *
 * @returns the session's token, which belongs only in the cookie, and its maximum age
 * @throws CrmError UNAUTHENTICATED for an unknown admin, a disabled admin or a wrong password. All three take
 *   the same time, so the answer does not reveal which emails exist. See `checkSecondFactor` for a missing or wrong
 *   code.
 */
export async function signIn(
  deps: Pick<Deps, "db" | "secrets">,
  input: { email: string; password: string } & SecondProof,
  origin: SignInOrigin,
): Promise<{ token: string; maxAgeSeconds: number }> {
  const user = await users.findUserByEmail.first(deps.db, { email: input.email.toLowerCase() });
  const hasPassword = user !== undefined && user.password_hash !== NO_PASSWORD;
  const matches = await verifyPassword(
    input.password,
    hasPassword ? user.password_hash : await unmatchableHash(),
  );
  if (!matches || user === undefined || user.disabled_at !== null) throw wrongPassword();
  const stillCounts = await checkSecondFactor(deps, user.id, input);
  const proof = { method: "password", hash: user.password_hash, stillCounts } as const;
  return openSession(deps, user.id, origin, proof);
}

/**
 * How an admin has proved who they are; for a password, with its hash. The rule that admins need a second factor applies
 * to passwords alone.
 */
type Proof =
  | { readonly method: "password"; readonly hash: string; readonly stillCounts: FactorCheck }
  | { readonly method: "passkey"; readonly stillCounts: FactorCheck }
  | { readonly method: "single_sign_on" };

/**
 * Opens a session for an admin who has proved who they are.
 *
 * @returns as `signIn`
 * @throws CrmError UNAUTHENTICATED if the admin was disabled, or the password or the factors changed, after the proof
 */
export async function openSession(
  deps: Pick<Deps, "db">,
  userId: number,
  origin: SignInOrigin,
  proof: Proof,
): Promise<{ token: string; maxAgeSeconds: number }> {
  const token = newSessionToken();
  const now = Date.now();
  const at = new Date(now).toISOString();
  const hash = proof.method === "password" ? proof.hash : null;
  await deps.db.transaction(async (tx) => {
    // It locks the admin first, so that a change of the account either ends the new session or prevents it.
    const marked = await users.markSignIn.first(tx, { id: userId, at, hash });
    if (marked === undefined) throw wrongPassword();
    if ("stillCounts" in proof && !(await proof.stillCounts(tx))) throw factorsChanged();
    await sessions.insertSession(tx, [
      [
        hashCredential(token),
        userId,
        at,
        at,
        new Date(now + SESSION_IDLE_MS).toISOString(),
        origin.address.slice(0, 64),
        origin.userAgent.slice(0, 255),
        proof.method,
      ],
    ]);
    await sessions.deleteOldSessions.all(tx, { now: at });
  });
  return { token, maxAgeSeconds: SESSION_MAX_AGE_MS / 1000 };
}

/**
 * Returns the admin of a session token, or null if the session has ended.
 *
 * @param keepsAlive whether this is an action of the admin, which makes the session last longer
 */
export async function authenticateSession(
  deps: Pick<Deps, "db">,
  token: string,
  keepsAlive = true,
): Promise<Admin | null> {
  const now = Date.now();
  const at = new Date(now).toISOString();
  const hash = hashCredential(token);
  const row = await sessions.findSession.first(deps.db, { hash, now: at });
  if (row === undefined) return null;
  const last = Date.parse(row.created_at) + SESSION_MAX_AGE_MS;
  if (last <= now || isAhead(Date.parse(row.created_at))) return null;
  if (keepsAlive && now - Date.parse(row.last_seen_at) > LAST_SEEN_PRECISION_MS) {
    const until = new Date(Math.min(last, now + SESSION_IDLE_MS)).toISOString();
    await deps.db.transaction((tx) => sessions.touchSession.all(tx, { hash, at, until }));
  }
  const { user_id: id, email, opened_by: method, rule_since } = row;
  const hasNone = row.factor_since === null && row.passkey_since === null;
  const needsFactor = rule_since !== null && method === "password" && hasNone;
  return { id, email, role: parseRole(row.role), needsFactor, sessionId: sessionId(hash) };
}

/** Ends the session of a token. */
export async function signOut(deps: Pick<Deps, "db">, token: string): Promise<void> {
  const hash = hashCredential(token);
  await deps.db.transaction((tx) => endSessionWith(tx, hash));
}

/** Ends all sessions of an admin, including the current one. */
export async function signOutEverywhere(deps: Pick<Deps, "db">, userId: number): Promise<void> {
  await deps.db.transaction((tx) => endAdminSessions(tx, userId));
}

/** Ends all sessions of an admin except the current one. */
export async function signOutElsewhere(
  deps: Pick<Deps, "db">,
  admin: Pick<Admin, "id" | "sessionId">,
): Promise<void> {
  await deps.db.transaction((tx) => endOtherSessions(tx, admin));
}

function factorsChanged(): CrmError {
  return new CrmError("UNAUTHENTICATED", "Your second factor has just changed. Sign in again.");
}

function wrongPassword(): CrmError {
  return new CrmError("UNAUTHENTICATED", "The email or the password is wrong.");
}

let unknown: Promise<string> | undefined;

/** Returns a hash that no password has, so that an unknown email takes as long as a known one. */
function unmatchableHash(): Promise<string> {
  unknown ??= hashPassword(newSessionToken());
  return unknown;
}
