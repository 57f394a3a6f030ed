/** Days that a deleted record can be restored (specification §14). */
export const RESTORABLE_DAYS = 90;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the time before which deleted records are purged. */
export function restorableSince(now: Date): string {
  return new Date(now.getTime() - RESTORABLE_DAYS * DAY_MS).toISOString();
}

/** Returns the time at which a record deleted at a given time is removed permanently. */
export function purgedAt(deletedAt: string): string {
  return new Date(Date.parse(deletedAt) + RESTORABLE_DAYS * DAY_MS).toISOString();
}

/** Days that a deleted tenant or project can be restored (specification §42). */
const RESTORABLE_TENANT_DAYS = 30;

/** Returns the time at which a tenant or project deleted at a given time is removed permanently. */
export function removedAt(deletedAt: string): string {
  return new Date(Date.parse(deletedAt) + RESTORABLE_TENANT_DAYS * DAY_MS).toISOString();
}

/** Returns the time before which deleted tenants and projects are removed permanently. */
export function removedBefore(now: Date): string {
  return new Date(now.getTime() - RESTORABLE_TENANT_DAYS * DAY_MS).toISOString();
}
