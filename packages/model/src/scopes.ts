import { OBJECT_TYPES } from "./object-types.ts";

/** Returns what each scope for records of a type allows. */
export function scopesOfType(plural: string, pluralTitle: string): [string, string][] {
  const records = `${pluralTitle.charAt(0).toLowerCase()}${pluralTitle.slice(1)}`;
  return [
    [`crm.${plural}.read`, `Read ${records}`],
    [`crm.${plural}.write`, `Create and update ${records}`],
    [`crm.${plural}.delete`, `Delete ${records}`],
    [`crm.${plural}.erase`, `Erase ${records} for good`],
  ];
}

/** What each scope of the Public Object API allows (specification §5.1). */
export const PUBLIC_SCOPES: ReadonlyMap<string, string> = new Map([
  ...Object.values(OBJECT_TYPES).flatMap(({ plural, pluralTitle }) =>
    scopesOfType(plural, pluralTitle),
  ),
  ...scopesOfType("custom", "records of all types of the project's own"),
  ["crm.schemas.read", "Read properties, pipelines and stages"],
  ["crm.schemas.write", "Create, change and remove properties, pipelines and stages"],
  ["crm.events.read", "Follow the feed of changes"],
  ["templates:read", "List message templates"],
  ["templates:write", "Sync message templates from the messaging platform"],
]);

/** Returns the scopes for a right to records, one for each object type that has one of its own: `crm.contacts.read`, … */
export function recordScopes(right: "read" | "write"): readonly [string, ...string[]] {
  const scopes = [...PUBLIC_SCOPES.keys()].filter(
    (scope) => scope.endsWith(`.${right}`) && PUBLIC_SCOPES.has(scope.replace(/\w+$/, "erase")),
  );
  return scopes as [string, ...string[]];
}

/** What each scope of the Workspace API allows (specification §5.2). */
export const WORKSPACE_SCOPES: ReadonlyMap<string, string> = new Map([
  ["contacts:read", "Read and list contacts"],
  ["contacts:write", "Create and update contacts"],
  ["contacts:delete", "Delete contacts"],
  ["companies:read", "Read and list companies"],
  ["companies:write", "Create and update companies"],
  ["companies:delete", "Delete companies"],
  ["deals:read", "Read and list deals"],
  ["deals:write", "Create and update deals"],
  ["deals:delete", "Delete deals"],
  ["webhooks:read", "Read webhook endpoints and their deliveries"],
  ["webhooks:write", "Create, change and test webhook endpoints"],
]);

/**
 * What each scope of an API key allows: those of the Workspace API, `crm.*` for whole records, and `templates:read` for
 * events of templates.
 */
export const KEY_SCOPES: ReadonlyMap<string, string> = new Map([
  ...WORKSPACE_SCOPES,
  ...[...PUBLIC_SCOPES].filter(([scope]) => scope.startsWith("crm.") || scope === "templates:read"),
]);

/** Roles of admins: all rights, all except managing admins, or only reading. */
export const ADMIN_ROLES = ["owner", "admin", "read-only"] as const;

/** A role in the installation, which counts in every tenant, or in one tenant. */
export type AdminRole = (typeof ADMIN_ROLES)[number];
