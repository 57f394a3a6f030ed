/**
 * Returns the value of a preference in a `Prefer` header (RFC 7240 §2), in lower case: the empty text for one
 * without a value, undefined if there is none. Of a repeated preference only the first counts. Reads up to the first
 * malformed part.
 *
 * @param name in lower case
 */
export function preferenceOf(header: string, name: string): string | undefined {
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(header);
    if (found === null) return undefined;
    at = pattern.lastIndex;
    return found[1] ?? "";
  };
  const word = () => take(QUOTED)?.replaceAll(/\\(.)/g, "$1") ?? take(TOKEN) ?? "";

  while (at < header.length) {
    take(SEPARATOR);
    const found = take(TOKEN)?.toLowerCase();
    if (found === undefined) return undefined;
    const value = take(EQUALS) === undefined ? "" : word();
    while (take(SEMICOLON) !== undefined) {
      if (take(TOKEN) !== undefined && take(EQUALS) !== undefined) word();
    }
    if (take(END) === undefined) return undefined;
    if (found === name) return value.toLowerCase();
  }
  return undefined;
}

const TOKEN = /([!#$%&'*+.^_`|~0-9A-Za-z-]+)/y;
const QUOTED = /"((?:[^"\\]|\\.)*)"/y;
const EQUALS = /[ \t]*=[ \t]*/y;
const SEMICOLON = /[ \t]*;[ \t]*/y;
/** Lists may have empty elements. */
const SEPARATOR = /[ \t,]*/y;
const END = /[ \t]*(?:,|$)/y;
