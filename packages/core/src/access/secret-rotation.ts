import { sealed } from "@rapport/db";
import type { Deps } from "../deps.ts";

/**
 * Seals every stored secret anew with the current key, so that older keys are needed no more once
 * what was sealed for a day only (answers kept for idempotency keys) has gone.
 *
 * @returns how many secrets
 */
export function rotateSecretKey(deps: Pick<Deps, "db" | "secrets">): Promise<number> {
  return deps.db.transaction(
    (tx) => sealed.resealAll(tx, (text) => deps.secrets.seal(deps.secrets.open(text))),
    { isLong: true },
  );
}
