import { apiKeys } from "@rapport/db";
import { KEY_SCOPES } from "@rapport/model";
import type { Deps } from "../../deps.ts";
import { CrmError } from "../../errors.ts";
import { apiKeyPrefix, checkExpiry, noKey } from "./api-keys.ts";
import { checkName, checkScopes, SECRET_OVERLAP_MS } from "./clients.ts";
import { hashCredential, newApiKey } from "./credentials.ts";

/**
 * Renames a key, or changes its scopes or expiry. Every process applies it within two seconds.
 *
 * @param change.expiresAt ISO 8601; null for a key that never expires
 * @throws CrmError NOT_FOUND; INVALID_INPUT for a bad name, an unknown scope or an expiry in the past
 */
export async function updateApiKey(
  deps: Pick<Deps, "db">,
  id: number,
  change: {
    name?: string | undefined;
    scopes?: readonly string[] | undefined;
    expiresAt?: string | null | undefined;
  },
): Promise<void> {
  const { name, scopes, expiresAt } = change;
  if (name !== undefined) checkName(name);
  if (typeof expiresAt === "string") checkExpiry(expiresAt);
  await deps.db.transaction(async (tx) => {
    const key = await apiKeys.lockKey.first(tx, { id });
    if (key === undefined) throw noKey(id);
    if (scopes !== undefined) await checkScopes(tx, key.project_id, scopes, KEY_SCOPES);
    await apiKeys.saveKey.all(tx, {
      id,
      name: name ?? null,
      scopes: scopes === undefined ? null : JSON.stringify([...new Set(scopes)]),
      expiresAt: expiresAt === undefined ? key.expires_at : expiresAt,
    });
  });
}

/**
 * Enables a disabled key. An expired one stays expired.
 *
 * @throws CrmError NOT_FOUND
 */
export async function enableApiKey(deps: Pick<Deps, "db">, id: number): Promise<void> {
  const row = await deps.db.transaction((tx) => apiKeys.enableApiKey.first(tx, { id }));
  if (row === undefined) throw noKey(id);
}

/**
 * Replaces a key with a new one with the same name, scopes and expiry. The new one is returned only here. The older one
 * works for 24 more hours.
 *
 * @param options.endOlderNow true to end the older one at once; every process refuses it within two seconds
 * @throws CrmError NOT_FOUND; CONFLICT if the key is disabled or expired, or an older one still works
 */
export async function rotateApiKey(
  deps: Pick<Deps, "db">,
  id: number,
  { endOlderNow = false }: { endOlderNow?: boolean } = {},
): Promise<{ apiKey: string; prefix: string }> {
  const apiKey = newApiKey();
  const prefix = apiKeyPrefix(apiKey);
  const now = Date.now();
  const at = new Date(now).toISOString();
  await deps.db.transaction(async (tx) => {
    const key = await apiKeys.lockKey.first(tx, { id });
    if (key === undefined) throw noKey(id);
    if (key.disabled_at !== null) {
      throw new CrmError("CONFLICT", "The key is disabled. Enable it first, or create another.");
    }
    // The new key would have the same expiry.
    if (key.expires_at !== null && key.expires_at <= at) {
      throw new CrmError("CONFLICT", "The key has expired. Change its expiry first.");
    }
    const older = await apiKeys.endRotatedKeys.all(tx, { id });
    const isOlderLive = older.some(({ expires_at: end }) => end > at);
    if (isOlderLive && !endOlderNow) {
      throw new CrmError(
        "CONFLICT",
        "An older form of the key still works. End it now, or wait until it ends.",
      );
    }
    if (!endOlderNow) {
      const until = new Date(now + SECRET_OVERLAP_MS).toISOString();
      await apiKeys.insertRotatedKey(tx, [[key.hash, id, key.prefix, until]]);
    }
    await apiKeys.replaceKey.all(tx, { id, hash: hashCredential(apiKey), prefix });
  });
  return { apiKey, prefix };
}

/**
 * Ends the older form of a rotated key before its 24 hours are over.
 *
 * @throws CrmError NOT_FOUND; CONFLICT if no older form works
 */
export async function endOlderKey(deps: Pick<Deps, "db">, id: number): Promise<void> {
  const now = new Date().toISOString();
  await deps.db.transaction(async (tx) => {
    if (!(await apiKeys.lockKey.any(tx, { id }))) throw noKey(id);
    const ended = await apiKeys.endRotatedKeys.all(tx, { id });
    if (ended.some(({ expires_at: end }) => end > now)) return;
    throw new CrmError("CONFLICT", "The key has no older form that works. Rotate it first.");
  });
}
