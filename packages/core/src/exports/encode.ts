import { promisify } from "node:util";
import { constants, crc32, deflateRaw } from "node:zlib";
import { deflateChunkSize } from "../files/part-cipher.ts";

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
/** Replaces a character that the encoding does not have. */
const UNKNOWN = 0x3f;

/** Returns what a file in an encoding begins with. Programs take UTF-16 for it only with a byte order mark. */
export function byteOrderMark(encoding: ExportEncoding): string {
  return encoding === "utf-8-bom" || encoding === "utf-16le" ? BYTE_ORDER_MARK : "";
}

/**
 * Returns the function that encodes a text, or a part of it that has whole characters.
 *
 * @param encoding UTF-8, UTF-16 or one of one byte per character
 */
export function makeEncoder(encoding: string): (text: string) => Buffer {
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

const deflate = promisify(deflateRaw);

/** The last bytes of a gzip file: checksum and length of its content (RFC 1952). */
export interface GzipState {
  readonly crc: number;
  /** Bytes before compression, modulo 2^32. */
  readonly size: number;
}

export const EMPTY_GZIP: GzipState = { crc: 0, size: 0 };

/** The header: deflate, no name, no time, unknown system. */
export const GZIP_HEADER = Buffer.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff);

/** The last block of a deflate stream, without content (RFC 1951). */
const LAST_BLOCK = Buffer.of(3, 0);

/**
 * Compresses the next part of a gzip file. Each part is complete in itself, so that another process can go on after a
 * crash. The file has one member, because not every program reads several.
 */
export async function gzipPart(
  { crc, size }: GzipState,
  bytes: Buffer,
): Promise<{ readonly bytes: Buffer; readonly state: GzipState }> {
  const deflated = await deflate(bytes, {
    finishFlush: constants.Z_FULL_FLUSH,
    chunkSize: deflateChunkSize(bytes.length),
  });
  const state = { crc: crc32(bytes, crc), size: (size + bytes.length) % 2 ** 32 };
  return { bytes: deflated, state };
}

/** Returns the end of a gzip file. */
export function gzipEnd({ crc, size }: GzipState): Buffer {
  const sums = Buffer.alloc(8);
  sums.writeUInt32LE(crc, 0);
  sums.writeUInt32LE(size, 4);
  return Buffer.concat([LAST_BLOCK, sums]);
}
