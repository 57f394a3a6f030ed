import { duplicatePairs, duplicateWork } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import type { Principal } from "../principal.ts";

/**
 * Says whether two records are different. Then they are no candidates again until they have another value in common.
 *
 * @throws CrmError NOT_FOUND if they never were candidates
 */
export async function dismissCandidate(
  { db }: Pick<Deps, "db">,
  principal: Principal,
  pair: { oneId: number; otherId: number; isDifferent: boolean },
): Promise<void> {
  const low = Math.min(pair.oneId, pair.otherId);
  const high = Math.max(pair.oneId, pair.otherId);
  const at = pair.isDifferent ? new Date().toISOString() : null;
  const isPair = await db.transaction(async (tx) => {
    // A comparison that has read the pair as open would remove it, or add keys that the admin has not seen.
    await duplicateWork.awaitComparison(tx, principal);
    return duplicatePairs.markPair(tx, principal, { low, high }, at);
  });
  if (isPair) return;
  const message = `The records ${low} and ${high} are not listed as possible duplicates.`;
  throw new CrmError("NOT_FOUND", message);
}
