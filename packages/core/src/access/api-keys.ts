import { access } from "@rapport/db";
import { KEY_SCOPES } from "@rapport/model";
import { LRUCache } from "lru-cache";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import type { Principal } from "../principal.ts";
import { checkName, checkScopes, requireProject } from "./clients.ts";
import { hashCredential, newApiKey } from "./credentials.ts";
import { noteUse } from "./last-used.ts";

/** The part of a key that lists show. */
const PREFIX_CHARACTERS = 12;
/** How long a process may use a key it has looked up before it looks again. */
const CACHE_TTL_MS = 2_000;

/**
 * Creates an API key of a project. The key is returned only here.
 *
 * @param input.expiresAt ISO 8601; the key never expires if not given
 * @throws CrmError INVALID_INPUT for an unknown scope or an expiry in the past; NOT_FOUND for an unknown project
 */
export async function createApiKey(
  deps: Pick<Deps, "db">,
  input: { projectId: number; name: string; scopes: readonly string[]; expiresAt?: string },
): Promise<{ apiKey: string; prefix: string }> {
  checkName(input.name);
  checkScopes(input.scopes, KEY_SCOPES);
  const at = new Date().toISOString();
  if (input.expiresAt !== undefined && input.expiresAt <= at) {
    throw new CrmError("INVALID_INPUT", "The expiry time is in the past. Give a later one.");
  }
  const apiKey = newApiKey();
  const prefix = apiKey.slice(0, PREFIX_CHARACTERS);
  await deps.db.transaction(async (tx) => {
    await requireProject(tx, input.projectId);
    const scopes = JSON.stringify([...new Set(input.scopes)]);
    await access.insertApiKey(tx, [
      [
        input.projectId,
        input.name,
        prefix,
        hashCredential(apiKey),
        scopes,
        at,
        input.expiresAt ?? null,
      ],
    ]);
  });
  return { apiKey, prefix };
}

/** Lists the API keys of a project, oldest first, without the keys themselves. */
export function listApiKeys(deps: Pick<Deps, "db">, projectId: number) {
  return access.listApiKeys.all(deps.db, { project: projectId });
}

/**
 * Returns the id of the project that a key belongs to.
 * @throws CrmError NOT_FOUND
 */
export async function projectOfKey(deps: Pick<Deps, "db">, id: number): Promise<number> {
  const row = await access.findKeyProject.first(deps.db, { id });
  if (row === undefined) throw noKey(id);
  return row.project_id;
}

/**
 * Disables a key. Every process refuses it within two seconds.
 *
 * @throws CrmError NOT_FOUND
 */
export async function disableApiKey(deps: Pick<Deps, "db">, id: number): Promise<void> {
  const at = new Date().toISOString();
  const row = await deps.db.transaction((tx) => access.disableApiKey.first(tx, { id, at }));
  if (row === undefined) throw noKey(id);
}

function noKey(id: number): CrmError {
  return new CrmError("NOT_FOUND", `There is no API key with id ${id}.`);
}

export type ApiKeyAuthenticator = (key: string) => Promise<Principal | null>;

/**
 * Returns a function that checks API keys. It answers null for a key that is unknown, disabled or expired.
 */
export function apiKeyAuthenticator(deps: Pick<Deps, "db">): ApiKeyAuthenticator {
  // Only keys that exist are cached.
  const known = new LRUCache<string, access.ApiKeyRow>({ max: 10_000, ttl: CACHE_TTL_MS });
  return async (key) => {
    if (!/^rpk_[0-9A-Za-z]{32}$/.test(key)) return null;
    const hash = hashCredential(key);
    let row = known.get(hash);
    if (row === undefined) {
      row = await access.findApiKey.first(deps.db, { hash });
      if (row === undefined) return null;
      known.set(hash, row);
      const { id } = row;
      noteUse(row.last_used_at, (times) =>
        deps.db.transaction((tx) => access.touchApiKey.all(tx, { id, ...times })),
      );
    }
    const expired = row.expires_at !== null && row.expires_at <= new Date().toISOString();
    if (expired || row.disabled_at !== null) return null;
    return {
      kind: "key",
      id: String(row.id),
      tenantId: row.tenant_id,
      projectId: row.project_id,
      scopes: new Set(row.scopes),
    };
  };
}
