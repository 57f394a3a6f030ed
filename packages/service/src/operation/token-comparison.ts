import { createHash, timingSafeEqual } from "node:crypto";

/**
 * Returns a function that compares a token with the expected one in constant time.
 *
 * @param expected the expected token
 */
export function tokenComparison(expected: string): (given: string) => boolean {
  const wanted = digest(expected);
  // Digests have equal lengths, so the comparison time reveals nothing about the token.
  return (given) => timingSafeEqual(digest(given), wanted);
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
