import { CrmError } from "../errors.ts";
import type { Principal } from "../principal.ts";

/** @throws CrmError INSUFFICIENT_SCOPE naming the scope (RFC 6750 §3.1) */
export function requireScope(principal: Principal, scope: string): void {
  requireScopes(principal, [scope]);
}

/** @throws CrmError INSUFFICIENT_SCOPE naming the scopes that the credential lacks (RFC 6750 §3.1) */
export function requireScopes(principal: Principal, scopes: readonly string[]): void {
  const missing = scopes.filter((scope) => !principal.scopes.has(scope));
  if (missing.length === 0) return;
  const names = missing.join(" ");
  const subject = missing.length === 1 ? "scope" : "scopes";
  throw new CrmError(
    "INSUFFICIENT_SCOPE",
    `The credential lacks the ${subject} ${names}, which this operation needs.`,
    {
      headers: {
        "WWW-Authenticate": `Bearer realm="rapport", error="insufficient_scope", scope="${names}"`,
      },
    },
  );
}
