import { createPrivateKey, generateKeyPair, type KeyObject } from "node:crypto";
import { promisify } from "node:util";
import { access, type Database, tenancy } from "@rapport/db";
import { calculateJwkThumbprint, exportJWK, type JWK } from "jose";
import type { SecretBox } from "./secret-box.ts";

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
}

/** The keys that sign access tokens, as the database had them at the last refresh. */
export interface SigningKeys {
  /** The key that signs now. */
  current(): SigningKey;
  /** The public keys of every token that may still be valid, and of the key to come (RFC 7517 §5). */
  published(): { readonly keys: readonly JWK[] };
  refresh(): Promise<void>;
}

/** How long a key is published before it signs, in milliseconds: key sets are cached for minutes. */
const LEAD = 15 * 60 * 1000;
/** How long a key is published after its last token, in milliseconds: a token's life and some. */
const TRAIL = 35 * 60 * 1000;

const generate = promisify(generateKeyPair);

type KeyDeps = { readonly db: Database; readonly secrets: SecretBox };

/** Loads the keys, and makes the first one when there is none. */
export async function openSigningKeys({ db, secrets }: KeyDeps): Promise<SigningKeys> {
  let keys: readonly (access.SigningKeyRow & { readonly privateKey: KeyObject })[] = [];

  async function refresh(): Promise<void> {
    const known = new Map(keys.map((key) => [key.kid, key.privateKey]));
    const rows = await access.listSigningKeys.all(db, {});
    keys = rows.map((row) => ({
      ...row,
      privateKey: known.get(row.kid) ?? createPrivateKey(secrets.open(row.private_key)),
    }));
  }

  await refresh();
  if (keys.length === 0) {
    await addKey({ db, secrets }, new Date(), true);
    await refresh();
  }

  return {
    refresh,
    current() {
      const key = signingKeyAt(keys, new Date().toISOString());
      if (key === undefined) throw new Error("no signing key is in force");
      return key;
    },
    published() {
      const ended = new Date(Date.now() - TRAIL).toISOString();
      return {
        keys: keys
          .filter((key) => key.signs_until === null || key.signs_until > ended)
          .map((key) => ({ ...key.public_jwk, kid: key.kid, alg: "RS256", use: "sig" }) as JWK),
      };
    },
  };
}

/**
 * Returns the key that signs at a time: the newest in force, or the oldest while the clock is before all of
 * them, so that a wrong clock does not stop the tokens.
 *
 * @param keys the one that signs first in front
 * @param now ISO 8601
 */
export function signingKeyAt<Key extends { signs_from: string; signs_until: string | null }>(
  keys: readonly Key[],
  now: string,
): Key | undefined {
  const [oldest] = keys;
  if (oldest !== undefined && oldest.signs_from > now) return oldest;
  return keys.findLast(
    (key) => key.signs_from <= now && (key.signs_until === null || key.signs_until > now),
  );
}

export interface SigningKeyState {
  readonly kid: string;
  readonly createdAt: string;
  readonly signsFrom: string;
  /** Null when no successor is made. */
  readonly signsUntil: string | null;
  /** From when its tokens are all expired and it is published no more. */
  readonly retiredAt: string | null;
}

/** Every signing key that is kept, the one that signs first in front; never its private part. */
export async function listSigningKeys(
  deps: Pick<KeyDeps, "db">,
): Promise<readonly SigningKeyState[]> {
  const rows = await access.listSigningKeys.all(deps.db, {});
  return rows.map((row) => ({
    kid: row.kid,
    createdAt: row.created_at,
    signsFrom: row.signs_from,
    signsUntil: row.signs_until,
    retiredAt:
      row.signs_until === null ? null : new Date(Date.parse(row.signs_until) + TRAIL).toISOString(),
  }));
}

/**
 * Makes a new signing key: published at once, signing in 15 minutes, when the older one stops.
 *
 * @returns its id and the time from which it signs, ISO 8601
 */
export async function rotateSigningKey(deps: KeyDeps): Promise<{ kid: string; signsFrom: string }> {
  return addKey(deps, new Date(Date.now() + LEAD), false);
}

async function addKey(
  { db, secrets }: KeyDeps,
  from: Date,
  onlyIfNone: boolean,
): Promise<{ kid: string; signsFrom: string }> {
  const pair = await generate("rsa", { modulusLength: 2048 });
  const publicJwk = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(publicJwk);
  const sealed = secrets.seal(pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString());
  const signsFrom = from.toISOString();

  await db.transaction(async (tx) => {
    // Taken first, so that two processes that start on an empty database do not both make a key.
    await tenancy.bumpVersion(tx, "access");
    if (onlyIfNone && (await access.listSigningKeys.all(tx, {})).length > 0) return;
    await access.endSigningKeys.all(tx, { at: signsFrom });
    await access.deleteSigningKeys.all(tx, { before: new Date(Date.now() - TRAIL).toISOString() });
    const now = new Date().toISOString();
    await access.insertSigningKey(tx, [
      [kid, JSON.stringify(publicJwk), sealed, now, signsFrom, null],
    ]);
  });
  return { kid, signsFrom };
}
