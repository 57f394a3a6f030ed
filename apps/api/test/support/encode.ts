/** Encodes a text in an encoding of the WHATWG standard: UTF-8, UTF-16 with a mark, or one byte per character. */
export function encode(text: string, encoding: string): Uint8Array<ArrayBuffer> {
  if (encoding === "utf-8") return new Uint8Array(Buffer.from(text));
  if (encoding === "utf-16le") return new Uint8Array(Buffer.from(`\uFEFF${text}`, "utf16le"));
  if (encoding === "utf-16be") {
    return new Uint8Array(Buffer.from(`\uFEFF${text}`, "utf16le").swap16());
  }
  const decoder = new TextDecoder(encoding);
  const bytes = new Map<string, number>();
  for (let byte = 255; byte >= 0; byte--) bytes.set(decoder.decode(Uint8Array.of(byte)), byte);
  return Uint8Array.from(text, (character) => {
    const byte = bytes.get(character);
    if (byte === undefined) throw new Error(`${encoding} has no ${character}`);
    return byte;
  });
}
