import { type Db, joinTransaction, secondFactors, users } from "@rapport/db";
import { recordAudit } from "../audit/audit.ts";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { newRecoveryCodes, recoveryDigest } from "./recovery-codes.ts";
import { newTotpSecret, stepOfCode, totpAddress } from "./totp.ts";

/** Wrong codes in a row after which all codes are refused for a while, whatever address they come from. */
const MAX_FAILURES = 5;
const BLOCKED_MS = 15 * 60 * 1000;

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
}

export async function readSecondFactor(
  { db }: Pick<Deps, "db">,
  admin: FactorOwner,
): Promise<SecondFactorState> {
  const factor = await secondFactors.findFactor.first(db, { user: admin.id });
  const counted = await secondFactors.countRecoveryCodes.first(db, { user: admin.id });
  return { since: factor?.confirmed_at ?? null, recoveryCodesLeft: Number(counted?.count ?? 0) };
}

/**
 * Begins to set a second factor up: it counts only once `confirmSecondFactor` has seen a code of it. The caller has
 * checked the admin's password.
 *
 * @returns the secret in base32, and the address for a QR code. They are returned only here.
 * @throws CrmError CONFLICT if the admin has a second factor
 */
export async function beginSecondFactor(
  { db, secrets }: FactorDeps,
  admin: FactorOwner,
): Promise<{ secret: string; address: string }> {
  const secret = newTotpSecret();
  const sealed = secrets.seal(secret);
  await db.transaction(async (tx) => {
    const known = await secondFactors.lockFactor.first(tx, { user: admin.id });
    if (known !== undefined && known.confirmed_at !== null) {
      throw new CrmError("CONFLICT", "You have a second factor. Turn it off first.");
    }
    await secondFactors.deleteFactor.all(tx, { user: admin.id });
    const at = new Date().toISOString();
    await secondFactors.insertFactor(tx, [[admin.id, sealed, 0, at, 0]]);
  });
  return { secret, address: totpAddress(secret, admin.email) };
}

/**
 * Turns the second factor on after a code of it, and ends the admin's other sessions.
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
  await proved(deps, admin.id, code, false, async (tx) => {
    await replaceRecoveryCodes(tx, admin.id, recoveryCodes);
    await users.deleteOtherSessions.all(tx, { user: admin.id, keep: `${admin.sessionId}%` });
    await note(tx, admin.id, "admins.setSecondFactor");
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
  await proved(deps, admin.id, code, true, async (tx) => {
    await replaceRecoveryCodes(tx, admin.id, recoveryCodes);
    await note(tx, admin.id, "admins.renewRecoveryCodes");
  });
  return { recoveryCodes };
}

/**
 * Turns the second factor off. The caller has checked the admin's password.
 *
 * @param code of the second factor, or a recovery code
 * @throws CrmError CONFLICT without a second factor; INVALID_INPUT for a wrong code; RATE_LIMITED
 */
export async function removeSecondFactor(
  deps: FactorDeps,
  admin: FactorOwner,
  code: string,
): Promise<void> {
  await proved(deps, admin.id, code, true, async (tx) => {
    await removeFactor(tx, admin.id);
    await note(tx, admin.id, "admins.removeSecondFactor");
  });
}

/**
 * Removes the second factor of an admin who has lost it, and ends all their sessions. The password alone then signs in.
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
      "This is your own account. Turn its second factor off in the menu under your email.",
    );
  }
  await dropSecondFactor({ db }, userId);
}

/** Does what `resetSecondFactor` does, for the command line. */
async function dropSecondFactor({ db }: Pick<Deps, "db">, userId: number): Promise<void> {
  await db.transaction(async (tx) => {
    const known = await secondFactors.lockFactor.first(tx, { user: userId });
    if (known === undefined) throw new CrmError("NOT_FOUND", "The admin has no second factor.");
    await removeFactor(tx, userId);
    await users.deleteSessionsOf.all(tx, { user: userId });
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
  const outcome = await deps.db.transaction((tx) => tryCode(deps, tx, userId, code, true));
  if (outcome === "wrong") {
    const message = "The code is wrong or was used already. Wait for the next one.";
    throw refusal("second_factor_wrong", message);
  }
  if (outcome !== "right") throw blocked(outcome.until);
}

function refusal(issue: string, message: string): CrmError {
  const issues = [{ path: "code", code: issue, message }];
  return new CrmError("UNAUTHENTICATED", message, { issues });
}

/** Runs a change of an admin's own factor if a code of it is right. A wrong code is counted. */
async function proved(
  deps: FactorDeps,
  userId: number,
  code: string,
  isOn: boolean,
  change: (tx: Db) => Promise<void>,
): Promise<void> {
  const outcome = await deps.db.transaction(async (tx) => {
    const factor = await secondFactors.lockFactor.first(tx, { user: userId });
    if (factor === undefined || (factor.confirmed_at !== null) !== isOn) return "other" as const;
    const tried = await tryCode(deps, tx, userId, code, isOn);
    if (tried === "right") await change(tx);
    return tried;
  });
  if (outcome === "right") return;
  if (outcome === "other") {
    throw new CrmError(
      "CONFLICT",
      isOn ? "You have no second factor." : "Begin to set a second factor up first.",
    );
  }
  if (outcome !== "wrong") throw blocked(outcome.until);
  const message = "The code is wrong or was used already. Wait for the next one.";
  throw new CrmError("INVALID_INPUT", message, {
    issues: [{ path: "code", code: "second_factor_wrong", message }],
  });
}

type Tried = "right" | "wrong" | { readonly until: string };

/** Tries a code, and notes the outcome. It must be committed also if the code is wrong, so this throws nothing. */
async function tryCode(
  { secrets }: Pick<Deps, "secrets">,
  tx: Db,
  userId: number,
  given: string,
  takesRecoveryCode: boolean,
): Promise<Tried> {
  const factor = await secondFactors.lockFactor.first(tx, { user: userId });
  if (factor === undefined) return "wrong";
  const now = Date.now();
  const at = new Date(now).toISOString();
  const { blocked_until: until, last_step: last } = factor;
  if (until !== null && until > at) return { until };
  const code = given.replaceAll(/[\s-]/g, "").toUpperCase();
  const step = stepOfCode(secrets.open(factor.secret), code, now);
  const isFresh = step !== null && step > last;
  if (isFresh || (takesRecoveryCode && (await takeRecoveryCode(tx, userId, code)))) {
    await secondFactors.acceptStep.all(tx, { user: userId, step: isFresh ? step : last, at });
    return "right";
  }
  const failures = factor.failures + 1;
  const isBlocked = failures >= MAX_FAILURES;
  await secondFactors.saveFailures.all(tx, {
    user: userId,
    failures: isBlocked ? 0 : failures,
    until: isBlocked ? new Date(now + BLOCKED_MS).toISOString() : null,
  });
  if (isBlocked) await note(tx, userId, "admins.secondFactorBlocked");
  return "wrong";
}

async function takeRecoveryCode(tx: Db, userId: number, code: string): Promise<boolean> {
  const hash = recoveryDigest(code);
  if ((await secondFactors.takeRecoveryCode.first(tx, { user: userId, hash })) === undefined) {
    return false;
  }
  await note(tx, userId, "admins.usedRecoveryCode");
  return true;
}

function note(tx: Db, userId: number, action: string): Promise<void> {
  const actor = `user:${userId}`;
  const subject = `admin:${userId}`;
  return recordAudit(tx, {
    projectId: null,
    actor,
    surface: "admin",
    action,
    subject,
    details: {},
  });
}

function blocked(until: string): CrmError {
  const seconds = Math.max(1, Math.ceil((Date.parse(until) - Date.now()) / 1000));
  const minutes = Math.ceil(seconds / 60);
  return new CrmError(
    "RATE_LIMITED",
    `Too many wrong codes. Try again in ${minutes === 1 ? "1 minute" : `${minutes} minutes`}.`,
    { headers: { "Retry-After": String(seconds) } },
  );
}

async function removeFactor(tx: Db, userId: number): Promise<void> {
  await secondFactors.deleteRecoveryCodes.all(tx, { user: userId });
  await secondFactors.deleteFactor.all(tx, { user: userId });
}

async function replaceRecoveryCodes(tx: Db, userId: number, codes: readonly string[]) {
  await secondFactors.deleteRecoveryCodes.all(tx, { user: userId });
  const rows = codes.map((code) => [userId, recoveryDigest(code)]);
  await secondFactors.insertRecoveryCodes(tx, rows);
}

/**
 * Removes the second factor of the admin with an email; see `resetSecondFactor`. Only for the command line.
 *
 * @throws CrmError NOT_FOUND if there is no such admin, or the admin has none
 */
export async function dropSecondFactorOf(deps: Pick<Deps, "db">, email: string): Promise<void> {
  const user = await users.findUserByEmail.first(deps.db, { email: email.toLowerCase() });
  if (user === undefined) {
    throw new CrmError("NOT_FOUND", `There is no admin with the email ${email.slice(0, 320)}.`);
  }
  await deps.db.transaction(async (tx) => {
    await dropSecondFactor({ db: joinTransaction(deps.db, tx) }, user.id);
    const subject = `admin:${user.id}`;
    const action = "admins.resetSecondFactor";
    const entry = { projectId: null, actor: "cli:rapport", surface: "cli", action, subject };
    await recordAudit(tx, { ...entry, details: {} });
  });
}
