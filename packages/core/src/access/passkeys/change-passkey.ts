import { passkeys, secondFactors } from "@rapport/db";
import type { Deps } from "../../deps.ts";
import { noteFactor } from "../factors/factor-codes.ts";
import { refuseWhileRequired } from "../factors/factor-rule.ts";
import { hasFactor } from "../factors/has-factor.ts";
import { lockFactors } from "../factors/lock-factors.ts";
import { noPasskey } from "./passkeys.ts";

/** @throws CrmError NOT_FOUND */
export async function renamePasskey(
  { db }: Pick<Deps, "db">,
  admin: { readonly id: number },
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const renamed = await passkeys.renamePasskey.first(tx, { user: admin.id, id, name });
    if (renamed === undefined) throw noPasskey();
    await noteFactor(tx, admin.id, "admins.renamePasskey", { name });
  });
}

/**
 * Removes a passkey. The caller has checked the admin's password.
 *
 * @throws CrmError NOT_FOUND; CONFLICT if it is the last second factor and owners require one
 */
export async function removePasskey(
  { db }: Pick<Deps, "db">,
  admin: { readonly id: number },
  id: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockFactors(tx, admin.id);
    const removed = await passkeys.deletePasskey.first(tx, { user: admin.id, id });
    if (removed === undefined) throw noPasskey();
    await noteFactor(tx, admin.id, "admins.removePasskey", { name: removed.name });
    if (await hasFactor(tx, admin.id)) return;
    await refuseWhileRequired(tx);
    await secondFactors.deleteRecoveryCodes.all(tx, { user: admin.id });
  });
}
