/** A credential's last use is noted no finer than this, in milliseconds. */
const GRAIN = 60_000;

/**
 * Notes the use of a credential when the last one noted is old enough. Does not make the caller wait,
 * and nothing but the note is lost when it fails.
 */
export function noteUse(
  lastUsedAt: string | null,
  note: (times: { at: string; before: string }) => Promise<unknown>,
): void {
  const now = Date.now();
  const before = new Date(now - GRAIN).toISOString();
  if (lastUsedAt !== null && lastUsedAt >= before) return;
  note({ at: new Date(now).toISOString(), before }).catch(() => undefined);
}
