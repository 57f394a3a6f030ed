/**
 * Splits a `scope` parameter (RFC 6749 §3.3).
 *
 * @returns its distinct tokens, or null if it is empty or malformed
 */
export function parseScope(text: string): readonly string[] | null {
  const tokens = text.split(" ").filter((token) => token !== "");
  if (tokens.length === 0 || !tokens.every((token) => SCOPE_TOKEN.test(token))) return null;
  return [...new Set(tokens)];
}

const SCOPE_TOKEN = /^[\x21\x23-\x5B\x5D-\x7E]+$/;
