import { createPrivateKey, generateKeyPair, type KeyObject } from "node:crypto";
import { promisify } from "node:util";
import { access, type Database, stateVersions } from "@rapport/db";
import { calculateJwkThumbprint, exportJWK, type JWK } from "jose";
import type { SecretBox, SigningKeys } from "../../deps.ts";

/** How long a key is published before it signs, because clients cache key sets for minutes. */
const PUBLISH_LEAD_MS = 15 * 60 * 1000;
/** How long a key is published after its last token: a token's lifetime and five minutes. */
const PUBLISH_TRAIL_MS = 35 * 60 * 1000;

const generate = promisify(generateKeyPair);

type KeyDeps = { readonly db: Database; readonly secrets: SecretBox };

/** Loads the keys. Creates the first key if there is none. */
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
      if (key === undefined) throw new Error("no signing key is active");
      return key;
    },
    published() {
      const ended = new Date(Date.now() - PUBLISH_TRAIL_MS).toISOString();
      return {
        keys: keys
          .filter((key) => key.signs_until === null || key.signs_until > ended)
          .map((key) => ({ ...key.public_jwk, kid: key.kid, alg: "RS256", use: "sig" }) as JWK),
      };
    },
  };
}

/**
 * Returns the key that signs at a given time: the newest active key. If the clock is before all keys, returns
 * the oldest, so that tokens are issued even with a wrong clock.
 *
 * @param keys in the order in which they start to sign
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
  /** Null if there is no successor yet. */
  readonly signsUntil: string | null;
  /** When its last token has expired and it is no longer published. */
  readonly retiredAt: string | null;
}

/** Lists the stored signing keys, without private parts, in the order in which they start to sign. */
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
      row.signs_until === null
        ? null
        : new Date(Date.parse(row.signs_until) + PUBLISH_TRAIL_MS).toISOString(),
  }));
}

/** Creates a signing key that replaces all others at once. The tokens of lost ones are no longer valid. */
export async function replaceSigningKeys(deps: KeyDeps): Promise<void> {
  await addKey(deps, new Date(), false);
}

/**
 * Creates a signing key. It is published at once and replaces the current key in 15 minutes.
 *
 * @returns its id and the time when it starts to sign, ISO 8601
 */
export async function rotateSigningKey(deps: KeyDeps): Promise<{ kid: string; signsFrom: string }> {
  return addKey(deps, new Date(Date.now() + PUBLISH_LEAD_MS), false);
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
    // Locks first, so that two processes that start on an empty database do not both create a key.
    await stateVersions.bumpVersion.all(tx, { name: "access" });
    if (onlyIfNone && (await access.listSigningKeys.all(tx, {})).length > 0) return;
    await access.endSigningKeys.all(tx, { at: signsFrom });
    await access.deleteSigningKeys.all(tx, {
      before: new Date(Date.now() - PUBLISH_TRAIL_MS).toISOString(),
    });
    const now = new Date().toISOString();
    await access.insertSigningKey(tx, [
      [kid, JSON.stringify(publicJwk), sealed, now, signsFrom, null],
    ]);
  });
  return { kid, signsFrom };
}
