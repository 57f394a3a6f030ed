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
 * @param object undefined if the project has deleted the type. Then the scope is the one for all custom types, such as
 *   `crm.custom.read`
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

/** Returns true if the credential has the scope. For `crm.custom.read`, the read scope of any custom type is enough. */
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

/**
 * Returns the scopes of a credential as a set. If it has `crm.custom.read`, the set also has the read scope of every custom
 * type; likewise for write, delete and erase.
 */
export function scopeSet(scopes: Iterable<string>): ReadonlySet<string> {
  const all = [...scopes];
  return all.some((scope) => CUSTOM.test(scope)) ? new CustomScopes(all) : new Set(all);
}

/**
 * Callers check that the type exists before the scope, so each type that is not built in is a custom type of the project.
 */
class CustomScopes extends Set<string> {
  override has(scope: string): boolean {
    if (super.has(scope)) return true;
    const access = /^crm\.\w+\.(\w+)$/.exec(scope)?.[1];
    return access !== undefined && !PUBLIC_SCOPES.has(scope) && super.has(`crm.custom.${access}`);
  }
}

const SCOPE_TOKEN = /^[\x21\x23-\x5B\x5D-\x7E]+$/;
