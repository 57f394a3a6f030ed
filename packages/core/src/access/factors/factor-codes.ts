import { type Db, secondFactors } from "@rapport/db";
import { recordAudit } from "../../audit/audit.ts";
import type { Deps } from "../../deps.ts";
import { CrmError } from "../../errors.ts";
import { lockFactors } from "./lock-factors.ts";
import { recoveryDigest } from "./recovery-codes.ts";
import { stepOfCode } from "./totp.ts";

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
  throw new CrmError("INVALID_INPUT", WRONG_CODE, {
    issues: [{ path: "code", code: "second_factor_wrong", message: WRONG_CODE }],
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

/** Uses a recovery code up; returns whether it was there. */
export async function takeRecoveryCode(tx: Db, userId: number, code: string): Promise<boolean> {
  const hash = recoveryDigest(code);
  if ((await secondFactors.takeRecoveryCode.first(tx, { user: userId, hash })) === undefined) {
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
