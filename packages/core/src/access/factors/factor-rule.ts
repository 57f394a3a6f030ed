import { type Db, passkeys, secondFactors } from "@rapport/db";
import { recordAudit } from "../../audit/audit.ts";
import type { Deps } from "../../deps.ts";
import { CrmError } from "../../errors.ts";

/** The issue of a refusal until the admin has set a second factor up. */
const NEEDED = "second_factor_setup_required";

export interface FactorRule {
  /** Since when admins need a second factor, ISO 8601; null if they do not. */
  readonly requiredSince: string | null;
}

export async function readFactorRule({ db }: Pick<Deps, "db">): Promise<FactorRule> {
  return { requiredSince: (await secondFactors.findRule.first(db, {}))?.changed_at ?? null };
}

/**
 * Makes every admin who signs in with a password need a second factor, from their next request on.
 *
 * @returns false if they need one already
 * @throws CrmError CONFLICT if the owner who does it has none, because the rule would lock this owner out too
 */
export async function requireSecondFactor(
  { db }: Pick<Deps, "db">,
  owner: { readonly id: number },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await hasFactor(tx, owner.id))) {
      throw new CrmError(
        "CONFLICT",
        "You have no second factor yourself. Set one up first, in the menu under your email.",
      );
    }
    const at = new Date().toISOString();
    return secondFactors.addRule.any(tx, { at });
  });
}

/**
 * Lets admins sign in without a second factor again. Those who have one keep it.
 *
 * @returns false if they needed none
 */
export async function liftFactorRule({ db }: Pick<Deps, "db">): Promise<boolean> {
  return db.transaction((tx) => secondFactors.removeRule.any(tx, {}));
}

/**
 * Does what `liftFactorRule` does, for the command line.
 *
 * @throws CrmError NOT_FOUND if admins need no second factor
 */
export async function liftFactorRuleByHand(deps: Pick<Deps, "db">): Promise<void> {
  await deps.db.transaction(async (tx) => {
    if (!(await secondFactors.removeRule.any(tx, {}))) {
      throw new CrmError("NOT_FOUND", "Admins do not need a second factor.");
    }
    await recordAudit(tx, {
      projectId: null,
      actor: "cli:rapport",
      surface: "cli",
      action: "admins.liftFactorRule",
      subject: "admins",
      details: {},
    });
  });
}

/** @throws CrmError CONFLICT if admins need a second factor, so that the last one cannot be turned off */
export async function refuseWhileRequired(tx: Db): Promise<void> {
  if (!(await secondFactors.findRule.any(tx, {}))) return;
  throw new CrmError(
    "CONFLICT",
    "Owners require a second factor, so the last one cannot be removed. Add another first.",
  );
}

/** @throws CrmError INSUFFICIENT_SCOPE if the admin has to set a second factor up before anything else */
export function requireFactor(admin: { readonly needsFactor: boolean }): void {
  if (!admin.needsFactor) return;
  const message = "Owners require a second factor. Set one up to continue.";
  throw CrmError.ofIssue("INSUFFICIENT_SCOPE", { path: "", code: NEEDED, message });
}

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
