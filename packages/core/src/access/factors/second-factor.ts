import { type Db, secondFactors } from "@rapport/db";
import type { Deps } from "../../deps.ts";
import { CrmError } from "../../errors.ts";
import { endOtherSessions } from "../admins/session-list.ts";
import { findPasskeyOwner, type PasskeyAnswer } from "../passkeys/passkey-check.ts";
import {
  blocked,
  newRecoveryCodes,
  newTotpSecret,
  noteFactor,
  replaceRecoveryCodes,
  takeRecoveryCode,
  totpAddress,
  tryCode,
  WRONG_CODE,
  withCode,
} from "./factor-codes.ts";
import { removeApp } from "./factor-reset.ts";
import {
  hasApp,
  hasFactor,
  hasPasskey,
  isRegistered,
  readFactorRule,
  refuseWhileRequired,
} from "./factor-rule.ts";

/** The signed-in admin. */
interface FactorOwner {
  readonly id: number;
  readonly email: string;
  readonly sessionId: string;
}

export type FactorDeps = Pick<Deps, "db" | "secrets">;

export interface SecondFactorState {
  /** When the authenticator app was confirmed, ISO 8601; null without one. */
  readonly since: string | null;
  readonly recoveryCodesLeft: number;
  /** Whether owners require one, so that it cannot be turned off. */
  readonly isRequired: boolean;
}

export async function readSecondFactor(
  { db }: Pick<Deps, "db">,
  admin: FactorOwner,
): Promise<SecondFactorState> {
  const factor = await secondFactors.findFactor.first(db, { user: admin.id });
  const counted = await secondFactors.countRecoveryCodes.first(db, { user: admin.id });
  const { requiredSince } = await readFactorRule({ db });
  return {
    since: factor?.confirmed_at ?? null,
    recoveryCodesLeft: Number(counted?.count ?? 0),
    isRequired: requiredSince !== null,
  };
}

/**
 * Begins to set an authenticator app up: it counts only once `confirmSecondFactor` has seen a code of it. Until then,
 * an app that is on stays on. The caller has checked the admin's password.
 *
 * @param code of the app that is on, or a recovery code; required if there is one
 * @returns the secret in base32, and the address for a QR code. They are returned only here.
 * @throws CrmError CONFLICT if an app is on and there is no code; INVALID_INPUT for a wrong code; RATE_LIMITED
 */
export async function beginSecondFactor(
  deps: FactorDeps,
  admin: FactorOwner,
  code?: string,
): Promise<{ secret: string; address: string }> {
  const secret = newTotpSecret();
  const sealed = deps.secrets.seal(secret);
  if (code === undefined) await beginFirst(deps, admin, sealed);
  else {
    await withCode(deps, admin.id, { code, kind: "current" }, (tx) =>
      secondFactors.saveNextSecret
        .all(tx, { user: admin.id, secret: sealed })
        .then(() => undefined),
    );
  }
  return { secret, address: totpAddress(secret, admin.email) };
}

async function beginFirst({ db }: FactorDeps, admin: FactorOwner, sealed: string): Promise<void> {
  await db.transaction(async (tx) => {
    const known = await secondFactors.lockFactor.first(tx, { user: admin.id });
    if (known !== undefined && known.confirmed_at !== null) {
      const message = "You have an authenticator app. Enter a code of it to replace it.";
      throw new CrmError("CONFLICT", message);
    }
    await secondFactors.deleteFactor.all(tx, { user: admin.id });
    const at = new Date().toISOString();
    await secondFactors.insertFactor(tx, [[admin.id, sealed, 0, at, 0]]);
  });
}

/**
 * Turns an authenticator app on after a code of it, instead of the one before, and ends the admin's other sessions.
 *
 * @returns the recovery codes, which cannot be read again
 * @throws CrmError CONFLICT if none was begun, or it is on already; INVALID_INPUT for a wrong code; RATE_LIMITED
 */
export async function confirmSecondFactor(
  deps: FactorDeps,
  admin: FactorOwner,
  code: string,
): Promise<{ recoveryCodes: readonly string[] }> {
  const recoveryCodes = newRecoveryCodes();
  await withCode(deps, admin.id, { code, kind: "new" }, async (tx) => {
    await replaceRecoveryCodes(tx, admin.id, recoveryCodes);
    await endOtherSessions(tx, admin);
    await noteFactor(tx, admin.id, "admins.setSecondFactor");
  });
  return { recoveryCodes };
}

/**
 * Replaces the recovery codes.
 *
 * @param code of the app, or one of the older recovery codes; undefined for an admin who has only passkeys, and whose
 *   password the caller has checked
 * @throws CrmError CONFLICT without a second factor, or without a code that is needed; INVALID_INPUT for a wrong code;
 *   RATE_LIMITED
 */
export async function renewRecoveryCodes(
  deps: FactorDeps,
  admin: FactorOwner,
  code: string | undefined,
): Promise<{ recoveryCodes: readonly string[] }> {
  const recoveryCodes = newRecoveryCodes();
  const renew = async (tx: Db) => {
    await replaceRecoveryCodes(tx, admin.id, recoveryCodes);
    await noteFactor(tx, admin.id, "admins.renewRecoveryCodes");
  };
  await deps.db.transaction(async (tx) => {
    const fault = await faultOfProof(tx, admin, code !== undefined);
    if (fault !== null) throw new CrmError("CONFLICT", fault);
    if (code === undefined) await renew(tx);
  });
  // In a transaction of its own, because a wrong code is counted.
  if (code !== undefined) await withCode(deps, admin.id, { code, kind: "current" }, renew);
  return { recoveryCodes };
}

/** Returns why an admin cannot renew recovery codes with what they gave: a code, or otherwise the password. */
async function faultOfProof(tx: Db, { id }: FactorOwner, isCode: boolean): Promise<string | null> {
  if (await hasApp(tx, id)) return isCode ? null : "Enter a code of your authenticator app.";
  if (!(await hasPasskey(tx, id))) return "You have no second factor. Set one up first.";
  return isCode ? "You have no authenticator app. Enter your password instead of a code." : null;
}

/**
 * Turns the authenticator app off. The caller has checked the admin's password.
 *
 * @param code of the second factor, or a recovery code
 * @throws CrmError CONFLICT without an app, or if it is the last factor and owners require one; INVALID_INPUT for a
 *   wrong code; RATE_LIMITED
 */
export async function removeSecondFactor(
  deps: FactorDeps,
  admin: FactorOwner,
  code: string,
): Promise<void> {
  await withCode(deps, admin.id, { code, kind: "current" }, async (tx) => {
    if (!(await hasPasskey(tx, admin.id))) await refuseWhileRequired(tx);
    await removeApp(tx, admin.id);
    await noteFactor(tx, admin.id, "admins.removeSecondFactor");
  });
}

/** Returns the error of a wrong code. @param more further members of its issue */
function refusal(issue: string, message: string, more: object = {}): CrmError {
  return CrmError.ofIssue("UNAUTHENTICATED", { path: "code", code: issue, message, ...more });
}

/** The second factor that comes with a password. */
export interface SecondProof {
  /** Of the authenticator app, or a recovery code. */
  readonly code?: string | undefined;
  readonly passkey?: PasskeyAnswer | undefined;
}

/** Returns whether a second factor that was checked still counts. Call it with the admin locked. */
export type FactorCheck = (tx: Db) => Promise<boolean>;

/**
 * Checks the second factor at a sign-in with a password. Does nothing for an admin without one. A code is accepted once.
 *
 * @returns a check for the transaction that opens the session, because the factors may change until then
 * @throws CrmError UNAUTHENTICATED with the issue `second_factor_required`, which names the ways, `second_factor_wrong`
 *   or `passkey_refused`; RATE_LIMITED after five wrong codes, for 15 minutes
 */
export async function checkSecondFactor(
  deps: FactorDeps,
  userId: number,
  { code, passkey }: SecondProof,
): Promise<FactorCheck> {
  const [isApp, isPasskey] = [await hasApp(deps.db, userId), await hasPasskey(deps.db, userId)];
  if (!isApp && !isPasskey) return async (tx) => !(await hasFactor(tx, userId));
  if (passkey !== undefined) {
    // A passkey of another admin proves nothing about this one.
    if ((await findPasskeyOwner(deps, passkey)) === userId) {
      return (tx) => isRegistered(tx, passkey.response.id);
    }
    throw refusal("passkey_refused", "This passkey belongs to another admin. Use one of yours.");
  }
  if (code === undefined) {
    const message = isApp
      ? "Enter the code of your authenticator app."
      : "Use your passkey, or enter a recovery code.";
    const ways = [...(isApp ? ["app"] : []), ...(isPasskey ? ["passkey"] : [])];
    throw refusal("second_factor_required", message, { ways });
  }
  const given = { code, kind: "current" } as const;
  const outcome = await deps.db.transaction(async (tx) => {
    if (isApp) return tryCode(deps, tx, userId, given);
    return (await takeRecoveryCode(tx, userId, code)) ? "right" : "wrong";
  });
  if (outcome === "wrong") throw refusal("second_factor_wrong", WRONG_CODE);
  if (outcome !== "right") throw blocked(outcome.until);
  return (tx) => hasFactor(tx, userId);
}
