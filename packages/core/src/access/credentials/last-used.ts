/** A credential's last use is written at most once per this interval. */
const LAST_USED_PRECISION_MS = 60_000;

/**
 * Records the use of a credential unless a recent use is recorded. Does not make the caller wait, and ignores
 * failures, because only the time of the last use is lost.
 */
export function noteUse(
  lastUsedAt: string | null,
  note: (times: { at: string; before: string }) => Promise<unknown>,
): void {
  const now = Date.now();
  const before = new Date(now - LAST_USED_PRECISION_MS).toISOString();
  if (lastUsedAt !== null && lastUsedAt >= before) return;
  note({ at: new Date(now).toISOString(), before }).catch(() => undefined);
}
