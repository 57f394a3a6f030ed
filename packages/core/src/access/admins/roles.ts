import { ADMIN_ROLES, type AdminRole } from "@rapport/model";
import { CrmError } from "../../errors.ts";

export type { AdminRole };

function isAdminRole(text: string): text is AdminRole {
  return (ADMIN_ROLES as readonly string[]).includes(text);
}

/** Returns the role that a text names; null for any other text, such as `none`. */
export function parseRole(text: string | null): AdminRole | null {
  return text !== null && isAdminRole(text) ? text : null;
}

/** Returns whether a role has at least the rights of another. */
export function isRoleAtLeast(role: AdminRole | null, least: AdminRole): boolean {
  return role !== null && ADMIN_ROLES.indexOf(role) <= ADMIN_ROLES.indexOf(least);
}

/** Returns the role with more rights. */
export function strongerRole(one: AdminRole | null, other: AdminRole | null): AdminRole | null {
  if (one === null || other === null) return one ?? other;
  return isRoleAtLeast(one, other) ? one : other;
}

/** @throws CrmError INSUFFICIENT_SCOPE if a role has fewer rights than the lowest that an action needs */
export function requireRole(role: AdminRole | null, least: AdminRole): void {
  if (isRoleAtLeast(role, least)) return;
  const own = role === null ? "you have none in the installation" : `yours is ${role}`;
  throw new CrmError("INSUFFICIENT_SCOPE", `This needs the role ${least}; ${own}.`);
}
