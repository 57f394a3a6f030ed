/** Roles of admins: all rights, all except managing admins, or only reading. */
export const ADMIN_ROLES = ["owner", "admin", "read-only"] as const;

export type AdminRole = (typeof ADMIN_ROLES)[number];

export function isAdminRole(text: string): text is AdminRole {
  return (ADMIN_ROLES as readonly string[]).includes(text);
}

/** Returns whether a role has at least the rights of another. */
export function isRoleAtLeast(role: AdminRole, least: AdminRole): boolean {
  return ADMIN_ROLES.indexOf(role) <= ADMIN_ROLES.indexOf(least);
}
