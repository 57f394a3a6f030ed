import { type Database, sealed } from "@rapport/db";
import type { SecretBox } from "../deps.ts";

/** Result of decrypting all stored secrets. */
export interface SealedSecrets {
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
export function columnsOf({ unreadable }: SealedSecrets): string {
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
