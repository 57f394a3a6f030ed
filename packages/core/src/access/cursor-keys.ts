import { randomBytes } from "node:crypto";
import { access, type Database, type Db, stateVersions } from "@rapport/db";
import type { CursorBox, SecretBox } from "../deps.ts";
import { type CipherKey, cipherKey, makeSecretBox, parseSecretKey } from "./secret-box.ts";

/** How long other processes have to read a new key before it encrypts. They look for one every second. */
const READ_LEAD_MS = 60_000;

type KeyDeps = { readonly db: Database; readonly secrets: SecretBox };

/** A key with the time from which it encrypts, ISO 8601. */
type CursorKey = CipherKey & { readonly sealsFrom: string };

/**
 * Opens the keys of cursors. Callers keep cursors for months, and a rotation of the secret key cannot encrypt those again. So
 * their keys are stored, encrypted with the secret key, and stay. Creates the first key if there is none.
 *
 * @param legacy the secret keys, newest first, if they encrypted cursors before there were keys of their own
 */
export async function openCursorKeys(
  { db, secrets }: KeyDeps,
  legacy: readonly Buffer[],
): Promise<CursorBox> {
  let keys: readonly CursorKey[] = [];

  async function refresh(): Promise<void> {
    const known = new Map(keys.map((key) => [key.id, key]));
    const rows = await access.listCursorKeys.all(db, {});
    keys = rows.map(({ id, key, seals_from: sealsFrom }) => ({
      ...(known.get(id) ?? cipherKey(parseSecretKey(secrets.open(key)))),
      sealsFrom,
    }));
  }

  await refresh();
  if (keys.length === 0) {
    await db.transaction(async (tx) => {
      // Locks first, so that two processes that start at the same time do not both create a key.
      await stateVersions.bumpVersion.all(tx, { name: "access" });
      if ((await access.listCursorKeys.all(tx, {})).length > 0) return;
      const older = new Map(legacy.map((key) => [cipherKey(key).id, key]));
      const first = older.size === 0 ? [randomBytes(32)] : [...older.values()].toReversed();
      for (const [i, key] of first.entries()) await insert(tx, secrets, key, new Date(i));
    });
    await refresh();
  }

  function current(): CursorKey {
    const now = new Date().toISOString();
    const key = keys.findLast(({ sealsFrom }) => sealsFrom <= now) ?? keys[0];
    if (key === undefined) throw new Error("there is no key for cursors");
    return key;
  }
  return { ...makeSecretBox(current, (id) => keys.find((key) => key.id === id)), refresh };
}

/** Adds a key that encrypts cursors once all processes have read it, or at once if `isUrgent`. */
export async function addCursorKey(
  tx: Db,
  secrets: Pick<SecretBox, "seal">,
  { isUrgent = false } = {},
): Promise<void> {
  const lead = isUrgent ? 0 : READ_LEAD_MS;
  await insert(tx, secrets, randomBytes(32), new Date(Date.now() + lead));
  await stateVersions.bumpVersion.all(tx, { name: "access" });
}

async function insert(
  tx: Db,
  secrets: Pick<SecretBox, "seal">,
  key: Buffer,
  from: Date,
): Promise<void> {
  const sealed = secrets.seal(key.toString("base64"));
  await access.insertCursorKey(tx, [
    [cipherKey(key).id, sealed, new Date().toISOString(), from.toISOString()],
  ]);
}
