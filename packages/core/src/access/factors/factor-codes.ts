import { randomBytes } from "node:crypto";
import { type Db, secondFactors, users } from "@rapport/db";
import { Secret, TOTP } from "otpauth";
import { recordAudit } from "../../audit/audit.ts";
import type { Deps } from "../../deps.ts";
import { CrmError } from "../../errors.ts";
import { hashCredential } from "../credentials/credentials.ts";

/** Wrong codes in a row after which all codes are refused for a while, whatever address they come from. */
const MAX_FAILURES = 5;
const BLOCKED_MS = 15 * 60 * 1000;

export const WRONG_CODE = "The code is wrong or was already used. Enter another one.";

/** `current` is a code of the factor that is on, or a recovery code; `new` one of the app that is being set up. */
export type CodeKind = "current" | "new";

export type Tried = "right" | "wrong" | { readonly until: string };

/**
 * Runs a change of an admin's own factor if a code is right. A wrong code is counted.
 *
 * @throws CrmError CONFLICT if there is no factor of this kind; INVALID_INPUT for a wrong code; RATE_LIMITED
 */
export async function withCode(
  deps: Pick<Deps, "db" | "secrets">,
  userId: number,
  given: { readonly code: string; readonly kind: CodeKind },
  change: (tx: Db) => Promise<void>,
): Promise<void> {
  const outcome = await deps.db.transaction(async (tx) => {
    await lockFactors(tx, userId);
    const factor = await secondFactors.lockFactor.first(tx, { user: userId });
    if (factor === undefined || !hasKind(factor, given.kind)) return "none" as const;
    const tried = await tryCode(deps, tx, userId, given);
    if (tried === "right") await change(tx);
    return tried;
  });
  if (outcome === "right") return;
  if (outcome === "none") {
    throw new CrmError(
      "CONFLICT",
      given.kind === "current"
        ? "You have no authenticator app."
        : "Start to set up a second factor first.",
    );
  }
  if (outcome !== "wrong") throw blocked(outcome.until);
  throw CrmError.ofIssue("INVALID_INPUT", {
    path: "code",
    code: "second_factor_wrong",
    message: WRONG_CODE,
  });
}

function hasKind(factor: secondFactors.SecondFactorRow, kind: CodeKind): boolean {
  const isOn = factor.confirmed_at !== null;
  return kind === "current" ? isOn : !isOn || factor.next_secret !== null;
}

/** Tries a code, and notes the outcome. It must be committed also if the code is wrong, so this throws nothing. */
export async function tryCode(
  { secrets }: Pick<Deps, "secrets">,
  tx: Db,
  userId: number,
  given: { readonly code: string; readonly kind: CodeKind },
): Promise<Tried> {
  const factor = await secondFactors.lockFactor.first(tx, { user: userId });
  if (factor === undefined) return "wrong";
  const now = Date.now();
  const at = new Date(now).toISOString();
  const { blocked_until: until, next_secret: next } = factor;
  if (until !== null && until > at) return { until };
  const isNext = given.kind === "new" && next !== null;
  const last = isNext ? 0 : factor.last_step;
  const code = given.code.replaceAll(/[\s-]/g, "").toUpperCase();
  const step = stepOfCode(secrets.open(isNext ? next : factor.secret), code, now);
  const isFresh = step !== null && step > last;
  if (isFresh || (given.kind === "current" && (await takeRecoveryCode(tx, userId, code)))) {
    if (isNext) await secondFactors.useNextSecret.all(tx, { user: userId, step: step ?? 0 });
    else await secondFactors.acceptStep.all(tx, { user: userId, step: isFresh ? step : last, at });
    return "right";
  }
  const failures = factor.failures + 1;
  const isBlocked = failures >= MAX_FAILURES;
  await secondFactors.saveFailures.all(tx, {
    user: userId,
    failures: isBlocked ? 0 : failures,
    until: isBlocked ? new Date(now + BLOCKED_MS).toISOString() : null,
  });
  if (isBlocked) await noteFactor(tx, userId, "admins.secondFactorBlocked");
  return "wrong";
}

/** Deletes a recovery code, because it is valid once. Returns whether it existed. */
export async function takeRecoveryCode(tx: Db, userId: number, code: string): Promise<boolean> {
  const hash = recoveryDigest(code);
  if (!(await secondFactors.takeRecoveryCode.any(tx, { user: userId, hash }))) {
    return false;
  }
  await noteFactor(tx, userId, "admins.usedRecoveryCode");
  return true;
}

/** Records what an admin did with their own second factor. */
export function noteFactor(
  tx: Db,
  userId: number,
  action: string,
  details: { readonly name?: string } = {},
): Promise<void> {
  const actor = `user:${userId}`;
  const subject = `admin:${userId}`;
  const what = { actor, surface: "admin", action, subject };
  return recordAudit(tx, { projectId: null, ...what, details });
}

export function blocked(until: string): CrmError {
  const seconds = Math.max(1, Math.ceil((Date.parse(until) - Date.now()) / 1000));
  const minutes = Math.ceil(seconds / 60);
  return new CrmError(
    "RATE_LIMITED",
    `Too many wrong codes. Try again in ${minutes === 1 ? "1 minute" : `${minutes} minutes`}.`,
    { headers: { "Retry-After": String(seconds) } },
  );
}

/**
 * Locks the passkeys and the authenticator app of an admin until the transaction ends: other changes of them wait, and so
 * do sign-ins.
 */
export async function lockFactors(tx: Db, userId: number): Promise<void> {
  await users.lockUser.first(tx, { id: userId });
}

/** The values that authenticator apps expect (RFC 6238). Several apps ignore other values. */
const COMMON = { algorithm: "SHA1", digits: 6, period: 30 } as const;
const SECRET_BYTES = 20;
/** Steps before and after the present one whose codes count, because clocks differ. */
const WINDOW = 1;

/** Returns a new secret in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** Returns the address that authenticator apps read from a QR code. */
export function totpAddress(secret: string, account: string): string {
  const issuer = "Rapport";
  return new TOTP({
    ...COMMON,
    issuer,
    label: account,
    secret: Secret.fromBase32(secret),
  }).toString();
}

const RECOVERY_CODES = 10;
/** 80 random bits. */
const RECOVERY_BYTES = 10;

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Returns codes of 16 letters and digits in groups of four. */
export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const bits = [...randomBytes(RECOVERY_BYTES)]
      .map((byte) => byte.toString(2).padStart(8, "0"))
      .join("");
    const text = bits.replaceAll(/.{5}/g, (five) => BASE32[Number.parseInt(five, 2)] ?? "");
    return text.replaceAll(/.{4}(?=.)/g, "$&-");
  });
}

/** Returns what is stored of a recovery code. Its dashes, spaces and case do not count. */
function recoveryDigest(code: string): string {
  return hashCredential(code.replaceAll(/[\s-]/g, "").toUpperCase());
}

/** Makes these the only recovery codes of an admin. */
export async function replaceRecoveryCodes(
  tx: Db,
  userId: number,
  codes: readonly string[],
): Promise<void> {
  await secondFactors.deleteRecoveryCodes.all(tx, { user: userId });
  const rows = codes.map((code) => [userId, recoveryDigest(code)]);
  await secondFactors.insertRecoveryCodes(tx, rows);
}

/**
 * Returns the time step of a code, or null for a wrong code.
 *
 * @param now milliseconds since 1970
 */
function stepOfCode(secret: string, code: string, now: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const totp = new TOTP({ ...COMMON, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}
