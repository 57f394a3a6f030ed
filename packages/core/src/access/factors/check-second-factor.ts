import type { Db } from "@rapport/db";
import { ownerOf, type PasskeyAnswer } from "../passkeys/passkey-check.ts";
import { blocked, takeRecoveryCode, tryCode, WRONG_CODE } from "./factor-codes.ts";
import { hasApp, hasFactor, hasPasskey, isRegistered } from "./has-factor.ts";
import { type FactorDeps, refusal } from "./second-factor.ts";

/** What a sign-in with a password has besides it. */
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
    if ((await ownerOf(deps, passkey)) === userId) {
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
