import { CrmError } from "../errors.ts";
import type { Principal } from "../principal.ts";

/** @throws CrmError INSUFFICIENT_SCOPE naming the scope (RFC 6750 §3.1) */
export function requireScope(principal: Principal, scope: string): void {
  requireScopes(principal, [scope]);
}

/** @throws CrmError INSUFFICIENT_SCOPE naming the scopes, unless the credential has one of them */
export function requireAnyScope(principal: Principal, scopes: readonly string[]): void {
  if (scopes.some((scope) => principal.scopes.has(scope))) return;
  const names = scopes.join(" ");
  throw lacksScope(
    names,
    `The credential has none of the scopes ${names}, of which this operation needs one.`,
  );
}

/** @throws CrmError INSUFFICIENT_SCOPE naming the scopes that the credential lacks (RFC 6750 §3.1) */
export function requireScopes(principal: Principal, scopes: readonly string[]): void {
  const missing = scopes.filter((scope) => !principal.scopes.has(scope));
  if (missing.length === 0) return;
  const names = missing.join(" ");
  const subject = missing.length === 1 ? "scope" : "scopes";
  throw lacksScope(
    names,
    `The credential lacks the ${subject} ${names}, which this operation needs.`,
  );
}

/**
 * Returns the refusal of a credential that lacks scopes (RFC 6750 §3.1).
 *
 * @param names the scopes, separated by spaces
 */
export function lacksScope(names: string, message: string): CrmError {
  const challenge = `Bearer realm="rapport", error="insufficient_scope", scope="${names}"`;
  return new CrmError("INSUFFICIENT_SCOPE", message, {
    headers: { "WWW-Authenticate": challenge },
  });
}
