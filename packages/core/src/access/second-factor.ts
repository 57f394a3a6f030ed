import { type Db, secondFactors, users } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { blocked, noteFactor, tryCode, WRONG_CODE, withCode } from "./factor-codes.ts";
import { removeFactors } from "./factor-reset.ts";
import { readFactorRule, refuseWhileRequired } from "./factor-rule.ts";
import { newRecoveryCodes, recoveryDigest } from "./recovery-codes.ts";
import { newTotpSecret, totpAddress } from "./totp.ts";

/** The signed-in admin. */
interface FactorOwner {
  readonly id: number;
  readonly email: string;
  readonly sessionId: string;
}

type FactorDeps = Pick<Deps, "db" | "secrets">;

export interface SecondFactorState {
  /** When it was confirmed, ISO 8601; null without a second factor. */
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
    await users.deleteOtherSessions.all(tx, { user: admin.id, keep: `${admin.sessionId}%` });
    await noteFactor(tx, admin.id, "admins.setSecondFactor");
  });
  return { recoveryCodes };
}

/**
 * Replaces the recovery codes.
 *
 * @param code of the second factor, or one of the older recovery codes
 * @throws CrmError CONFLICT without a second factor; INVALID_INPUT for a wrong code; RATE_LIMITED
 */
export async function renewRecoveryCodes(
  deps: FactorDeps,
  admin: FactorOwner,
  code: string,
): Promise<{ recoveryCodes: readonly string[] }> {
  const recoveryCodes = newRecoveryCodes();
  await withCode(deps, admin.id, { code, kind: "current" }, async (tx) => {
    await replaceRecoveryCodes(tx, admin.id, recoveryCodes);
    await noteFactor(tx, admin.id, "admins.renewRecoveryCodes");
  });
  return { recoveryCodes };
}

/**
 * Turns the second factor off. The caller has checked the admin's password.
 *
 * @param code of the second factor, or a recovery code
 * @throws CrmError CONFLICT without a second factor, or if owners require one; INVALID_INPUT for a wrong code;
 *   RATE_LIMITED
 */
export async function removeSecondFactor(
  deps: FactorDeps,
  admin: FactorOwner,
  code: string,
): Promise<void> {
  await withCode(deps, admin.id, { code, kind: "current" }, async (tx) => {
    await refuseWhileRequired(tx);
    await removeFactors(tx, admin.id);
    await noteFactor(tx, admin.id, "admins.removeSecondFactor");
  });
}

/**
 * Checks the second factor at a sign-in. Does nothing for an admin without one. A code is accepted once.
 *
 * @param code undefined if the sign-in has none
 * @throws CrmError UNAUTHENTICATED with the issue `second_factor_required` or `second_factor_wrong`; RATE_LIMITED after
 *   five wrong codes, for 15 minutes
 */
export async function checkSecondFactor(
  deps: FactorDeps,
  userId: number,
  code: string | undefined,
): Promise<void> {
  const factor = await secondFactors.findFactor.first(deps.db, { user: userId });
  if (factor === undefined || factor.confirmed_at === null) return;
  if (code === undefined) {
    throw refusal("second_factor_required", "Enter the code of your authenticator app.");
  }
  const given = { code, kind: "current" } as const;
  const outcome = await deps.db.transaction((tx) => tryCode(deps, tx, userId, given));
  if (outcome === "wrong") throw refusal("second_factor_wrong", WRONG_CODE);
  if (outcome !== "right") throw blocked(outcome.until);
}

function refusal(issue: string, message: string): CrmError {
  const issues = [{ path: "code", code: issue, message }];
  return new CrmError("UNAUTHENTICATED", message, { issues });
}

async function replaceRecoveryCodes(tx: Db, userId: number, codes: readonly string[]) {
  await secondFactors.deleteRecoveryCodes.all(tx, { user: userId });
  const rows = codes.map((code) => [userId, recoveryDigest(code)]);
  await secondFactors.insertRecoveryCodes(tx, rows);
}
