import { hash, randomBytes, timingSafeEqual } from "node:crypto";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/*
 * Only letters and digits, because some clients form-encode HTTP Basic credentials and some do not
 * (RFC 6749 §2.3.1).
 */

/** Returns a new client id. */
export function newClientId(): string {
  return `rpc${randomText(21)}`;
}

/** Returns a new client secret of 256 bits. */
export function newClientSecret(): string {
  return `rps${randomText(43)}`;
}

/** Returns a new API key of 190 bits. */
export function newApiKey(): string {
  return `rpk_${randomText(32)}`;
}

/** Returns a new session token of 256 bits. */
export function newSessionToken(): string {
  return randomText(43);
}

/**
 * Returns the hash under which a credential is stored. A fast hash is enough: the credential cannot be
 * guessed.
 */
export function hashCredential(text: string): string {
  return hash("sha256", text, "hex");
}

/** Compares two hashes of the same length in constant time. */
export function sameHash(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(a, "hex"), Buffer.from(b, "hex"));
}

function randomText(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 is the largest multiple of 62 in a byte. Higher bytes would make some characters more likely.
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62];
    }
  }
  return text;
}
