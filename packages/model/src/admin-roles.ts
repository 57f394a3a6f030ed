/** Roles of admins: all rights, all except managing admins, or only reading. */
export const ADMIN_ROLES = ["owner", "admin", "read-only"] as const;

/** A role in the installation, which counts in every tenant, or in one tenant. */
export type AdminRole = (typeof ADMIN_ROLES)[number];
