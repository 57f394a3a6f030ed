import { type Database, sealed } from "@rapport/db";
import type { SecretBox } from "../deps.ts";

/** What came of opening every stored secret. */
export interface SealedSecrets {
  readonly count: number;
  /** The columns that hold one which could not be opened. */
  readonly shut: readonly string[];
}

/** Opens every stored secret with the keys at hand; nothing of them is kept. */
export async function trySecrets(
  db: Database,
  secrets: Pick<SecretBox, "open">,
): Promise<SealedSecrets> {
  const all = await sealed.listAll(db);
  const shut = all.filter((one) => !opens(secrets, one.sealed)).map((one) => one.column);
  return { count: all.length, shut: [...new Set(shut)] };
}

function opens(secrets: Pick<SecretBox, "open">, text: string): boolean {
  try {
    secrets.open(text);
    return true;
  } catch {
    return false;
  }
}
