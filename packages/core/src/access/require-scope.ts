import { PUBLIC_SCOPES } from "@rapport/model";
import { CrmError } from "../errors.ts";
import type { ObjectSchema } from "../object-schema.ts";
import type { Principal } from "../principal.ts";

/** True for an admin, whose role was checked before, and for the command line. They need no scopes. */
export function isUnscoped({ kind }: Pick<Principal, "kind">): boolean {
  return kind === "user" || kind === "system";
}

/**
 * Returns the scope for a right to the records of a type.
 *
 * @param object undefined for a type that the project deleted: what is left of it takes the scope of all its own types
 */
export function recordScope(
  object: ObjectSchema | undefined,
  right: "read" | "write" | "delete",
): string {
  return `crm.${object?.plural ?? "custom"}.${right}`;
}

/** @throws CrmError INSUFFICIENT_SCOPE naming the scope (RFC 6750 §3.1) */
export function requireScope(principal: Principal, scope: string): void {
  requireScopes(principal, [scope]);
}

/** @throws CrmError INSUFFICIENT_SCOPE naming the scopes, unless the credential has one of them */
export function requireAnyScope(principal: Principal, scopes: readonly string[]): void {
  if (scopes.some((scope) => hasSome(principal, scope))) return;
  const names = scopes.join(" ");
  throw lacksScope(
    names,
    `The credential has none of the scopes ${names}, of which this operation needs one.`,
  );
}

/** `crm.custom.read` asks for that of any type of the project's own. */
function hasSome({ scopes }: Principal, scope: string): boolean {
  if (scopes.has(scope)) return true;
  const access = /^crm\.custom\.(\w+)$/.exec(scope)?.[1];
  if (access === undefined) return false;
  return [...scopes].some((one) => one.endsWith(`.${access}`) && !PUBLIC_SCOPES.has(one));
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

/**
 * Splits a `scope` parameter (RFC 6749 §3.3).
 *
 * @returns its distinct tokens, or null if it is empty or malformed
 */
export function parseScope(text: string): readonly string[] | null {
  const tokens = text.split(" ").filter((token) => token !== "");
  if (tokens.length === 0 || !tokens.every((token) => SCOPE_TOKEN.test(token))) return null;
  return [...new Set(tokens)];
}

/** Scopes for records of all types of a project's own, later ones too (specification §5.1). */
const CUSTOM = /^crm\.custom\.(read|write|delete|erase)$/;

/** Returns the scopes of a credential as a set that knows what `crm.custom.*` stands for. */
export function scopeSet(scopes: Iterable<string>): ReadonlySet<string> {
  const all = [...scopes];
  return all.some((scope) => CUSTOM.test(scope)) ? new CustomScopes(all) : new Set(all);
}

/** Whether a type is there is checked before the scope, so each type that is not built in is one of the project's own. */
class CustomScopes extends Set<string> {
  override has(scope: string): boolean {
    if (super.has(scope)) return true;
    const access = /^crm\.\w+\.(\w+)$/.exec(scope)?.[1];
    return access !== undefined && !PUBLIC_SCOPES.has(scope) && super.has(`crm.custom.${access}`);
  }
}

const SCOPE_TOKEN = /^[\x21\x23-\x5B\x5D-\x7E]+$/;
