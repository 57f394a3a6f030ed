/** What an admin may do: everything, everything but managing admins, or look. */
export const ADMIN_ROLES = ["owner", "admin", "read-only"] as const;

export type AdminRole = (typeof ADMIN_ROLES)[number];

export function isAdminRole(text: string): text is AdminRole {
  return (ADMIN_ROLES as readonly string[]).includes(text);
}

/** Whether a role may do what another is the least for. */
export function mayAct(role: AdminRole, least: AdminRole): boolean {
  return ADMIN_ROLES.indexOf(role) <= ADMIN_ROLES.indexOf(least);
}
