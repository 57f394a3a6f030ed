/** Encodings of CSV files, as the Encoding standard of WHATWG names them; `-bom` adds a byte order mark. */
export const EXPORT_ENCODINGS = [
  "utf-8",
  "utf-8-bom",
  "utf-16le",
  "windows-1250",
  "windows-1251",
  "windows-1252",
] as const;

export type ExportEncoding = (typeof EXPORT_ENCODINGS)[number];

const BYTE_ORDER_MARK = "\uFEFF";
/** Stands for a character that an encoding of one byte per character does not have. */
const UNKNOWN = 0x3f;

/** Returns what a file in an encoding begins with. Programs take UTF-16 for it only with a byte order mark. */
export function markOf(encoding: ExportEncoding): string {
  return encoding === "utf-8-bom" || encoding === "utf-16le" ? BYTE_ORDER_MARK : "";
}

/**
 * Returns the function that encodes a text, or a part of it that has whole characters.
 *
 * @param encoding UTF-8, UTF-16 or one of one byte per character
 */
export function encoderOf(encoding: string): (text: string) => Buffer {
  if (encoding === "utf-8" || encoding === "utf-8-bom") return (text) => Buffer.from(text, "utf8");
  if (encoding === "utf-16le") return (text) => Buffer.from(text, "utf16le");
  if (encoding === "utf-16be") return (text) => Buffer.from(text, "utf16le").swap16();
  const decoder = new TextDecoder(encoding);
  const bytes = new Map<string, number>();
  for (let byte = 0xff; byte >= 0; byte--) bytes.set(decoder.decode(Uint8Array.of(byte)), byte);
  // A letter and its accent may be two characters, which the encoding has as one.
  return (text) =>
    Buffer.from(Array.from(text.normalize("NFC"), (one) => bytes.get(one) ?? UNKNOWN));
}
