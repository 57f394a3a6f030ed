/** Tags after which a line ends. */
const LINE_END = /<br\s*\/?>|<\/(?:p|div|li|tr|h[1-6]|blockquote|pre)>/gi;
const LIST_ITEM = /<li(?:\s[^<>]*)?>/gi;
/** Only what can be a tag: a text may have a `<` too. */
const TAG = /<\/?[a-z][^<>]*>|<!--[^<>]*-->/gi;
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi;

const NAMED: Readonly<Record<string, string>> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " },
};

/** Returns the text of HTML as HubSpot's editor writes it, with a line for each block. Other texts stay as they are. */
export function textOfHtml(html: string): string {
  return html
    .replace(LINE_END, "\n")
    .replace(LIST_ITEM, "- ")
    .replace(TAG, "")
    .replace(ENTITY, (entity, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return NAMED[name.toLowerCase()] ?? entity;
      return characterOf(decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal));
    })
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function characterOf(code: number): string {
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : "";
}
