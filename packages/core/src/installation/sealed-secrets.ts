import { type Database, sealed } from "@rapport/db";
import type { SecretBox } from "../deps.ts";

/** Result of decrypting all stored secrets. */
export interface SealedSecrets {
  readonly count: number;
  /** Columns with a secret that could not be decrypted. */
  readonly unreadable: readonly string[];
}

/** Tries to decrypt every stored secret and discards the result. */
export async function trySecrets(
  db: Database,
  secrets: Pick<SecretBox, "open">,
): Promise<SealedSecrets> {
  const all = await sealed.listAll(db);
  const unreadable = all.filter((one) => !opens(secrets, one.sealed)).map((one) => one.column);
  return { count: all.length, unreadable: [...new Set(unreadable)] };
}

function opens(secrets: Pick<SecretBox, "open">, text: string): boolean {
  try {
    secrets.open(text);
    return true;
  } catch {
    return false;
  }
}
