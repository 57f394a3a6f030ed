import { CrmError } from "../../errors.ts";
import { type AdminRole, isRoleAtLeast } from "./roles.ts";

/** @throws CrmError INSUFFICIENT_SCOPE if a role has fewer rights than the lowest that an action needs */
export function requireRole(role: AdminRole | null, least: AdminRole): void {
  if (isRoleAtLeast(role, least)) return;
  const own = role === null ? "you have none in the installation" : `yours is ${role}`;
  throw new CrmError("INSUFFICIENT_SCOPE", `This needs the role ${least}; ${own}.`);
}
