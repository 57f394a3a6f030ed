import { sealed } from "@rapport/db";
import type { Deps } from "../../deps.ts";

/**
 * Encrypts all stored secrets again with the current key. Keep older keys for 24 more hours: the answers
 * stored for idempotency keys still need them.
 *
 * @returns the number of secrets
 */
export function rotateSecretKey(deps: Pick<Deps, "db" | "secrets">): Promise<number> {
  return deps.db.transaction(
    (tx) => sealed.resealAll(tx, (text) => deps.secrets.seal(deps.secrets.open(text))),
    { isLong: true },
  );
}
