import { apiKeys } from "@rapport/db";
import { KEY_SCOPES } from "@rapport/model";
import { LRUCache } from "lru-cache";
import type { Deps } from "../../deps.ts";
import { CrmError } from "../../errors.ts";
import type { Principal } from "../../principal.ts";
import { scopeSet } from "../require-scope.ts";
import { noteUse } from "./authenticate-client.ts";
import { checkName, checkScopes, requireProject } from "./clients.ts";
import { hashCredential, newApiKey } from "./credentials.ts";

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
  await checkScopes(deps.db, input.projectId, input.scopes, KEY_SCOPES);
  if (input.expiresAt !== undefined) checkExpiry(input.expiresAt);
  const at = new Date().toISOString();
  const apiKey = newApiKey();
  const prefix = apiKeyPrefix(apiKey);
  await deps.db.transaction(async (tx) => {
    await requireProject(tx, input.projectId);
    const scopes = JSON.stringify([...new Set(input.scopes)]);
    await apiKeys.insertApiKey(tx, [
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

/** @throws CrmError INVALID_INPUT if an expiry, ISO 8601, is in the past */
export function checkExpiry(expiresAt: string): void {
  if (expiresAt > new Date().toISOString()) return;
  throw new CrmError("INVALID_INPUT", "The expiry time is in the past. Give a later one.");
}

/** Returns the part of a key that lists show. */
export function apiKeyPrefix(apiKey: string): string {
  return apiKey.slice(0, PREFIX_CHARACTERS);
}

/** A key as admins see it, without the key itself. */
export interface KeyState {
  readonly id: number;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly string[];
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly disabledAt: string | null;
  readonly lastUsedAt: string | null;
  /** The older form of a rotated key, while it works. */
  readonly older: { readonly prefix: string; readonly expiresAt: string } | null;
}

/** Lists the API keys of a project, oldest first, with their older forms. */
export async function listKeyStates(
  deps: Pick<Deps, "db">,
  projectId: number,
): Promise<readonly KeyState[]> {
  const now = new Date().toISOString();
  const rotated = await apiKeys.listRotatedKeys.all(deps.db, { project: projectId, now });
  return (await listApiKeys(deps, projectId)).map((key) => {
    const older = rotated.find(({ key_id: of }) => of === key.id);
    return {
      id: key.id,
      name: key.name,
      prefix: key.prefix,
      scopes: key.scopes,
      createdAt: key.created_at,
      expiresAt: key.expires_at,
      disabledAt: key.disabled_at,
      lastUsedAt: key.last_used_at,
      older: older === undefined ? null : { prefix: older.prefix, expiresAt: older.expires_at },
    };
  });
}

/** Lists the API keys of a project, oldest first, without the keys themselves. */
export function listApiKeys(deps: Pick<Deps, "db">, projectId: number) {
  return apiKeys.listApiKeys.all(deps.db, { project: projectId });
}

/**
 * Returns the id of the project that a key belongs to.
 * @throws CrmError NOT_FOUND
 */
export async function projectOfKey(deps: Pick<Deps, "db">, id: number): Promise<number> {
  const row = await apiKeys.findKeyProject.first(deps.db, { id });
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
  const row = await deps.db.transaction((tx) => apiKeys.disableApiKey.first(tx, { id, at }));
  if (row === undefined) throw noKey(id);
}

export function noKey(id: number): CrmError {
  return new CrmError("NOT_FOUND", `There is no API key with id ${id}.`);
}

/** A key, or the older form of one, which ends at a time of its own. */
type FoundKey = apiKeys.ApiKeyRow & { readonly ends_at?: string };

async function findKey({ db }: Pick<Deps, "db">, hash: string): Promise<FoundKey | undefined> {
  const current = await apiKeys.findApiKey.first(db, { hash });
  return (
    current ?? (await apiKeys.findRotatedKey.first(db, { hash, now: new Date().toISOString() }))
  );
}

interface KnownKey {
  readonly principal: Principal;
  readonly isDisabled: boolean;
  /** Milliseconds since 1970 from which it is refused, or infinity. */
  readonly end: number;
}

function knownKey(row: FoundKey): KnownKey {
  const ends = [row.expires_at, row.ends_at ?? null].filter((end) => end !== null);
  return {
    principal: {
      kind: "key",
      id: String(row.id),
      tenantId: row.tenant_id,
      projectId: row.project_id,
      scopes: scopeSet(row.scopes),
    },
    isDisabled: row.disabled_at !== null,
    end: Math.min(...ends.map(Date.parse)),
  };
}

export type ApiKeyAuthenticator = (key: string) => Promise<Principal | null>;

/**
 * Returns a function that checks API keys. It answers null for a key that is unknown, disabled or expired.
 */
export function apiKeyAuthenticator(deps: Pick<Deps, "db">): ApiKeyAuthenticator {
  // Only keys that exist are cached.
  const known = new LRUCache<string, KnownKey>({ max: 10_000, ttl: CACHE_TTL_MS });
  return async (key) => {
    if (!/^rpk_[0-9A-Za-z]{32}$/.test(key)) return null;
    const hash = hashCredential(key);
    let one = known.get(hash);
    if (one === undefined) {
      const row = await findKey(deps, hash);
      if (row === undefined) return null;
      one = knownKey(row);
      known.set(hash, one);
      const { id } = row;
      noteUse(deps.db, `key:${id}`, row.last_used_at, (tx, times) =>
        apiKeys.touchApiKey.all(tx, { id, ...times }),
      );
    }
    return !one.isDisabled && Date.now() < one.end ? one.principal : null;
  };
}
