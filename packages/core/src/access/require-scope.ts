import { CrmError } from "../errors.ts";
import type { Principal } from "../principal.ts";

/** @throws CrmError INSUFFICIENT_SCOPE naming the scope (RFC 6750 §3.1) */
export function requireScope(principal: Principal, scope: string): void {
  if (principal.scopes.has(scope)) return;
  throw new CrmError(
    "INSUFFICIENT_SCOPE",
    `The credential lacks the scope ${scope}, which this operation needs.`,
    {
      headers: {
        "WWW-Authenticate": `Bearer realm="rapport", error="insufficient_scope", scope="${scope}"`,
      },
    },
  );
}
