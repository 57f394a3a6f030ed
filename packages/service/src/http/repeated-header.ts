import type { IncomingMessage } from "node:http";

/**
 * Headers of one value, of which a proxy may read another one than this server. Node takes the first `Host` and
 * `Authorization`, and joins keys with a comma. RFC 9112 §3.2 demands a 400 for two `Host`.
 */
const SINGLE = ["Host", "Authorization", "Idempotency-Key"];
const SPELLINGS: ReadonlyMap<string, string> = new Map(
  SINGLE.map((name) => [name.toLowerCase(), name]),
);
const LENGTHS: ReadonlySet<number> = new Set(SINGLE.map(({ length }) => length));

/** Returns the name of a header that a request may have only once, but has several times. */
export function repeatedHeader({
  rawHeaders,
}: Pick<IncomingMessage, "rawHeaders">): string | undefined {
  const seen: string[] = []; // at most the single ones
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const given = rawHeaders[i] as string;
    if (!LENGTHS.has(given.length)) continue;
    const name = SPELLINGS.get(given.toLowerCase());
    if (name === undefined) continue;
    if (seen.includes(name)) return name;
    seen.push(name);
  }
  return undefined;
}
