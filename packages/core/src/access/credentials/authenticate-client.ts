import { access, type Database, type Db } from "@rapport/db";
import type { Deps } from "../../deps.ts";
import { hashCredential, newClientSecret, sameHash } from "./credentials.ts";

/**
 * Finds the client that an id and secret belong to (RFC 6749 §2.3.1).
 *
 * @returns null for an unknown client, a disabled client or a wrong secret. All three take the same time, so
 *   the answer does not reveal which client ids exist.
 */
export async function authenticateClient(
  deps: Pick<Deps, "db">,
  clientId: string,
  secret: string,
): Promise<access.ClientRow | null> {
  const now = new Date().toISOString();
  const [client, secrets] = await Promise.all([
    access.findClient.first(deps.db, { id: clientId }),
    access.listSecrets.all(deps.db, { client: clientId, now }),
  ]);
  const given = hashCredential(secret);
  let matches = false;
  for (const { hash } of [...secrets, { hash: NO_SECRET }]) {
    if (sameHash(hash, given)) matches = true;
  }
  if (!matches || client === undefined || client.disabled_at !== null) return null;
  noteUse(deps.db, clientId, client.last_used_at, (tx, times) =>
    access.touchClient.all(tx, { id: clientId, ...times }),
  );
  return client;
}

/** A credential's last use is written at most once per this interval. */
const LAST_USED_PRECISION_MS = 60_000;
/** Credentials whose last note is remembered. */
const MAX_NOTED = 10_000;
/** When this process noted the use of a credential, by database. */
const noted = new WeakMap<Db, Map<string, number>>();

/**
 * Records the use of a credential unless a recent use is recorded. Does not make the caller wait, and ignores
 * failures, because only the time of the last use is lost. Requests that come together write once: several nodes hold the
 * row, so two writes at a time could deadlock.
 *
 * @param credential unique among all credentials
 */
export function noteUse(
  db: Database,
  credential: string,
  lastUsedAt: string | null,
  note: (tx: Db, times: { at: string; before: string }) => Promise<unknown>,
): void {
  const now = Date.now();
  const before = new Date(now - LAST_USED_PRECISION_MS).toISOString();
  const own = noted.get(db) ?? new Map<string, number>();
  noted.set(db, own);
  const isNoted = now - (own.get(credential) ?? 0) < LAST_USED_PRECISION_MS;
  if (isNoted || (lastUsedAt !== null && lastUsedAt >= before)) return;
  if (own.size >= MAX_NOTED) own.clear();
  own.set(credential, now);
  const times = { at: new Date(now).toISOString(), before };
  db.transaction((tx) => note(tx, times)).catch(() => own.delete(credential));
}

/** Always compared, so that a client without secrets takes as long as any other. */
const NO_SECRET = hashCredential(newClientSecret());
