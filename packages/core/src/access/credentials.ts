import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/*
 * Letters and digits alone: anything else is mangled by the form encoding that some clients apply
 * to HTTP Basic and some do not (RFC 6749 §2.3.1).
 */

/** A new client id. */
export function newClientId(): string {
  return `rpc${randomText(21)}`;
}

/** A new client secret, 256 bits. */
export function newClientSecret(): string {
  return `rps${randomText(43)}`;
}

/** A new API key, 190 bits. */
export function newApiKey(): string {
  return `rpk_${randomText(32)}`;
}

/** A new session's token, 256 bits. */
export function newSessionToken(): string {
  return randomText(43);
}

/** What is kept of a credential. It has too many bits to be guessed, so a fast hash is enough. */
export function hashCredential(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Compares two hashes of the same length in a time that tells nothing. */
export function sameHash(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(a, "hex"), Buffer.from(b, "hex"));
}

function randomText(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 is the largest multiple of 62 in a byte: beyond it some characters would be likelier.
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62];
    }
  }
  return text;
}
