import { setTimeout } from "node:timers/promises";
import { type Database, sealed } from "@rapport/db";
import { addCursorKey } from "../access/cursor-keys.ts";
import { REREAD_MS } from "../access/secret-box.ts";
import { recordAudit } from "../audit/audit.ts";
import type { Deps, SecretBox } from "../deps.ts";
import { CrmError } from "../errors.ts";

/** Until then, every process encrypts with a new key, and has written what it encrypted with the one before. */
const SETTLE_MS = 2 * REREAD_MS;

type RotationDeps = Pick<Deps, "db" | "secrets">;

/** Where the keys are. */
export interface KeyRing {
  /** Adds a new key as the current one. */
  add(): void;
  /** Removes all keys but the current one. @returns how many */
  dropOld(): number;
}

/**
 * Encrypts everything that the secret key encrypts with a new one, in portions, while other processes run. Then, and only
 * then, drops the older keys. If it is interrupted, all of them are still there, and the next one drops them.
 *
 * @returns how many stored secrets were encrypted again, and how many keys were dropped
 * @throws CrmError CONFLICT if a stored secret cannot be decrypted, before anything has changed; what `ring` throws
 */
export async function rotateSecretKey(
  deps: RotationDeps,
  ring: KeyRing,
): Promise<{ resealed: number; dropped: number }> {
  const known = await trySecrets(deps.db, deps.secrets);
  if (known.unreadable.size > 0) {
    throw new CrmError(
      "CONFLICT",
      `The secret key cannot decrypt ${unreadableColumns(known)}, so nothing was changed. Add the key that encrypted them, or give them up with "rapport secrets reset --i-lost-the-key".`,
    );
  }
  ring.add();
  await setTimeout(SETTLE_MS);
  await deps.db.transaction(async (tx) => {
    await addCursorKey(tx, deps.secrets);
    const by = { projectId: null, actor: "cli:rapport", surface: "cli", subject: "secrets" };
    await recordAudit(tx, { ...by, action: "secrets.rotate", details: {} });
  });
  let resealed = 0;
  for (let more = await reseal(deps); more > 0; more = await reseal(deps)) {
    resealed += more;
    await setTimeout(SETTLE_MS);
  }
  const dropped = ring.dropOld();
  // This process still has the older keys, for what a slow transaction may have stored last.
  return { resealed: resealed + (await reseal(deps)), dropped };
}

/** Result of decrypting all stored secrets. */
interface SealedSecrets {
  readonly count: number;
  /** Columns with secrets that could not be decrypted, each with their number. */
  readonly unreadable: ReadonlyMap<sealed.SealedColumn, number>;
}

/** Tries to decrypt every stored secret and discards the result. */
export async function trySecrets(
  db: Database,
  secrets: Pick<SecretBox, "open">,
): Promise<SealedSecrets> {
  let count = 0;
  const unreadable = new Map<sealed.SealedColumn, number>();
  for await (const portion of sealed.eachPortion(db)) {
    count += portion.length;
    for (const { column, sealed } of portion) {
      if (!opens(secrets, sealed)) unreadable.set(column, (unreadable.get(column) ?? 0) + 1);
    }
  }
  return { count, unreadable };
}

/** Returns the columns of secrets that could not be decrypted, for a message. */
export function unreadableColumns({ unreadable }: SealedSecrets): string {
  return [...unreadable.keys()].join(", ");
}

/** Returns whether a secret can be decrypted. */
export function opens(secrets: Pick<SecretBox, "open">, text: string): boolean {
  try {
    secrets.open(text);
    return true;
  } catch {
    return false;
  }
}

/** Encrypts what the current key did not encrypt; returns how many secrets. */
async function reseal({ db, secrets }: RotationDeps): Promise<number> {
  let count = 0;
  for await (const portion of sealed.eachPortion(db)) {
    const old = portion.filter((one) => !secrets.isCurrent(one.sealed));
    if (old.length === 0) continue;
    await db.transaction(async (tx) => {
      for (const one of old) await sealed.replace(tx, one, secrets.seal(secrets.open(one.sealed)));
    });
    count += old.length;
  }
  return count;
}
