import { randomBytes } from "node:crypto";
import { type Db, secondFactors } from "@rapport/db";
import { hashCredential } from "../credentials/credentials.ts";

const RECOVERY_CODES = 10;
/** 80 random bits. */
const RECOVERY_BYTES = 10;

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Returns codes of 16 letters and digits in groups of four. */
export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const bits = [...randomBytes(RECOVERY_BYTES)]
      .map((byte) => byte.toString(2).padStart(8, "0"))
      .join("");
    const text = bits.replaceAll(/.{5}/g, (five) => BASE32[Number.parseInt(five, 2)] ?? "");
    return text.replaceAll(/.{4}(?=.)/g, "$&-");
  });
}

/** Returns what is stored of a recovery code. Its dashes, spaces and case do not count. */
export function recoveryDigest(code: string): string {
  return hashCredential(code.replaceAll(/[\s-]/g, "").toUpperCase());
}

/** Makes these the only recovery codes of an admin. */
export async function replaceRecoveryCodes(
  tx: Db,
  userId: number,
  codes: readonly string[],
): Promise<void> {
  await secondFactors.deleteRecoveryCodes.all(tx, { user: userId });
  const rows = codes.map((code) => [userId, recoveryDigest(code)]);
  await secondFactors.insertRecoveryCodes(tx, rows);
}
