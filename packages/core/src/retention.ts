/** Days that a deleted record can be restored (specification §14). */
export const RESTORABLE_DAYS = 90;
const DAY = 24 * 60 * 60 * 1000;

/** Records deleted before this are purged. */
export function restorableSince(now: Date): string {
  return new Date(now.getTime() - RESTORABLE_DAYS * DAY).toISOString();
}

/** When a record that was deleted then is removed for good. */
export function purgedAt(deletedAt: string): string {
  return new Date(Date.parse(deletedAt) + RESTORABLE_DAYS * DAY).toISOString();
}
